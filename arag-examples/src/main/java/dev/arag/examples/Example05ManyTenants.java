package dev.arag.examples;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Serves many tenants from one index. The application sets a scope that limits the documents a
 * request may read. Neither a search nor a model can extend this scope.
 */
public final class Example05ManyTenants {
  private Example05ManyTenants() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("tenants");
    Files.writeString(folder.resolve("harbour.txt"), "The harbour opens at six in the morning.");
    Files.writeString(folder.resolve("railway.txt"), "The railway office opens at nine.");
    try (Index index =
        Index.builder(Handbook.indexDirectory(args, 0)).withoutEmbeddings().openOrCreate()) {
      index.sync(
          List.of(
              Source.path(folder.resolve("harbour.txt")).metadata("tenant", "harbour").prune(),
              Source.path(folder.resolve("railway.txt")).metadata("tenant", "railway").prune()),
          progress -> {});
      for (String tenant : List.of("harbour", "railway", "stranger")) {
        print(tenant, index.within(Scope.equal("tenant", tenant)));
      }
    }
  }

  private static void print(String tenant, Corpus corpus) {
    System.out.println(tenant + " sees:");
    for (Hit hit : corpus.keywordSearch(List.of("opens"), 5)) {
      System.out.println("  " + hit.snippet());
    }
  }
}
