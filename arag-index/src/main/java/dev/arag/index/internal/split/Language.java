package dev.arag.index.internal.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.Map;
import java.util.Set;

/**
 * The data of one language: its abbreviations and the words that begin its sentences.
 *
 * @param code as in BCP 47, such as {@code de}
 * @param hasOrdinals whether a number with a dot is an ordinal: {@code 12. Juni}
 * @param lists words by the name of their list, in lower case, without the last dot
 */
record Language(String code, Script script, boolean hasOrdinals, Map<String, Set<String>> lists) {
  /** Whether the word precedes a name or number; a sentence never ends with it. */
  boolean isLeading(String word) {
    return has("lead", word);
  }

  /** Whether the word is an abbreviation before a number; otherwise it is a plain word. */
  boolean isNumbered(String word) {
    return has("number", word);
  }

  /** Whether the abbreviation may be inside or at the end of a sentence. */
  boolean isEither(String word) {
    return has("either", word);
  }

  /** Whether the abbreviation ends a sentence if a capital letter follows: {@code etc}. */
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
