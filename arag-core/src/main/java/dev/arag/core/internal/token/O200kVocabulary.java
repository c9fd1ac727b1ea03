package dev.arag.core.internal.token;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.GptBytePairEncodingParams;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Loads the o200k vocabulary of JTokkit without the pre-tokenizer of JTokkit. That pre-tokenizer
 * uses the Unicode version of the JDK, so token counts would differ between JDKs.
 */
public final class O200kVocabulary {
  private static final String NAME = "o200k_base";
  private static final String RESOURCE = "/com/knuddels/jtokkit/" + NAME + ".tiktoken";

  private static final int EXPECTED_TOKENS = 200_000;

  /** Matches any text as a single piece. */
  private static final Pattern WHOLE_TEXT = Pattern.compile(".+", Pattern.DOTALL);

  private O200kVocabulary() {}

  /** Returns an encoding that treats each text as a single piece. */
  static Encoding load() {
    GptBytePairEncodingParams parameters =
        new GptBytePairEncodingParams(NAME, WHOLE_TEXT, ranks(), Map.of());
    return Encodings.newLazyEncodingRegistry()
        .registerGptBytePairEncoding(parameters)
        .getEncoding(NAME)
        .orElseThrow();
  }

  private static IdentityHashMap<byte[], Integer> ranks() {
    try (InputStream in = Encodings.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "The JTokkit library is incomplete: it has no resource " + RESOURCE);
      }
      return parse(in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(
          "The JTokkit library is corrupt: cannot read the resource " + RESOURCE, e);
    }
  }

  /** Each line contains a token in Base64, a space, and its rank. */
  private static IdentityHashMap<byte[], Integer> parse(byte[] lines) {
    IdentityHashMap<byte[], Integer> ranks = new IdentityHashMap<>(EXPECTED_TOKENS);
    Base64.Decoder decoder = Base64.getDecoder();
    int at = 0;
    while (at < lines.length) {
      int space = at;
      while (lines[space] != ' ') {
        space++;
      }
      byte[] token = decoder.decode(Arrays.copyOfRange(lines, at, space));
      int rank = 0;
      for (at = space + 1; at < lines.length && lines[at] != '\n'; at++) {
        rank = 10 * rank + lines[at] - '0';
      }
      at++;
      ranks.put(token, rank);
    }
    return ranks;
  }
}
