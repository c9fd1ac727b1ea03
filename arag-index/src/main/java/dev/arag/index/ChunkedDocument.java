package dev.arag.index;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import java.util.List;

/**
 * A document of a source, split into chunks and ready to be stored.
 *
 * @param document the document to store. Its text contains no lone surrogates. Its metadata
 *     includes the metadata of the source and, if known, the document's language under {@link
 *     dev.arag.index.split.Splitter#LANGUAGE}
 * @param chunks the chunks in text order; empty if the text is empty and there is no title. The
 *     metadata in their locations does not include a detected language
 * @param key the 13 characters from which the chunk ids were generated; empty if the ids were
 *     imported or there are no chunks
 * @param contentHash the SHA-256 hash of everything that determines the stored document, as 64
 *     lower-case hexadecimal digits
 * @param warnings problems found in the text, one sentence each, without the document's id
 */
public record ChunkedDocument(
    Document document, List<Chunk> chunks, String key, String contentHash, List<String> warnings) {
  public ChunkedDocument {
    requireNonNull(document, "document");
    requireNonNull(chunks, "chunks");
    requireNonNull(key, "key");
    requireNonNull(contentHash, "contentHash");
    requireNonNull(warnings, "warnings");
    chunks = List.copyOf(chunks);
    warnings = List.copyOf(warnings);
  }
}
