package dev.arag.index.embed;

import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;

/** A program that reads, searches and syncs an index, and prints the results or the exception. */
final class SearchWithoutNative {
  private SearchWithoutNative() {}

  public static void main(String[] arguments) {
    try (Index index = Index.open(Path.of(arguments[0]))) {
      var hits = index.keywordSearch(List.of("ferry"), 5).hits();
      System.out.println("keyword " + hits.size());
      ChunkId id = hits.get(0).chunkId();
      System.out.println("read " + index.read(id).orElseThrow().text().strip());
      System.out.println("sync " + index.sync(Path.of(arguments[1])).unchanged());
      System.out.println("semantic " + index.semanticSearch("the boat", 5).size());
    } catch (AragException e) {
      System.out.println(e);
    }
    try (Index words = Index.builder(Path.of(arguments[2])).withoutEmbeddings().openOrCreate()) {
      System.out.println("new " + words.sync(Path.of(arguments[1])).documents());
    }
  }
}
