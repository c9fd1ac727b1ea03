package dev.arag.index.bench;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints the times of the first and the second keyword search in eight scopes on a metadata key
 * with 1,000 values, without a scope, and in two documents. Argument: an empty folder.
 */
final class ScopeCost {
  private static final int DOCUMENTS = 100_000;
  private static final int TENANTS = 1_000;
  private static final int WORDS = 30;
  private static final int SCOPES = 8;

  private ScopeCost() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0], "scopes.arag");
    try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
      Random random = new Random(1);
      Iterable<Document> documents =
          () -> IntStream.range(0, DOCUMENTS).mapToObj(i -> document(i, random)).iterator();
      index.put("documents", documents);
      for (int i = 0; i < SCOPES; i++) {
        search("without a scope", index);
        search("first in a scope", index.within(Scope.equal("tenant", i)));
        search("second in this scope", index.within(Scope.equal("tenant", i)));
        search("in two documents", index.within(Scope.documents("d" + i, "d" + (i + SCOPES))));
      }
    }
  }

  private static Document document(int number, Random random) {
    String text =
        IntStream.range(0, WORDS)
            .mapToObj(i -> "word" + random.nextInt(5_000))
            .collect(Collectors.joining(" ", "", "."));
    return Document.builder("d" + number, text).metadata("tenant", number % TENANTS).build();
  }

  private static void search(String name, Corpus corpus) {
    long start = System.nanoTime();
    int hits = corpus.keywordSearch(List.of("word7"), 5).hits().size();
    System.out.printf("%-20s %6.1f ms, %d hits%n", name, (System.nanoTime() - start) / 1e6, hits);
  }
}
