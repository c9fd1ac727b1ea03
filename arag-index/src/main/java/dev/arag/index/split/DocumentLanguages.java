package dev.arag.index.split;

import dev.arag.core.text.Document;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The languages of one document: one for each script, since a document may mix them. */
final class DocumentLanguages {
  /** English where a text in Latin letters is too short to tell. */
  private static final String LATIN_DEFAULT = "en";

  private final Map<Script, Language> byScript;
  private final Script main;
  private final String told;
  private final boolean isSure;

  /**
   * @param told the language that somebody told, empty if nobody did
   * @param isSure whether the language of the main script is more than a guess
   */
  DocumentLanguages(Map<Script, Language> byScript, Script main, String told, boolean isSure) {
    this.byScript = new EnumMap<>(byScript);
    this.main = main;
    this.told = told;
    this.isSure = isSure;
  }

  /**
   * The languages guessed from the text, but for the script of the language that is told. What a
   * document says of itself is often that of a template: it counts where the text is too short.
   */
  static DocumentLanguages of(Document document) {
    DocumentLanguages guessed = LanguageDetector.detect(document.text());
    if (document.metadata().get(Splitter.LANGUAGE) instanceof String told) {
      return guessed.told(Languages.primary(told));
    }
    if (guessed.mainCode().equals("und")
        && document.metadata().get(Splitter.OWN_LANGUAGE) instanceof String own) {
      return guessed.told(Languages.primary(own));
    }
    return guessed;
  }

  private DocumentLanguages told(String code) {
    DocumentLanguages languages = new DocumentLanguages(byScript, main, code, true);
    Language language = Languages.of(code);
    if (language != null) {
      languages.byScript.put(language.script(), language);
    }
    return languages;
  }

  /** The language that text of this script is read as. */
  Language of(Script script) {
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
   * The language most of the text is in: a code as in BCP 47 such as {@code de}, {@code und} where
   * it cannot be told.
   */
  String mainCode() {
    return told.isEmpty() ? isSure ? guessedCode() : "und" : told;
  }

  private String guessedCode() {
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
