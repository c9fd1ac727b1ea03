package dev.arag.solr.internal.layout;

import dev.arag.core.text.Chunk;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the binary fields of Solr documents. */
public final class Payloads {
  private Payloads() {}

  /**
   * Reads the {@link Fields#PAYLOAD} of a chunk.
   *
   * @param collection the name of the collection, for messages
   * @throws dev.arag.core.error.CorpusException if the bytes are not those of a chunk
   */
  public static Chunk chunk(Object payload, String collection) {
    return PayloadReader.chunk(bytes(payload), collection);
  }

  /**
   * Reads the {@link Fields#PAYLOAD} of a document.
   *
   * @param collection the name of the collection, for messages
   * @throws dev.arag.core.error.CorpusException if the bytes are not those of a document
   */
  public static DocumentSummary document(Object payload, String collection) {
    return PayloadReader.document(bytes(payload), collection);
  }

  /** Reads {@link Fields#VECTOR_BYTES}. */
  public static float[] vector(Object bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes(bytes)).order(ByteOrder.LITTLE_ENDIAN);
    float[] vector = new float[buffer.remaining() / Float.BYTES];
    buffer.asFloatBuffer().get(vector);
    return vector;
  }

  static byte[] bytes(float[] vector) {
    ByteBuffer buffer =
        ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asFloatBuffer().put(vector);
    return buffer.array();
  }

  /** The client returns a byte array or a part of one. */
  private static byte[] bytes(Object value) {
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return (byte[]) value;
  }
}
