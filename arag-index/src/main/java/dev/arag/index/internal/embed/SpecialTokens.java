package dev.arag.index.internal.embed;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import dev.arag.core.error.EmbeddingException;
import java.util.Arrays;

/** The special tokens to add before and after every text. */
public final class SpecialTokens {
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
          "tokenizer.json does not contain the token "
              + endToken
              + ", which must end every text. The file belongs to another model.");
    }
    return new SpecialTokens(new long[0], new long[] {id});
  }

  /**
   * Finds the special tokens of the template by tokenizing a sample with and without the template.
   */
  private static SpecialTokens template(HuggingFaceTokenizer tokenizer) {
    long[] bare = tokenizer.encode(SAMPLE, false, false).getIds();
    long[] withTokens = tokenizer.encode(SAMPLE, true, false).getIds();
    for (int start = 0; start + bare.length <= withTokens.length; start++) {
      int end = start + bare.length;
      if (Arrays.equals(withTokens, start, end, bare, 0, bare.length)) {
        return new SpecialTokens(
            Arrays.copyOf(withTokens, start),
            Arrays.copyOfRange(withTokens, end, withTokens.length));
      }
    }
    throw new EmbeddingException(
        ("tokenizer.json changes the tokens of a text when it adds special tokens: %s"
                + " became %s. Such tokenizers are not supported.")
            .formatted(Arrays.toString(bare), Arrays.toString(withTokens)));
  }

  int length() {
    return before.length + after.length;
  }

  long[] wrap(long[] ids) {
    long[] withTokens = Arrays.copyOf(before, length() + ids.length);
    System.arraycopy(ids, 0, withTokens, before.length, ids.length);
    System.arraycopy(after, 0, withTokens, before.length + ids.length, after.length);
    return withTokens;
  }
}
