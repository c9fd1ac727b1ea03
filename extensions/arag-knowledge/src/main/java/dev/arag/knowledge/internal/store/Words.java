package dev.arag.knowledge.internal.store;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of folded texts, and untrusted texts in one line. */
public final class Words {
  private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private Words() {}

  /** Returns the different words of a folded text, in text order. */
  public static Set<String> of(String folded) {
    Set<String> words = new LinkedHashSet<>();
    for (String word : OTHER.split(folded)) {
      if (!word.isEmpty()) {
        words.add(word);
      }
    }
    return words;
  }

  /** Returns a text in one line that cannot close the fence of a prompt. */
  public static String inOneLine(String text) {
    return text.replaceAll("<<<|>>>", " ").replaceAll("[\\s\\p{Cc}]+", " ").strip();
  }
}
