package dev.arag.index.internal.vector;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.index.internal.file.Checksum;
import dev.arag.index.internal.file.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Defines a file of vectors that one embedder has computed and that are not committed yet. Numbers
 * are little-endian. The file is appended to and can end at any byte, because its writer can be
 * killed at any time. Its version does not depend on the version of the index format.
 *
 * <pre>
 * header   int32 magic "ARAC" | int32 version | int32 dimension
 *          | byte[32] SHA-256 hash of the embedder's fingerprint
 *          | int32 crc32c of the preceding 44 bytes
 * records  byte[16] first half of the SHA-256 hash of the embedded text | float32[dimension]
 *          | int32 crc32c of the preceding bytes of the record
 * </pre>
 */
public final class ComputedLayout {
  static final int HEADER_BYTES = 48;
  static final int KEY_BYTES = 16;

  private static final int MAGIC = 0x43415241;
  private static final int VERSION = 1;

  private final int dimension;
  private final byte[] header;

  public ComputedLayout(Embedder embedder) {
    dimension = embedder.dimension();
    header = new byte[HEADER_BYTES];
    LittleEndian.putInt(header, 0, MAGIC);
    LittleEndian.putInt(header, 4, VERSION);
    LittleEndian.putInt(header, 8, dimension);
    System.arraycopy(Sha256.of(embedder.fingerprint()), 0, header, 12, 32);
    putChecksum(header, 0, HEADER_BYTES);
  }

  private static void putChecksum(byte[] bytes, int start, int count) {
    int covered = count - Integer.BYTES;
    LittleEndian.putInt(bytes, start + covered, Checksum.of(bytes, start, covered));
  }

  private static boolean isIntact(byte[] bytes, int start, int count) {
    int covered = count - Integer.BYTES;
    return LittleEndian.getInt(bytes, start + covered) == Checksum.of(bytes, start, covered);
  }

  /** Returns a copy of the header of the files of this embedder. */
  public byte[] header() {
    return header.clone();
  }

  /** Returns whether a header is the header of this embedder's files. */
  boolean isHeader(byte[] bytes) {
    return Arrays.equals(bytes, header);
  }

  /** Returns whether this is the undamaged header of a file of any embedder. */
  static boolean isAnyHeader(byte[] bytes) {
    return LittleEndian.getInt(bytes, 0) == MAGIC && isIntact(bytes, 0, HEADER_BYTES);
  }

  public int recordBytes() {
    return KEY_BYTES + dimension * Float.BYTES + Integer.BYTES;
  }

  public static byte[] key(String embeddedText) {
    return Arrays.copyOf(Sha256.of(embeddedText), KEY_BYTES);
  }

  /** Writes a record into an array. */
  public void put(String embeddedText, Embedding embedding, byte[] target, int start) {
    System.arraycopy(key(embeddedText), 0, target, start, KEY_BYTES);
    floats(target, start).put(embedding.toArray());
    putChecksum(target, start, recordBytes());
  }

  boolean isRecord(byte[] bytes, int start) {
    return isIntact(bytes, start, recordBytes());
  }

  Embedding vector(byte[] record) {
    float[] values = new float[dimension];
    floats(record, 0).get(values);
    return Embedding.of(values);
  }

  private FloatBuffer floats(byte[] bytes, int start) {
    return ByteBuffer.wrap(bytes, start + KEY_BYTES, dimension * Float.BYTES)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asFloatBuffer();
  }
}
