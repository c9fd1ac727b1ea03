package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A process that repeatedly refreshes an index and searches it until it receives input. Then it
 * prints the number of searches and the number of distinct texts found. It fails as soon as a
 * search finds parts of two texts, or not all parts of one text.
 */
final class RacingReader {
  private final Set<String> texts = new TreeSet<>();
  private int looks;

  private RacingReader() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (Index index = Index.builder(Path.of(args[0])).embedder(new HashEmbedder(2)).open()) {
      System.out.println("ready");
      RacingReader reader = new RacingReader();
      while (System.in.available() == 0) {
        reader.search(index);
        // The pause leaves CPU time for the other processes.
        Thread.sleep(5);
      }
      System.out.println("looks " + reader.looks + " " + reader.texts.size());
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      System.out.println("failed " + e);
    }
  }

  private void search(Index index) {
    index.refresh();
    Corpus snapshot = index.snapshot();
    requireWhole(snapshot, snapshot.keywordSearch(List.of("part"), 20).hits());
    requireWhole(snapshot, snapshot.semanticSearch("part", 20));
    looks++;
  }

  private void requireWhole(Corpus snapshot, List<? extends Hit> hits) {
    List<ChunkId> ids = hits.stream().map(Hit::chunkId).toList();
    List<String> found = snapshot.read(ids).stream().map(Chunk::text).toList();
    if (found.size() != RacingWriter.PARTS || Set.copyOf(found).size() != 1) {
      throw new AssertionError("half a commit: " + found);
    }
    texts.add(found.get(0));
  }
}
