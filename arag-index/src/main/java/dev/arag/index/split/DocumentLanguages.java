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

  /**
   * @param told the language that somebody told, empty if nobody did
   */
  DocumentLanguages(Map<Script, Language> byScript, Script main, String told) {
    this.byScript = new EnumMap<>(byScript);
    this.main = main;
    this.told = told;
  }

  /** The languages guessed from the text, but for the script of the language that is told. */
  static DocumentLanguages of(Document document) {
    DocumentLanguages guessed = LanguageDetector.detect(document.text());
    Object tag = document.metadata().get(Splitter.LANGUAGE);
    return tag instanceof String told ? guessed.told(Languages.primary(told)) : guessed;
  }

  private DocumentLanguages told(String code) {
    DocumentLanguages languages = new DocumentLanguages(byScript, main, code);
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
    return told.isEmpty() ? guessedCode() : told;
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
