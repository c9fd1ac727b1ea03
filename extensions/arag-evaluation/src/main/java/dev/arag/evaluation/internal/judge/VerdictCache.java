package dev.arag.evaluation.internal.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.error.CorpusException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Replies of the judge by the hash of the request, in memory and in a file of JSON lines {@code
 * {"key","reply"}}. A torn last line is ignored. Thread-safe.
 */
public final class VerdictCache {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final @Nullable Path file;
  private final Map<String, String> replies = new HashMap<>();

  /** Whether the file ends within a line, so that the next line needs a line break before it. */
  private boolean isTorn;

  /**
   * @param file the file; null to keep replies in memory only
   */
  public VerdictCache(@Nullable Path file) {
    this.file = file;
    if (file != null && Files.exists(file)) {
      load(file);
    }
  }

  private void load(Path from) {
    try {
      // A torn line may end within a character, which Files.readString would reject.
      String content = new String(Files.readAllBytes(from), StandardCharsets.UTF_8);
      isTorn = !content.isEmpty() && !content.endsWith("\n");
      content.lines().forEach(this::load);
    } catch (IOException e) {
      throw new CorpusException("The verdicts in " + from + " cannot be read.", e);
    }
  }

  private void load(String line) {
    try {
      JsonNode entry = JSON.readTree(line);
      if (entry.path("key").isTextual() && entry.path("reply").isTextual()) {
        replies.put(entry.path("key").textValue(), entry.path("reply").textValue());
      }
    } catch (JsonProcessingException e) {
      // A torn line: the verdict is requested again.
    }
  }

  public static String key(String... parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      digest.update(part.getBytes(StandardCharsets.UTF_8));
      digest.update((byte) 0);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every JDK has SHA-256.", e);
    }
  }

  public synchronized Optional<String> get(String key) {
    return Optional.ofNullable(replies.get(key));
  }

  public synchronized void put(String key, String reply) {
    replies.put(key, reply);
    if (file != null) {
      append(file, key, reply);
    }
  }

  private void append(Path to, String key, String reply) {
    try {
      String line = JSON.writeValueAsString(Map.of("key", key, "reply", reply)) + "\n";
      // Unpaired surrogates in a reply become question marks; Files.writeString rejects them.
      Files.write(
          to,
          (isTorn ? "\n" + line : line).getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      isTorn = false;
    } catch (IOException e) {
      throw new CorpusException("The verdicts cannot be written to " + to, e);
    }
  }
}
