package dev.arag.index.split;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.Map;
import java.util.Set;

/**
 * What the rules know of one language: its abbreviations, and the words that open its sentences.
 *
 * @param code as in BCP 47, such as {@code de}
 * @param hasOrdinals whether a number with a dot is an ordinal: {@code 12. Juni}
 * @param lists words by the name of their list, in small letters, without the last dot
 */
record Language(String code, Script script, boolean hasOrdinals, Map<String, Set<String>> lists) {
  /** Stands before a name or a number; a sentence never ends with it. */
  boolean isLeading(String word) {
    return has("lead", word);
  }

  /** Stands before a number; before anything else it is a plain word. */
  boolean isNumbered(String word) {
    return has("number", word);
  }

  /** May stand in the middle or at the end of a sentence. */
  boolean isEither(String word) {
    return has("either", word);
  }

  /** Stands at the end of a sentence where a capital letter follows: {@code etc}. */
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
