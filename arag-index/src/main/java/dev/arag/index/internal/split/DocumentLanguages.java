package dev.arag.index.internal.split;

import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The languages of one document. Each script has its own language, as documents can mix scripts.
 */
public final class DocumentLanguages {
  /** The metadata key of the language that a file declares about itself. */
  public static final String OWN_LANGUAGE = Document.OWN_METADATA + Location.LANGUAGE;

  /** The language of text in Latin letters that is too short for detection. */
  private static final String LATIN_DEFAULT = "en";

  private final Map<Script, Language> byScript;
  private final Script main;
  private final String declared;
  private final boolean isSure;

  /**
   * @param declared the declared language; empty if no language is declared
   * @param isSure whether the language of the main script was detected with confidence
   */
  DocumentLanguages(Map<Script, Language> byScript, Script main, String declared, boolean isSure) {
    this.byScript = new EnumMap<>(byScript);
    this.main = main;
    this.declared = declared;
    this.isSure = isSure;
  }

  /**
   * Determines the languages of a document. A language set by the caller overrides the detected
   * language of its script. A language declared inside the document often comes from a template, so
   * it is used only if the text is too short for detection.
   */
  public static DocumentLanguages of(Document document) {
    DocumentLanguages detected = LanguageDetector.detect(document.text());
    if (document.metadata().get(Location.LANGUAGE) instanceof String declared) {
      return detected.declare(Languages.primary(declared));
    }
    if (detected.mainCode().equals("und")
        && document.metadata().get(OWN_LANGUAGE) instanceof String own) {
      return detected.declare(Languages.primary(own));
    }
    return detected;
  }

  private DocumentLanguages declare(String code) {
    DocumentLanguages languages = new DocumentLanguages(byScript, main, code, true);
    Language language = Languages.of(code);
    if (language != null) {
      languages.byScript.put(language.script(), language);
    }
    return languages;
  }

  /** Returns the language whose rules apply to text in this script. */
  public Language of(Script script) {
    Language language = byScript.get(script == Script.OTHER ? main : script);
    if (language == null || (isUnknown(language) && language.script() == Script.LATIN)) {
      return Defaults.LATIN;
    }
    return language;
  }

  private static boolean isUnknown(Language language) {
    return language.code().equals("und");
  }

  private static final class Defaults {
    static final Language LATIN = Objects.requireNonNull(Languages.of(LATIN_DEFAULT));
  }

  /**
   * Returns the main language of the text as a BCP 47 code such as {@code de}, or {@code und} if it
   * is unknown.
   */
  public String mainCode() {
    return declared.isEmpty() ? isSure ? detectedCode() : "und" : declared;
  }

  private String detectedCode() {
    return switch (main) {
      case THAI -> "th";
      case LAO -> "lo";
      case KHMER -> "km";
      case MYANMAR -> "my";
      case ETHIOPIC -> "am";
      case HANGUL -> "ko";
      case KANA -> "ja";
      case HAN -> "zh";
      default -> {
        Language language = byScript.get(main);
        yield language == null ? "und" : language.code();
      }
    };
  }
}
