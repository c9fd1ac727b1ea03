package dev.arag.index.spi.derived;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A text that was derived from chunks of an index.
 *
 * @param sources the chunks that the text was derived from, at least one
 * @param content the text, in one line; the index does not interpret it
 */
public record DerivedRecord(List<Source> sources, String content) {
  public DerivedRecord {
    sources = List.copyOf(requireNonNull(sources, "sources"));
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("A derived text must have at least one source.");
    }
    if (requireNonNull(content, "content").indexOf('\n') >= 0) {
      throw new IllegalArgumentException("A derived text must not contain a line break.");
    }
  }

  /**
   * A chunk, and a hash of its text. A chunk gets a new id when its document is edited. The hash
   * finds the texts that were derived from it nevertheless.
   *
   * @param chunk the id of the chunk
   * @param document the id of the document of the chunk
   * @param hash 32 hexadecimal digits, the same for all chunks with the same heading and text
   */
  public record Source(ChunkId chunk, String document, String hash) {
    private static final int HASH_BYTES = 16;

    public Source {
      requireNonNull(chunk, "chunk");
      requireNonNull(document, "document");
      requireNonNull(hash, "hash");
    }

    /** Returns the source for a chunk. */
    public static Source of(Chunk chunk) {
      String heading = String.join("\u001f", chunk.location().heading());
      byte[] hash = Sha256.of(heading + "\u001e" + chunk.text());
      String hex = HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES));
      return new Source(chunk.id(), chunk.location().documentId(), hex);
    }
  }
}
