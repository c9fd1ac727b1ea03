package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.Map;
import java.util.Set;

/**
 * The data of one language, such as its abbreviations and words that often begin sentences.
 *
 * @param code the BCP 47 code, such as {@code de}
 * @param hasOrdinals whether a number before a dot can be an ordinal, as in {@code 12. Juni}
 * @param lists the word lists by name. Words are in lower case and without the final dot
 */
record Language(String code, Script script, boolean hasOrdinals, Map<String, Set<String>> lists) {
  /** Returns whether a name or number always follows the word, so that it cannot end a sentence. */
  boolean isLeading(String word) {
    return has("lead", word);
  }

  /**
   * Returns whether the word is an abbreviation if a number follows, and otherwise a plain word.
   */
  boolean isNumbered(String word) {
    return has("number", word);
  }

  /** Returns whether the abbreviation can be inside a sentence or at its end. */
  boolean isEither(String word) {
    return has("either", word);
  }

  /**
   * Returns whether an abbreviation such as {@code etc} ends a sentence before a capital letter.
   */
  boolean isClosing(String word) {
    return has("end", word);
  }

  boolean startsSentences(String word) {
    String lower = CharacterClass.toLowerCase(word);
    return list("words").contains(lower) || list("open").contains(lower);
  }

  Set<String> list(String name) {
    return lists.getOrDefault(name, Set.of());
  }

  private boolean has(String name, String word) {
    return list(name).contains(CharacterClass.toLowerCase(word));
  }
}
