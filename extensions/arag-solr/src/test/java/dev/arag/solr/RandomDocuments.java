package dev.arag.solr;

import dev.arag.core.text.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Documents of random sentences, many of which are equal. Some documents are tables. */
final class RandomDocuments {
  private static final List<String> WORDS =
      List.of(
          "bridge",
          "river",
          "old",
          "the",
          "stone",
          "ferry",
          "tarn",
          "café",
          "橋",
          "İstanbul",
          "😀",
          "quadrant",
          "wool",
          "coal",
          "1893",
          "C++",
          "a",
          "of");

  private final Random random;
  private final List<String> sentences;

  RandomDocuments(long seed) {
    this.random = new Random(seed);
    this.sentences = Stream.generate(() -> words(1 + random.nextInt(12)) + ".").limit(60).toList();
  }

  /** Returns random words, such as a query. */
  String words(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> WORDS.get(random.nextInt(WORDS.size())))
        .collect(Collectors.joining(" "));
  }

  List<Document> documents(int count) {
    return IntStream.range(0, count).mapToObj(this::document).toList();
  }

  private Document document(int number) {
    String id = (number % 3 == 0 ? "\ud83d\ude00" : number % 3 == 1 ? "\uffee" : "d") + number;
    StringBuilder text = new StringBuilder();
    List<Integer> headings = new ArrayList<>();
    for (int i = random.nextInt(40); i >= 0; i--) {
      if (random.nextInt(6) == 0) {
        headings.add(text.length());
        text.append(words(1 + random.nextInt(3))).append('\n');
      }
      String sentence = sentences.get(random.nextInt(sentences.size()));
      text.append(random.nextInt(4) == 0 ? words(5) + "." : sentence)
          .append(i % 5 == 0 ? '\n' : ' ');
    }
    Document.Builder document = Document.builder(id, text.toString());
    for (int heading : headings) {
      String title = text.substring(heading, text.indexOf("\n", heading));
      document.heading(heading, List.of(title));
    }
    if (number % 4 == 0) {
      document.table(new Document.Table(0, text.indexOf("\n") + 1, text.length()));
    }
    return document.build();
  }
}
