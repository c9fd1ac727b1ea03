package dev.arag.connect;

import dev.arag.core.corpus.Slice;
import dev.arag.index.Index;
import dev.arag.index.SmallBatches;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.SyncReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Syncs connectors into an index that is opened for each call. */
final class Synced {
  private final Path directory;

  Synced(Path directory) {
    this.directory = directory;
  }

  SyncReport sync(Connector connector) {
    return sync(Source.of(connector).prune(1));
  }

  SyncReport sync(Source source) {
    try (Index index = SmallBatches.open(directory)) {
      return index.sync(source);
    }
  }

  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    try (Index index = SmallBatches.open(directory)) {
      index
          .documents(Slice.first(5_000))
          .forEach(each -> texts.put(each.id(), index.document(each.id()).orElseThrow().text()));
    }
    return texts;
  }

  Map<String, Object> metadata(String id) {
    try (Index index = SmallBatches.open(directory)) {
      return index.document(id).orElseThrow().metadata();
    }
  }

  static Map<String, String> skipped(SyncReport report) {
    return report.skipped().stream()
        .collect(Collectors.toMap(Skip::source, Skip::reason, (a, b) -> a + b, TreeMap::new));
  }

  static List<Long> counts(SyncReport report) {
    return List.of(report.added(), report.updated(), report.unchanged(), report.deleted());
  }
}
