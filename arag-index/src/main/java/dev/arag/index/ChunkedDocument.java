package dev.arag.index;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import java.util.List;

/**
 * A document of a source, split into chunks and ready to be stored.
 *
 * @param document its text has no lone surrogates; its metadata includes that of the source, and
 *     its language under {@link dev.arag.index.split.Splitter#LANGUAGE} if that is known
 * @param chunks in text order; none if the text is empty. Their locations have the metadata before
 *     the language was added
 * @param key the 13 characters from which the chunk ids were generated; empty if the ids were
 *     imported or there are no chunks
 * @param contentHash hash of everything that determines the stored document: SHA-256, 64 lower-case
 *     hexadecimal digits
 * @param warnings problems of its text, one sentence each, without the document's id
 */
public record ChunkedDocument(
    Document document, List<Chunk> chunks, String key, String contentHash, List<String> warnings) {
  public ChunkedDocument {
    chunks = List.copyOf(chunks);
    warnings = List.copyOf(warnings);
  }
}
