package dev.arag.index.internal.embed;

import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.hash.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file of the default embedder, which the artifact arag-model-bge-small-en contains.
 *
 * @param name the file name, relative to {@value #FOLDER}
 * @param sha256 the SHA-256 hash of the file in lower-case hexadecimal digits. A file with another
 *     hash is never loaded, because a modified tokenizer or model can crash native code
 */
public record ModelFile(String name, String sha256) {
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

  /** Reads the file and verifies its hash. */
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
    String actual = HexFormat.of().formatHex(Sha256.newDigest().digest(bytes));
    if (!actual.equals(sha256)) {
      throw new EmbeddingException(
          "The model file "
              + name
              + " was modified: expected SHA-256 "
              + sha256
              + ", found "
              + actual
              + ". Use arag-model-bge-small-en as published, and do not filter its files when"
              + " repackaging it.");
    }
    return bytes;
  }
}
