package dev.arag.examples.cli;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.index.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Brings documents into an index and shows how far it has come. An interruption ends it. */
final class IndexBuilding {
  private final Output output;
  private final Index.Builder builder;

  IndexBuilding(Output output, Path directory) {
    this.output = output;
    this.builder = Index.builder(directory);
  }

  /** Default: what the index has. */
  IndexBuilding chunkTokens(int chunkTokens) {
    UsageException.orRefuse(() -> builder.chunkTokens(chunkTokens));
    return this;
  }

  /** Default: what the index has. Stays the caller's; empty for none. */
  IndexBuilding encoder(Optional<Embedder> encoder) {
    encoder.ifPresentOrElse(builder::embedder, builder::withoutEmbeddings);
    return this;
  }

  SyncReport build(List<Source> sources) {
    try (Index index = builder.openOrCreate()) {
      return build(index, sources);
    }
  }

  private SyncReport build(Index index, List<Source> sources) {
    try (ProgressLine line = new ProgressLine(output, System::nanoTime)) {
      ProgressReporter news = new ProgressReporter(line, System::nanoTime);
      return index.sync(sources, news::tell);
    } catch (IllegalArgumentException e) {
      throw new UsageException(Failures.withHint(e));
    } catch (AragException e) {
      throw Failures.isInterruption(e) ? interrupted(index, e) : e;
    }
  }

  private static InterruptedWork interrupted(Index index, AragException cause) {
    long documents = index.stats().documents();
    return new InterruptedWork(
        "interrupted; "
            + Wording.count(documents, "document")
            + (documents == 1 ? " is" : " are")
            + " in the index; run the command again to go on",
        cause);
  }
}
