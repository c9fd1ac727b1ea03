package dev.arag.solr.bench;

import dev.arag.core.text.Document;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Documents of 100 sentences of made-up words, of which a few are frequent and most are rare. Every
 * tenth document has the metadata {@code part=tenth}. Each iteration returns the same documents.
 */
record GeneratedDocuments(int sentences) implements Iterable<Document> {
  static final int SENTENCES_IN_DOCUMENT = 100;

  private static final int WORDS = 20_000;
  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";
  private static final List<String> ALL_WORDS = allWords();

  private static List<String> allWords() {
    SplittableRandom letters = new SplittableRandom(1);
    return IntStream.range(0, WORDS).mapToObj(i -> word(letters)).toList();
  }

  private static String word(SplittableRandom letters) {
    return IntStream.range(0, letters.nextInt(2, 5))
        .mapToObj(i -> "" + any(CONSONANTS, letters) + any(VOWELS, letters))
        .collect(Collectors.joining());
  }

  private static char any(String letters, SplittableRandom random) {
    return letters.charAt(random.nextInt(letters.length()));
  }

  @Override
  public Iterator<Document> iterator() {
    SplittableRandom random = new SplittableRandom(2);
    return IntStream.range(0, sentences / SENTENCES_IN_DOCUMENT)
        .mapToObj(number -> document(number, random))
        .iterator();
  }

  private static Document document(int number, SplittableRandom random) {
    String text =
        IntStream.range(0, SENTENCES_IN_DOCUMENT)
            .mapToObj(i -> sentence(random))
            .collect(Collectors.joining(" "));
    return Document.builder("document-%08d".formatted(number), text)
        .metadata("part", number % 10 == 0 ? "tenth" : "rest")
        .build();
  }

  private static String sentence(SplittableRandom random) {
    String text = words(random.nextInt(8, 24), random);
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
  }

  /** Returns random words with the same frequencies as in the documents. */
  static String words(int count, SplittableRandom random) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              double rare = random.nextDouble();
              return ALL_WORDS.get((int) (WORDS * rare * rare * rare));
            })
        .collect(Collectors.joining(" "));
  }
}
