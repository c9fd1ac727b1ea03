package dev.arag.examples;

import dev.arag.core.corpus.Hit;
import dev.arag.index.Index;
import java.io.IOException;
import java.util.List;

/**
 * Indexes a folder and searches it by keyword and by meaning. Optional arguments: the folder to
 * index and the index directory.
 */
public final class Example01IndexAndSearch {
  private Example01IndexAndSearch() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 1))) {
      index.sync(Handbook.documents(args));
      for (Hit hit : index.keywordSearch(List.of("invoice", "approved"), 3)) {
        System.out.println("keyword   " + hit.title() + ": " + hit.snippet());
      }
      for (Hit hit : index.semanticSearch("Who signs off a large purchase?", 3)) {
        System.out.println("semantic  " + hit.title() + ": " + hit.snippet());
      }
    }
  }
}
