package dev.arag.index.ingest;

import dev.arag.core.text.Document;
import dev.arag.index.source.FileIngest;
import dev.arag.index.spi.Skip;
import dev.arag.index.spi.SourceEntries;
import dev.arag.index.spi.SourceEntry;
import java.io.IOException;
import java.util.Optional;

/** Receives the entries of a source as calls of methods, so that a test can record them. */
public interface IngestSink {
  default void expect(int documents) {}

  default boolean isKnown(String documentId, String contentHash) {
    return false;
  }

  void document(Document document, String contentHash);

  void skipped(Skip skip);

  default void unreadable(String id) {}

  default void warning(String documentId, String warning) {}

  static void read(FileIngest files, IngestSink sink) throws IOException, InterruptedException {
    read(files.open(), sink);
  }

  /** Reads all entries. Documents that the sink knows are not parsed. */
  static void read(SourceEntries all, IngestSink sink) throws IOException, InterruptedException {
    try (SourceEntries entries = all) {
      for (Optional<SourceEntry> next = entries.next(); next.isPresent(); next = entries.next()) {
        SourceEntry entry = next.get();
        if (entry instanceof SourceEntry.Unparsed unparsed) {
          if (!sink.isKnown(unparsed.documentId(), unparsed.contentHash())) {
            deliver(unparsed.parse(), unparsed.contentHash(), sink);
          }
        } else {
          deliver(entry, "", sink);
        }
      }
    }
  }

  private static void deliver(SourceEntry entry, String contentHash, IngestSink sink) {
    if (entry instanceof SourceEntry.Parsed parsed) {
      parsed.warnings().forEach(warning -> sink.warning(parsed.document().id(), warning));
      sink.document(parsed.document(), contentHash);
    } else if (entry instanceof SourceEntry.Unreadable unreadable) {
      sink.skipped(unreadable.skip());
      sink.unreadable(unreadable.id());
    } else if (entry instanceof SourceEntry.Expected expected) {
      sink.expect(expected.documents());
    }
  }
}
