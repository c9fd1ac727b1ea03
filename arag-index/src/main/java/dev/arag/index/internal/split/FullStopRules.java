package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;

/** Decides from the adjacent words whether a single full stop ends a sentence. */
final class FullStopRules {
  /**
   * The minimum length of a sentence that ends with a time of day, in UTF-16 units. {@code At 5
   * a.m.} is too short to be a sentence.
   */
  private static final int MIN_TIMED = 16;

  private final TextScanner range;
  private final DocumentLanguages languages;
  private final OpenNlpModels models;

  FullStopRules(TextScanner range, DocumentLanguages languages, OpenNlpModels models) {
    this.range = range;
    this.languages = languages;
    this.models = models;
  }

  /**
   * Returns whether a full stop before white space ends a sentence.
   *
   * @param next the start of the text after the white space
   * @param wordAfter the word at {@code next}
   */
  boolean endsBeforeSpace(int stop, int next, String wordAfter, int sentenceStart) {
    String before = range.wordBefore(stop, sentenceStart);
    if (before.isEmpty()) {
      return true;
    }
    Language language = language(before);
    if (language.script() == Script.ARMENIAN) {
      return false;
    }
    if (isNumberAt(next, wordAfter)) {
      return !language.isNumbered(before)
          && !language.isLeading(before)
          && (before.length() < 3 || !WordShapes.isInitials(before));
    }
    if (language.isLeading(before)) {
      return false;
    }
    if (language.isNumbered(before) && WordShapes.isRoman(wordAfter)) {
      return false;
    }
    if (language.startsSentences(wordAfter) && !isInitialAt(next, wordAfter)) {
      return true;
    }
    if (language.hasOrdinals() && WordShapes.isOrdinal(before)) {
      return endsByModel(language, next, false);
    }
    return endsBeforeName(language, before, next, sentenceStart);
  }

  private boolean endsByModel(Language language, int next, boolean otherwise) {
    return models.endsSentence(language, range, next, otherwise);
  }

  private boolean isNumberAt(int next, String word) {
    char first = word.isEmpty() ? range.charAt(next) : word.charAt(0);
    return CharacterClass.isDigit(first) || first == '№' || first == '#';
  }

  private boolean endsBeforeName(Language language, String before, int next, int sentenceStart) {
    if (WordShapes.isInitials(before)) {
      if (before.length() > 2 && language.isEither(before) && !WordShapes.isTimeOfDay(before)) {
        return endsByModel(language, next, false);
      }
      return WordShapes.isTimeOfDay(before) && next - sentenceStart > MIN_TIMED;
    }
    if (language.isClosing(before)) {
      return true;
    }
    if (language.isEither(before) || WordShapes.isVowellessAbbreviation(before)) {
      return false;
    }
    return !WordShapes.isShortName(before) || endsByModel(language, next, true);
  }

  /** Returns whether the word is one letter before a dot, such as {@code A.} in "J. A. Smith". */
  private boolean isInitialAt(int next, String word) {
    int dot = range.text().indexOf(word, next) + word.length();
    return word.length() == 1 && dot < range.to() && range.charAt(dot) == '.';
  }

  /**
   * Returns whether a full stop ends a sentence although no white space follows, because the author
   * forgot the space. This is the case between a whole word and a capitalized word that can begin a
   * sentence.
   */
  boolean endsWithoutSpace(int stop, int sentenceStart) {
    int next = stop + 1;
    if (stop <= range.from() + 1 || !CharacterClass.isUpperCase(range.charAt(next))) {
      return false;
    }
    String before = range.wordBefore(stop, sentenceStart);
    String word = range.wordAfter(next);
    String last = before.substring(before.lastIndexOf('.') + 1);
    Language language = language(last);
    boolean opens = language.startsSentences(word) || language.isLeading(word);
    return opens && isWholeWord(last) && !isInAddress(stop);
  }

  /** Returns whether the text is a number of several digits or a word that ends in lower case. */
  private static boolean isWholeWord(String word) {
    return word.length() >= 2
        && (CharacterClass.isLowerCase(word.charAt(word.length() - 1))
            || WordShapes.isNumber(word));
  }

  private boolean isInAddress(int stop) {
    for (int i = stop - 1; i >= Math.max(range.from(), stop - TextScanner.MAX_WORD); i--) {
      char unit = range.charAt(i);
      if (unit == '@' || unit == '/' || unit == '_' || unit == '\\') {
        return true;
      }
      if (Characters.isSpace(unit)) {
        return range.text().startsWith("www.", i + 1);
      }
    }
    return false;
  }

  /** Returns the language for the script of the last letter of a word. */
  private Language language(String word) {
    for (int i = word.length() - 1; i >= 0; i--) {
      Script script = Script.of(word.charAt(i));
      if (script != Script.OTHER) {
        return languages.of(script);
      }
    }
    return languages.of(Script.OTHER);
  }
}
