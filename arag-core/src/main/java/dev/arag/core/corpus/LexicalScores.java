package dev.arag.core.corpus;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores texts by the words that they share with a query: BM25 with k1 = 0.9 and b = 0.4. The
 * frequencies of words and the mean length are those of the given texts. Words are folded and cut
 * to their first six characters. In scripts without spaces, each pair of adjacent characters is a
 * word. The results are the same on every JDK.
 */
final class LexicalScores {
  private static final double K1 = 0.9;
  private static final double B = 0.4;
  private static final int MAX_WORD_LENGTH = 6;

  private LexicalScores() {}

  /** Returns the score of each text, at least 0. */
  static double[] of(String query, List<String> texts) {
    Set<String> wanted = new LinkedHashSet<>(words(query));
    List<Map<String, Integer>> counts = new ArrayList<>();
    int[] lengths = new int[texts.size()];
    for (int i = 0; i < lengths.length; i++) {
      List<String> words = words(texts.get(i));
      lengths[i] = words.size();
      counts.add(count(words, wanted));
    }
    double[] scores = new double[lengths.length];
    double meanLength = Math.max(1, sum(lengths)) / (double) Math.max(1, lengths.length);
    for (String word : wanted) {
      long textsWith = counts.stream().filter(each -> each.containsKey(word)).count();
      double idf = StrictMath.log(1 + (lengths.length - textsWith + 0.5) / (textsWith + 0.5));
      for (int i = 0; i < scores.length; i++) {
        int count = counts.get(i).getOrDefault(word, 0);
        scores[i] += idf * count / (count + K1 * (1 - B + B * lengths[i] / meanLength));
      }
    }
    return scores;
  }

  private static long sum(int[] values) {
    long sum = 0;
    for (int value : values) {
      sum += value;
    }
    return sum;
  }

  private static Map<String, Integer> count(List<String> words, Set<String> wanted) {
    Map<String, Integer> counts = new HashMap<>();
    words.stream().filter(wanted::contains).forEach(word -> counts.merge(word, 1, Integer::sum));
    return counts;
  }

  /** Splits a text into words, in text order. */
  static List<String> words(String text) {
    String folded = Folding.fold(text).text();
    List<String> words = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < folded.length(); i = end) {
      int first = folded.codePointAt(i);
      end = i + Character.charCount(first);
      if (CharacterClass.isWordPart(first)) {
        boolean isUnspaced = CharacterClass.isUnspacedScript(first);
        end = endOfRun(folded, end, isUnspaced);
        add(words, folded.substring(i, end), isUnspaced);
      }
    }
    return words;
  }

  /** Returns the end of the letters, digits and marks that are all in scripts of one kind. */
  private static int endOfRun(String text, int from, boolean isUnspaced) {
    int end = from;
    while (end < text.length()) {
      int next = text.codePointAt(end);
      if (!CharacterClass.isWordPart(next) || CharacterClass.isUnspacedScript(next) != isUnspaced) {
        break;
      }
      end += Character.charCount(next);
    }
    return end;
  }

  private static void add(List<String> words, String run, boolean isUnspaced) {
    int characters = run.codePointCount(0, run.length());
    if (!isUnspaced) {
      int kept = Math.min(MAX_WORD_LENGTH, characters);
      words.add(run.substring(0, run.offsetByCodePoints(0, kept)));
      return;
    }
    int pairs = Math.max(1, characters - 1);
    for (int i = 0, start = 0; i < pairs; i++, start = run.offsetByCodePoints(start, 1)) {
      int length = Math.min(2, characters - i);
      words.add(run.substring(start, run.offsetByCodePoints(start, length)));
    }
  }
}
