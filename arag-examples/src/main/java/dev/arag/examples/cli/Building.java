package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Brings documents into an index and shows how far it has come. An interruption ends it. */
final class Building {
  private final Output output;
  private final Index.Builder builder;

  Building(Output output, Path directory) {
    this.output = output;
    this.builder = Index.builder(directory);
  }

  /** Default: what the index has. */
  Building chunkTokens(int chunkTokens) {
    UsageException.orRefuse(() -> builder.chunkTokens(chunkTokens));
    return this;
  }

  /** Default: what the index has. Stays the caller's; empty for none. */
  Building encoder(Optional<Embedder> encoder) {
    encoder.ifPresentOrElse(builder::embedder, builder::withoutEmbedder);
    return this;
  }

  SyncReport build(List<Source> sources) {
    try (Index index = builder.openOrCreate()) {
      return build(index, sources);
    }
  }

  private SyncReport build(Index index, List<Source> sources) {
    try (ProgressLine line = new ProgressLine(output, System::nanoTime)) {
      SyncNews news = new SyncNews(line, new Speed(System::nanoTime));
      return index.sync(sources, news::tell);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
