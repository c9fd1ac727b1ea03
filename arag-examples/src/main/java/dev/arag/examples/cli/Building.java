package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Builds an index and shows how far it has come. An interruption ends it. */
final class Building {
  static final int DEFAULT_CHUNK_TOKENS = 1_000;

  private final Output output;
  private final int chunkTokens;
  private final Optional<Embedder> embedder;

  Building(Output output, int chunkTokens, Optional<Embedder> embedder) {
    this.output = output;
    this.chunkTokens = chunkTokens;
    this.embedder = embedder;
  }

  SyncReport build(Path directory, List<Source> sources) {
    try (Index index = create(directory);
        ProgressLine line = new ProgressLine(output, System::nanoTime)) {
      SyncNews news = new SyncNews(line, new Speed(System::nanoTime));
      return index.sync(sources, news::tell);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private Index create(Path directory) {
    Index.Builder builder = Index.builder(directory);
    UsageException.orRefuse(() -> builder.chunkTokens(chunkTokens));
    embedder.ifPresentOrElse(builder::embedder, builder::withoutEmbedder);
    return builder.openOrCreate();
  }
}
