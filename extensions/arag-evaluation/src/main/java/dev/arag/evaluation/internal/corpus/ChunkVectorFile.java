package dev.arag.evaluation.internal.corpus;

import dev.arag.core.error.CorpusException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * A file of chunk vectors, version 1. Numbers are big-endian, strings are UTF-8 with their length.
 *
 * <pre>
 * header  int32 magic "ARCV" | int32 version | text fingerprint
 *         int32 dimension | int32 chunks | int32 truncated chunks | int64 truncated tokens
 * body    for each chunk, in corpus order: text id | float32[dimension]
 * footer  int64 crc32c of everything before
 * </pre>
 */
public final class ChunkVectorFile {
  private static final int MAGIC = 0x41524356;
  private static final int VERSION = 1;
  private static final int MAX_TEXT_BYTES = 1 << 16;

  private ChunkVectorFile() {}

  /**
   * The content of a file.
   *
   * @param ids the ids of the chunks, in corpus order
   * @param vectors the vectors of the chunks, in the same order
   * @param truncatedTokens the number of o200k tokens that the vectors do not describe
   */
  public record Content(
      int dimension,
      List<String> ids,
      List<float[]> vectors,
      int truncatedChunks,
      long truncatedTokens) {}

  public static void write(Path file, String fingerprint, Content content) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      CheckedOutputStream checked =
          new CheckedOutputStream(new BufferedOutputStream(out), new CRC32C());
      DataOutputStream data = new DataOutputStream(checked);
      data.writeInt(MAGIC);
      data.writeInt(VERSION);
      write(data, fingerprint);
      data.writeInt(content.dimension());
      data.writeInt(content.ids().size());
      data.writeInt(content.truncatedChunks());
      data.writeLong(content.truncatedTokens());
      for (int i = 0; i < content.ids().size(); i++) {
        write(data, content.ids().get(i));
        for (float value : content.vectors().get(i)) {
          data.writeFloat(value);
        }
      }
      data.writeLong(checked.getChecksum().getValue());
      data.flush();
      out.getFD().sync();
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void write(DataOutputStream data, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  /**
   * Reads a file completely.
   *
   * @throws CorpusException if the file is damaged, or if its fingerprint differs
   */
  public static Content read(Path file, String fingerprint) throws IOException {
    try (CheckedInputStream checked =
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file)), new CRC32C());
        DataInputStream data = new DataInputStream(checked)) {
      require(file, data.readInt() == MAGIC && data.readInt() == VERSION);
      require(file, readText(file, data).equals(fingerprint));
      Content content = readContent(file, data);
      long checksum = checked.getChecksum().getValue();
      require(file, data.readLong() == checksum && data.read() < 0);
      return content;
    } catch (EOFException e) {
      throw damaged(file);
    }
  }

  private static Content readContent(Path file, DataInputStream data) throws IOException {
    int dimension = data.readInt();
    int chunks = data.readInt();
    int truncatedChunks = data.readInt();
    long truncatedTokens = data.readLong();
    // The numbers are not yet covered by a checksum, so they must not cause large allocations.
    require(
        file, dimension > 0 && chunks >= 0 && (long) dimension * 4 * chunks <= Files.size(file));
    List<String> ids = new ArrayList<>();
    List<float[]> vectors = new ArrayList<>();
    for (int i = 0; i < chunks; i++) {
      ids.add(readText(file, data));
      float[] vector = new float[dimension];
      for (int j = 0; j < dimension; j++) {
        vector[j] = data.readFloat();
      }
      vectors.add(vector);
    }
    return new Content(dimension, ids, vectors, truncatedChunks, truncatedTokens);
  }

  private static String readText(Path file, DataInputStream data) throws IOException {
    int length = data.readInt();
    require(file, length >= 0 && length <= MAX_TEXT_BYTES);
    byte[] bytes = new byte[length];
    data.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void require(Path file, boolean isIntact) {
    if (!isIntact) {
      throw damaged(file);
    }
  }

  private static CorpusException damaged(Path file) {
    return new CorpusException(
        "The file " + file + " is damaged. Delete it; the next batch computes the vectors again.");
  }
}
