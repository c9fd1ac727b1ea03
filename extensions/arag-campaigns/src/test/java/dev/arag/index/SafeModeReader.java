package dev.arag.index;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.store.FileStore;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A process that searches an index while its files are being damaged. Each input byte starts a
 * round: the process opens the index, reports that it is open, and searches until the next byte
 * arrives. Then it searches once more, reopens and verifies the index, and prints the number of
 * successes and failures. At the end of the input it exits, with code 0 if every failure was a
 * {@link CorpusException}.
 */
final class SafeModeReader {
  private static final List<ChunkId> SOME =
      IntStream.range(0, 40).mapToObj(i -> ChunkId.of("c" + i * 7)).toList();

  private final Store store;
  private final PrintStream out;
  private final List<Consumer<Index>> searches = new ArrayList<>();
  private int answers;
  private int typed;
  private int untyped;

  private SafeModeReader(Store store, PrintStream out) {
    this.store = store;
    this.out = out;
    searches.add(index -> index.keywordSearch(List.of("bridge"), 5));
    searches.add(index -> index.semanticSearch("where is the old bridge", 5));
    searches.add(Index::stats);
    searches.add(index -> index.read(SOME));
  }

  public static void main(String[] args) throws IOException {
    Path directory = Path.of(args[1]);
    Store store =
        args[0].equals("mapped") ? new FileStore(directory) : FileStore.unmapped(directory);
    SafeModeReader reader = new SafeModeReader(store, System.out);
    while (System.in.read() >= 0) {
      reader.round();
    }
    System.exit(reader.untyped == 0 ? 0 : 3);
  }

  private void round() throws IOException {
    try (Index index = open()) {
      out.println("open");
      while (System.in.available() == 0) {
        searchAll(index);
      }
      if (System.in.read() < 0) {
        return;
      }
      searchAll(index);
    }
    attempt(this::openAnew);
    attempt(() -> Index.verify(store));
    out.println(answers + " " + typed + " " + untyped);
  }

  private Index open() {
    return Index.builder(store).embedder(new HashEmbedder(8)).open();
  }

  private void openAnew() {
    try (Index index = open()) {
      searchAll(index);
    }
  }

  private void searchAll(Index index) {
    searches.forEach(search -> attempt(() -> search.accept(index)));
  }

  private void attempt(Runnable search) {
    try {
      search.run();
      answers++;
    } catch (CorpusException e) {
      typed++;
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
      untyped++;
    }
  }
}
