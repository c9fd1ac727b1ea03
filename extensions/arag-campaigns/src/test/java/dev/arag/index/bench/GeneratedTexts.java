package dev.arag.index.bench;

import dev.arag.core.text.Document;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Generates texts of random words. A few words are frequent; most are rare. The same seed gives the
 * same texts.
 */
final class GeneratedTexts {
  /** The length of one text in characters. Each character is one byte in UTF-8. */
  static final int LENGTH = 10_000;

  private static final int WORDS = 20_000;
  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";

  private final String[] words;
  private final SplittableRandom random;

  GeneratedTexts(long seed) {
    random = new SplittableRandom(seed);
    words = IntStream.range(0, WORDS).mapToObj(i -> word()).toArray(String[]::new);
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      word.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())));
      word.append(VOWELS.charAt(random.nextInt(VOWELS.length())));
    }
    return word.toString();
  }

  /** Returns the next text. */
  String next() {
    return next(LENGTH);
  }

  String next(int length) {
    StringBuilder text = new StringBuilder(length + 200);
    while (text.length() < length) {
      addSentence(text);
      text.append(random.nextInt(6) == 0 ? "\n\n" : " ");
    }
    text.setLength(length);
    return text.toString();
  }

  private void addSentence(StringBuilder text) {
    int start = text.length();
    for (int i = random.nextInt(6, 24); i > 0; i--) {
      double rare = random.nextDouble();
      text.append(words[(int) (WORDS * rare * rare * rare)]).append(i == 1 ? "." : " ");
    }
    text.setCharAt(start, Character.toUpperCase(text.charAt(start)));
  }

  /** Returns documents that are generated one at a time, when they are requested. */
  static Iterable<Document> documents(long seed, int count) {
    return () -> iterator(new GeneratedTexts(seed), count);
  }

  private static Iterator<Document> iterator(GeneratedTexts texts, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Document.of("document-" + i, texts.next()))
        .iterator();
  }
}
