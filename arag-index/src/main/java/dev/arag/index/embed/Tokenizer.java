package dev.arag.index.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.Utils;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.fold.InvisibleText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Text to token ids, without the special tokens around them. A text is read piece by piece, cut at
 * white space, so that a limit or a share costs no more than it needs. Safe for several threads,
 * but not for a close while another call runs.
 */
final class Tokenizer implements AutoCloseable {
  /** Characters handed to native code at once; above what the tokens of most limits need. */
  private static final int PIECE_LENGTH = 4096;

  private static final String OFFLINE = "ai.djl.offline";

  /** The library's own defaults would cut at 512 tokens and pad. */
  private static final Map<String, String> OPTIONS =
      Map.of("truncation", "do_not_truncate", "padding", "do_not_pad");

  private final HuggingFaceTokenizer tokenizer;
  private final SpecialText specialText;

  private Tokenizer(HuggingFaceTokenizer tokenizer, SpecialText specialText) {
    this.tokenizer = tokenizer;
    this.specialText = specialText;
  }

  static Tokenizer load(ModelFile file) {
    byte[] json = file.read();
    SpecialText specialText = SpecialText.of(json);
    try {
      return new Tokenizer(loadOffline(json), specialText);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw new EmbeddingException(
          "The tokenizer's native library could not be loaded ("
              + e
              + "). It is unpacked to "
              + Utils.getEngineCacheDir("tokenizers")
              + ", which must be writable: if it is not, set the environment variable"
              + " DJL_CACHE_DIR to a folder that is. There are libraries for Linux (x64, aarch64;"
              + " glibc), macOS (aarch64) and Windows (x64).",
          e);
    }
  }

  /**
   * DJL would look for a machine's metadata in the network while loading. An application may use
   * DJL itself, so its setting is left as it was.
   */
  private static HuggingFaceTokenizer loadOffline(byte[] json) throws IOException {
    if (System.getProperty(OFFLINE) != null) {
      return newTokenizer(json);
    }
    System.setProperty(OFFLINE, "true");
    try {
      return newTokenizer(json);
    } finally {
      System.clearProperty(OFFLINE);
    }
  }

  private static HuggingFaceTokenizer newTokenizer(byte[] json) throws IOException {
    return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), OPTIONS);
  }

  /** The ids of the first {@code limit} tokens, fewer where the text has no more. */
  long[] ids(String text, int limit) {
    String plain = plain(text);
    long[] ids = new long[limit];
    int count = 0;
    for (int start = 0; start < plain.length() && count < limit; ) {
      int end = pieceEnd(plain, start);
      long[] more = encode(plain.substring(start, end));
      int taken = Math.min(more.length, limit - count);
      System.arraycopy(more, 0, ids, count, taken);
      count += taken;
      start = end;
    }
    return Arrays.copyOf(ids, count);
  }

  /** The share of tokens with this id, 0 for a text without tokens. */
  double share(String text, long id) {
    String plain = plain(text);
    long found = 0;
    long count = 0;
    for (int start = 0; start < plain.length(); ) {
      int end = pieceEnd(plain, start);
      long[] ids = encode(plain.substring(start, end));
      found += LongStream.of(ids).filter(other -> other == id).count();
      count += ids.length;
      start = end;
    }
    return count == 0 ? 0 : (double) found / count;
  }

  /** What the model is to read: no invisible characters, no half characters, no special tokens. */
  private String plain(String text) {
    String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return specialText.defuse(InvisibleText.strip(whole));
  }

  private static int pieceEnd(String text, int start) {
    int limit = start + PIECE_LENGTH;
    if (limit >= text.length()) {
      return text.length();
    }
    for (int end = limit; end > start; end--) {
      char last = text.charAt(end - 1);
      if (last == ' ' || last == '\n') {
        return end;
      }
    }
    return Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
  }

  private long[] encode(String piece) {
    try {
      return tokenizer.encode(piece, false, false).getIds();
    } catch (RuntimeException e) {
      throw new EmbeddingException("A text could not be cut into tokens: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
