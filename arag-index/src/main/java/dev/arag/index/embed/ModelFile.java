package dev.arag.index.embed;

import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.hash.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A file of an encoder that lies beside this class.
 *
 * @param name relative to this package
 * @param sha256 of its bytes, in lower-case hexadecimal digits. A changed tokenizer or graph can
 *     crash native code, so nothing else is ever loaded
 */
record ModelFile(String name, String sha256) {
  /** The checked bytes. */
  byte[] read() {
    try (InputStream in = ModelFile.class.getResourceAsStream(name)) {
      return requireIntact(requireFound(in).readAllBytes());
    } catch (IOException e) {
      throw new EmbeddingException("The model file " + name + " cannot be read: " + e, e);
    }
  }

  private InputStream requireFound(@Nullable InputStream in) {
    if (in == null) {
      throw new EmbeddingException(
          "The model file "
              + name
              + " is missing beside "
              + ModelFile.class.getName()
              + ". Keep all resources of the arag-index jar when repackaging it.");
    }
    return in;
  }

  private byte[] requireIntact(byte[] bytes) {
    String actual = HexFormat.of().formatHex(Sha256.newDigest().digest(bytes));
    if (!actual.equals(sha256)) {
      throw new EmbeddingException(
          "The model file "
              + name
              + " was changed: expected SHA-256 "
              + sha256
              + ", found "
              + actual
              + ". Build arag-index again, and do not filter its resources when repackaging it.");
    }
    return bytes;
  }
}
