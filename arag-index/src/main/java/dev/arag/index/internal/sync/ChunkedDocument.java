package dev.arag.index.internal.sync;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.index.split.Splitter;
import java.util.List;
import java.util.Optional;

/**
 * A document as it is stored, or why it cannot be.
 *
 * @param document with its language
 * @param key its key, if its ids were made from that; else empty
 * @param refusal empty if it could be cut; else there are no chunks
 */
record ChunkedDocument(
    Document document, List<Chunk> chunks, String key, Optional<String> refusal) {
  /** With ids that begin with the short form of its key. */
  static ChunkedDocument of(Document document, Splitter splitter) {
    return of(document, splitter, false);
  }

  /** With ids that begin with its whole key. */
  static ChunkedDocument withLongKey(Document document, Splitter splitter) {
    return of(document, splitter, true);
  }

  private static ChunkedDocument of(Document document, Splitter splitter, boolean isKeyTaken) {
    String[] key = {""};
    try {
      Splitter.Split split =
          splitter.splitWithLanguage(
              document,
              asked -> {
                key[0] = asked;
                return isKeyTaken;
              });
      return new ChunkedDocument(
          DocumentSanitizer.withLanguage(document, split.language()),
          split.chunks(),
          key[0],
          Optional.empty());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return new ChunkedDocument(
          document, List.of(), "", Optional.of("it cannot be cut into chunks: " + e));
    }
  }
}
