package dev.arag.index.internal.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.Utils;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.internal.thread.CallThreads;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.LongStream;

/**
 * Converts text to token ids. If a text is long, only as much of it is read as the token limit
 * requires. The part that is read ends at white space, so that its tokens are the same as in the
 * whole text. Thread-safe, except that {@link #close} must not be called during another call.
 */
public final class Tokenizer implements AutoCloseable {
  /**
   * The length of the part of a text that is tokenized first, in UTF-16 units. For most token
   * limits, this part is long enough.
   */
  private static final int PIECE_LENGTH = 4096;

  private static final String OFFLINE = "ai.djl.offline";

  /** Disables truncation and padding; by default, the library truncates at 512 tokens and pads. */
  private static final Map<String, String> OPTIONS =
      Map.of("truncation", "do_not_truncate", "padding", "do_not_pad");

  private final HuggingFaceTokenizer tokenizer;
  private final SpecialTokenEscaper escaper;
  private final SpecialTokens specialTokens;
  private final long unknown;

  private Tokenizer(HuggingFaceTokenizer tokenizer, TokenizerJson json, String endToken) {
    this.tokenizer = tokenizer;
    this.escaper = new SpecialTokenEscaper(json.added().keySet());
    this.specialTokens = SpecialTokens.of(tokenizer, json, endToken);
    this.unknown = json.unknown();
  }

  /**
   * @param json a Hugging Face {@code tokenizer.json}
   * @param endToken the content of the special token to add after every text; empty to use the
   *     special tokens of the tokenizer's template
   */
  static Tokenizer load(byte[] json, String endToken) {
    TokenizerJson parsed = parse(json);
    try {
      HuggingFaceTokenizer loaded = loadOffline(json, OPTIONS);
      try {
        return new Tokenizer(loaded, parsed, endToken);
      } catch (RuntimeException e) {
        loaded.close();
        throw e;
      }
    } catch (EmbeddingException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      Throwable cause = e instanceof CompletionException ? e.getCause() : e;
      throw new EmbeddingException(
          ("The tokenizer could not be loaded (%s). %s The tokenizer's native library is"
                  + " unpacked to %s, which must be writable. To use another folder, set the"
                  + " environment variable DJL_CACHE_DIR.")
              .formatted(cause, NativePlatforms.PLATFORMS, Utils.getEngineCacheDir("tokenizers")),
          cause);
    }
  }

  private static TokenizerJson parse(byte[] json) {
    try {
      return TokenizerJson.read(json);
    } catch (IOException e) {
      throw new EmbeddingException(
          "tokenizer.json cannot be read: " + e.getMessage() + ". Copy the file again.", e);
    }
  }

  /**
   * Loads the tokenizer while DJL is in offline mode. Otherwise, DJL would send network requests to
   * find metadata about the machine. The system property is cleared afterwards, because the
   * application may use DJL too.
   *
   * @param options the options of DJL
   */
  public static HuggingFaceTokenizer loadOffline(byte[] json, Map<String, String> options) {
    if (System.getProperty(OFFLINE) != null) {
      return newTokenizer(json, options);
    }
    System.setProperty(OFFLINE, "true");
    try {
      return newTokenizer(json, options);
    } finally {
      System.clearProperty(OFFLINE);
    }
  }

  /**
   * Creates the tokenizer on another thread, because a native library that DJL loads first can
   * clear the interrupt flag. An interrupt of this thread does not end the wait, and the flag stays
   * set.
   */
  private static HuggingFaceTokenizer newTokenizer(byte[] json, Map<String, String> options) {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), options);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            },
            task -> {
              Thread unused = CallThreads.start("arag-tokenizer-loading", task);
            })
        .join();
  }

  /** Tokenizes a text and adds the special tokens. A text with too many tokens is truncated. */
  long[] tokenize(String text, int maxTokens) {
    return specialTokens.wrap(ids(text, maxTokens - specialTokens.length()));
  }

  boolean fits(String text, int maxTokens) {
    int available = maxTokens - specialTokens.length();
    return ids(text, available + 1).length <= available;
  }

  /** Returns the ids of the first {@code limit} tokens, or of all tokens if there are fewer. */
  private long[] ids(String text, int limit) {
    String plain = plain(text);
    for (int length = PIECE_LENGTH; ; length *= 2) {
      int end = pieceEnd(plain, 0, length);
      long[] ids = tokenize(plain.substring(0, end));
      if (ids.length >= limit) {
        return Arrays.copyOf(ids, limit);
      }
      if (end == plain.length()) {
        return ids;
      }
    }
  }

  /** Returns the share of unknown tokens, or 0 if the text has no tokens. */
  double unknownShare(String text) {
    String plain = plain(text);
    long found = 0;
    long count = 0;
    for (int start = 0; start < plain.length(); ) {
      int end = pieceEnd(plain, start, PIECE_LENGTH);
      long[] ids = tokenize(plain.substring(start, end));
      found += LongStream.of(ids).filter(id -> id == unknown).count();
      count += ids.length;
      start = end;
    }
    return count == 0 ? 0 : (double) found / count;
  }

  /** Removes invisible characters, replaces lone surrogates, and escapes special tokens. */
  private String plain(String text) {
    String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return escaper.escape(InvisibleText.strip(whole));
  }

  /**
   * Returns the end of a piece. A piece ends before white space, which belongs to the next token.
   */
  private static int pieceEnd(String text, int start, int length) {
    int limit = start + length;
    if (limit < 0 || limit >= text.length()) {
      return text.length();
    }
    for (int end = limit; end > start; end--) {
      if (isSpace(text.charAt(end)) && !isSpace(text.charAt(end - 1))) {
        return end;
      }
    }
    return Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
  }

  private static boolean isSpace(char character) {
    return character == ' ' || character == '\n';
  }

  private long[] tokenize(String piece) {
    try {
      return tokenizer.encode(piece, false, false).getIds();
    } catch (RuntimeException e) {
      throw new EmbeddingException("A text could not be tokenized: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
