package dev.arag.index.internal.parse;

import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.ContentHash;
import dev.arag.index.spi.SourceEntry;
import java.util.TreeMap;

/**
 * The metadata of the documents of a file that the file itself does not contain.
 *
 * @param values valid metadata by key, in a fixed order
 */
record FileMetadata(TreeMap<String, Object> values) {
  /** Returns the hash of a document with these values: without any, the hash of its content. */
  String hash(String contentHash) {
    if (values.isEmpty()) {
      return contentHash;
    }
    ContentHash hash = new ContentHash("metadata 1").add(contentHash);
    values.forEach(hash::add);
    return hash.finish();
  }

  /** Adds the values to a parsed document. They replace its own values of the same keys. */
  SourceEntry addTo(SourceEntry entry) {
    if (values.isEmpty() || !(entry instanceof SourceEntry.Parsed parsed)) {
      return entry;
    }
    Document.Builder document = parsed.document().toBuilder();
    values.forEach(document::metadata);
    return new SourceEntry.Parsed(document.build(), parsed.warnings());
  }
}
