package dev.arag.index.internal.embed;

import dev.arag.core.error.EmbeddingException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file of the default embedder, which the artifact arag-model-bge-small-en contains.
 *
 * @param name the file name, relative to {@value #FOLDER}
 * @param crc32 the CRC-32 of the file in eight lower-case hexadecimal digits. A file with another
 *     checksum is never loaded: if repackaging damaged it, native code can crash. The checksum does
 *     not protect against tampering
 */
public record ModelFile(String name, String crc32) {
  private static final String ARTIFACT = "dev.arag:arag-model-bge-small-en";
  private static final String FOLDER = "META-INF/arag/models/";

  /**
   * @throws dev.arag.core.error.EmbedderUnavailableException if the file is not on the class path
   */
  void requirePresent() {
    RequiredArtifacts.require(loader().getResource(FOLDER + name) != null, ARTIFACT);
  }

  private static ClassLoader loader() {
    return ModelFile.class.getClassLoader();
  }

  /** Reads the file and verifies its checksum. */
  byte[] read() {
    try (InputStream in = loader().getResourceAsStream(FOLDER + name)) {
      return requireIntact(requireFound(in).readAllBytes());
    } catch (IOException e) {
      throw new EmbeddingException("The model file " + name + " cannot be read: " + e, e);
    }
  }

  private static InputStream requireFound(@Nullable InputStream in) {
    RequiredArtifacts.require(in != null, ARTIFACT);
    return Objects.requireNonNull(in);
  }

  private byte[] requireIntact(byte[] bytes) {
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    String actual = HexFormat.of().toHexDigits(checksum.getValue(), 8);
    if (!actual.equals(crc32)) {
      throw new EmbeddingException(
          ("The model file %s was damaged: expected CRC-32 %s, found %s. Use"
                  + " arag-model-bge-small-en as published, and do not filter its files when"
                  + " repackaging it.")
              .formatted(name, crc32, actual));
    }
    return bytes;
  }
}
