package dev.arag.agent.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a line into sentences by a simple rule that is sufficient to select quotes. */
public final class SentenceSplitter {
  private static final Set<String> ABBREVIATIONS =
      Set.of("Mr", "Mrs", "Dr", "St", "Jr", "Sr", "No", "vs", "Ltd", "Inc", "Co", "ca", "Prof");

  private SentenceSplitter() {}

  public static List<String> split(String line) {
    List<String> sentences = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      if (endsAt(line, i)) {
        sentences.add(line.substring(start, i + 1).strip());
        start = i + 1;
      }
    }
    sentences.add(line.substring(start).strip());
    sentences.removeIf(String::isEmpty);
    return sentences;
  }

  private static boolean endsAt(String line, int i) {
    if ("。！？".indexOf(line.charAt(i)) >= 0) {
      return true;
    }
    if (".!?".indexOf(line.charAt(i)) < 0 || i + 2 >= line.length() || line.charAt(i + 1) != ' ') {
      return false;
    }
    return !Character.isLowerCase(line.charAt(i + 2)) && !followsAbbreviation(line, i);
  }

  private static boolean followsAbbreviation(String line, int dot) {
    int start = dot;
    while (start > 0 && Character.isLetter(line.charAt(start - 1)) && dot - start < 8) {
      start--;
    }
    String word = line.substring(start, dot);
    boolean isInitial = word.length() == 1 && Character.isUpperCase(word.charAt(0));
    return isInitial || ABBREVIATIONS.contains(word);
  }
}
