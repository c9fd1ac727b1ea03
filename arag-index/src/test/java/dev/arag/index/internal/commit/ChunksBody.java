package dev.arag.index.internal.commit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Computes offsets in the body of a chunks file as described in docs/index-format.md. */
final class ChunksBody {
  final ByteBuffer bytes;
  private final int trailer;

  ChunksBody(ByteBuffer bytes) {
    this.bytes = bytes;
    this.trailer = bytes.capacity() - 48;
  }

  int documents() {
    return number(1);
  }

  /**
   * Returns the offset of a number in the trailer. Number 0 is the offset of the tables; the counts
   * of documents, chunks, sentences and so on follow.
   */
  int trailerAt(int number) {
    return trailer + 8 * number;
  }

  private int number(int number) {
    return (int) bytes.getLong(trailerAt(number));
  }

  int documentAt(int document) {
    return number(0) + 20 * document;
  }

  int chunkAt(int chunk) {
    return documentAt(documents()) + 24 * chunk;
  }

  int documentIdsAt() {
    return chunkAt(number(2));
  }

  int warnedAt() {
    return documentIdsAt() + 12 * (documents() + number(2));
  }

  int retiredAt() {
    return warnedAt() + 4 * number(4);
  }

  /**
   * Returns the offset of a document's id. The hash and the length of the id are stored before it.
   */
  int documentIdAt(int document) {
    return (int) bytes.getLong(documentAt(document)) + 33;
  }

  /** Returns the offset of a chunk's id. */
  int chunkIdAt(int chunk) {
    return (int) bytes.getLong(chunkAt(chunk)) + 1;
  }

  /** Returns the offset of a chunk's ordinal. The next byte stores the offset in the document. */
  int ordinalAt(int chunk) {
    return chunkIdAt(chunk) + bytes.get(chunkIdAt(chunk) - 1);
  }

  int find(String text) {
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + wanted.length <= bytes.capacity(); at++) {
      if (bytes.slice(at, wanted.length).equals(ByteBuffer.wrap(wanted))) {
        return at;
      }
    }
    throw new AssertionError("The body does not contain " + text + ".");
  }

  /** Swaps two ranges of bytes. */
  void swap(int left, int right, int count) {
    for (int i = 0; i < count; i++) {
      byte kept = bytes.get(left + i);
      bytes.put(left + i, bytes.get(right + i));
      bytes.put(right + i, kept);
    }
  }
}
