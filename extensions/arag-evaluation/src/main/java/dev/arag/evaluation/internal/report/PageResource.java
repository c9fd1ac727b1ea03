package dev.arag.evaluation.internal.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Objects;

/**
 * A style or script of the report.
 *
 * @param text the text, which contains no end tag
 */
record PageResource(String text) {
  /** Reads a resource of this package, without the reference to a source map. */
  static PageResource read(String name) {
    try (InputStream file = PageResource.class.getResourceAsStream(name)) {
      byte[] bytes = Objects.requireNonNull(file, name).readAllBytes();
      String text = new String(bytes, StandardCharsets.UTF_8);
      return new PageResource(text.replaceAll("(?m)^//# sourceMappingURL=.*$", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-evaluation JAR is corrupt: cannot read the resource " + name, e);
    }
  }

  /** The expression of a content security policy that allows only this text. */
  String source() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha256.digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
