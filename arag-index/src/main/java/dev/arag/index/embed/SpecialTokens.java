package dev.arag.index.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.arag.core.error.EmbeddingException;
import java.util.Arrays;

/** The special tokens around every text. */
final class SpecialTokens {
  private static final String SAMPLE = "a";

  private final long[] before;
  private final long[] after;

  private SpecialTokens(long[] before, long[] after) {
    this.before = before;
    this.after = after;
  }

  static SpecialTokens of(HuggingFaceTokenizer tokenizer, TokenizerJson json, String endToken) {
    return endToken.isEmpty() ? template(tokenizer) : end(json, endToken);
  }

  private static SpecialTokens end(TokenizerJson json, String endToken) {
    Long id = json.added().get(endToken);
    if (id == null) {
      throw new EmbeddingException(
          "tokenizer.json has no token "
              + endToken
              + ", which must stand at the end of every text: it belongs to another model.");
    }
    return new SpecialTokens(new long[0], new long[] {id});
  }

  /** A sample with and without the template shows what it puts around a text. */
  private static SpecialTokens template(HuggingFaceTokenizer tokenizer) {
    long[] bare = tokenizer.encode(SAMPLE, false, false).getIds();
    long[] framed = tokenizer.encode(SAMPLE, true, false).getIds();
    for (int start = 0; start + bare.length <= framed.length; start++) {
      int end = start + bare.length;
      if (Arrays.equals(framed, start, end, bare, 0, bare.length)) {
        return new SpecialTokens(
            Arrays.copyOf(framed, start), Arrays.copyOfRange(framed, end, framed.length));
      }
    }
    throw new EmbeddingException(
        "tokenizer.json changes the tokens of a text when it adds special ones: "
            + Arrays.toString(bare)
            + " became "
            + Arrays.toString(framed)
            + ". Such tokenizers are not supported.");
  }

  int length() {
    return before.length + after.length;
  }

  long[] around(long[] ids) {
    long[] framed = Arrays.copyOf(before, length() + ids.length);
    System.arraycopy(ids, 0, framed, before.length, ids.length);
    System.arraycopy(after, 0, framed, before.length + ids.length, after.length);
    return framed;
  }
}
