package dev.arag.core.spi;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Scores texts by the words that they share with a query: BM25 with k1 = 0.9 and b = 0.4. The
 * frequencies of words and the mean length are those of the given texts. Words are folded and cut
 * to their first six characters. In scripts without spaces, each pair of adjacent characters is a
 * word. The results are the same on every JDK.
 */
public final class LexicalScores {
  private static final double K1 = 0.9;
  private static final double B = 0.4;
  private static final int MAX_WORD_LENGTH = 6;

  private static final int SLOTS = 1 << 10;

  /** The kinds of characters. A word consists of characters of one kind. */
  private static final byte NO_WORD = 0;

  private static final byte SPACED = 1;
  private static final byte UNSPACED = 2;

  private static final byte[] ASCII_KINDS = asciiKinds();

  /** The distinct words of the query. */
  private final String[] wanted;

  /** The hash codes of these words. Few other words of a text have one of these codes. */
  private final boolean[] slots = new boolean[SLOTS];

  private LexicalScores(String query) {
    wanted = words(query).stream().distinct().toArray(String[]::new);
    for (String word : wanted) {
      slots[slot(word, 0, word.length())] = true;
    }
  }

  /** Receives the words of a text in text order. */
  @FunctionalInterface
  private interface WordConsumer {
    void accept(int start, int end);
  }

  /** Returns the score of each text, at least 0, in the order of the texts. */
  public static double[] of(String query, List<String> texts) {
    return new LexicalScores(query).of(texts);
  }

  private double[] of(List<String> texts) {
    int[][] counts = new int[texts.size()][wanted.length];
    int[] lengths = new int[texts.size()];
    for (int i = 0; i < lengths.length; i++) {
      int[] ofText = counts[i];
      lengths[i] = texts.get(i).lines().mapToInt(line -> count(line, ofText)).sum();
    }
    double[] scores = new double[lengths.length];
    double meanLength = Math.max(1, sum(lengths)) / (double) Math.max(1, lengths.length);
    for (int word = 0; word < wanted.length; word++) {
      double idf = idf(counts, word);
      for (int i = 0; i < scores.length; i++) {
        int count = counts[i][word];
        scores[i] += idf * count / (count + K1 * (1 - B + B * lengths[i] / meanLength));
      }
    }
    return scores;
  }

  private static double idf(int[][] counts, int word) {
    long textsWith = Arrays.stream(counts).filter(each -> each[word] > 0).count();
    return StrictMath.log(1 + (counts.length - textsWith + 0.5) / (textsWith + 0.5));
  }

  private static long sum(int[] values) {
    return IntStream.of(values).asLongStream().sum();
  }

  /**
   * Counts the wanted words of a line. No word continues on the next line.
   *
   * @return the number of all words
   */
  private int count(String line, int[] counts) {
    String folded = Folding.fold(line).text();
    int[] length = new int[1];
    forEachWord(
        folded,
        (start, end) -> {
          length[0]++;
          if (slots[slot(folded, start, end)]) {
            count(folded, start, end, counts);
          }
        });
    return length[0];
  }

  private static int slot(String text, int start, int end) {
    int middle = text.charAt(start + (end - start) / 2);
    return (text.charAt(start) + 31 * text.charAt(end - 1) + 97 * middle + end - start) % SLOTS;
  }

  private void count(String folded, int start, int end, int[] counts) {
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i].length() == end - start && folded.startsWith(wanted[i], start)) {
        counts[i]++;
      }
    }
  }

  /** Splits a text into words, in text order. */
  static List<String> words(String text) {
    String folded = Folding.fold(text).text();
    List<String> words = new ArrayList<>();
    forEachWord(folded, (start, end) -> words.add(folded.substring(start, end)));
    return words;
  }

  private static void forEachWord(String folded, WordConsumer words) {
    int length = folded.length();
    int end = 0;
    for (int start = 0; start < length; start = end) {
      byte kind = kind(folded.codePointAt(start));
      int characters = 0;
      int cut = start;
      do {
        boolean isPair =
            Character.isHighSurrogate(folded.charAt(end))
                && end + 1 < length
                && Character.isLowSurrogate(folded.charAt(end + 1));
        end += isPair ? 2 : 1;
        cut = ++characters <= MAX_WORD_LENGTH ? end : cut;
      } while (end < length && kindAt(folded, end) == kind);
      if (kind == SPACED) {
        words.accept(start, cut);
      } else if (kind == UNSPACED) {
        forEachPair(folded, start, end, words);
      }
    }
  }

  private static byte kindAt(String folded, int at) {
    char unit = folded.charAt(at);
    return unit < ASCII_KINDS.length ? ASCII_KINDS[unit] : kind(folded.codePointAt(at));
  }

  /** A run of one character is a word, too. */
  private static void forEachPair(String folded, int from, int to, WordConsumer words) {
    int start = from;
    int end = folded.offsetByCodePoints(from, 1);
    do {
      int next = Math.min(to, end + 1);
      next += next < to && Character.isLowSurrogate(folded.charAt(next)) ? 1 : 0;
      words.accept(start, next);
      start = end;
      end = next;
    } while (end < to);
  }

  private static byte kind(int codePoint) {
    return codePoint < ASCII_KINDS.length ? ASCII_KINDS[codePoint] : kindOf(codePoint);
  }

  private static byte kindOf(int codePoint) {
    if (!CharacterClass.isWordPart(codePoint)) {
      return NO_WORD;
    }
    return CharacterClass.isUnspacedScript(codePoint) ? UNSPACED : SPACED;
  }

  private static byte[] asciiKinds() {
    byte[] kinds = new byte[1 << 7];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kindOf(i);
    }
    return kinds;
  }
}
