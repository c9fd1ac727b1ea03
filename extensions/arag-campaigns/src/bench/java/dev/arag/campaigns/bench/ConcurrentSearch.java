package dev.arag.campaigns.bench;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Concurrent callers search one index. Each caller alternates between semantic search and keyword
 * search.
 */
@State(Scope.Benchmark)
public class ConcurrentSearch {
  private static final int TOP_K = 5;

  @Param("")
  public String folder;

  private final AtomicInteger callers = new AtomicInteger();
  private Index index;

  /** The state of one caller, which generates its own queries. */
  @State(Scope.Thread)
  public static class Caller {
    private GeneratedTexts texts;
    private int searches;

    @Setup
    public void begin(ConcurrentSearch all) {
      texts = new GeneratedTexts(1_000 + all.callers.getAndIncrement());
    }
  }

  /** Creates an index with the given number of sentences, if it does not exist. */
  static void make(Path folder, int sentences) {
    try (Index index = Index.builder(folder).embedder(embedder()).openOrCreate()) {
      GeneratedTexts texts = new GeneratedTexts(2);
      List<Document> documents =
          IntStream.range(0, sentences / GeneratedTexts.SENTENCES_IN_DOCUMENT)
              .mapToObj(texts::document)
              .toList();
      index.sync(Source.documents("made", documents));
    }
  }

  private static HashEmbedder embedder() {
    return new HashEmbedder(Settings.DIMENSION);
  }

  @Setup
  public void open() {
    index = Index.builder(Path.of(folder)).embedder(embedder()).open();
  }

  @TearDown
  public void close() {
    index.close();
  }

  @Benchmark
  public List<?> search(Caller caller) {
    caller.searches++;
    return caller.searches % 2 == 0
        ? index.semanticSearch(caller.texts.words(8), TOP_K)
        : index.keywordSearch(List.of(caller.texts.words(1), caller.texts.words(1)), TOP_K).hits();
  }
}
