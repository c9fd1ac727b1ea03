package dev.arag.campaigns.bench;

import dev.arag.core.text.Document;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates reproducible documents of made-up words. A few words are frequent; most are rare. */
final class GeneratedTexts {
  static final int SENTENCES_IN_DOCUMENT = 100;

  private static final int WORDS = 20_000;
  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";

  private final SplittableRandom random;
  private final List<String> words;

  GeneratedTexts(long seed) {
    SplittableRandom letters = new SplittableRandom(1);
    words = IntStream.range(0, WORDS).mapToObj(i -> word(letters)).toList();
    random = new SplittableRandom(seed);
  }

  private static String word(SplittableRandom letters) {
    return IntStream.range(0, letters.nextInt(2, 5))
        .mapToObj(i -> "" + any(CONSONANTS, letters) + any(VOWELS, letters))
        .collect(Collectors.joining());
  }

  private static char any(String letters, SplittableRandom random) {
    return letters.charAt(random.nextInt(letters.length()));
  }

  Document document(int number) {
    String text =
        IntStream.range(0, SENTENCES_IN_DOCUMENT)
            .mapToObj(i -> sentence())
            .collect(Collectors.joining(" "));
    return Document.of("document-" + number, text);
  }

  private String sentence() {
    String text = words(random.nextInt(8, 24));
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  /** Returns random words with the same frequencies as in the documents. */
  String words(int count) {
    return IntStream.range(0, count).mapToObj(i -> word()).collect(Collectors.joining(" "));
  }

  private String word() {
    double rare = random.nextDouble();
    return words.get((int) (WORDS * rare * rare * rare));
  }
}
