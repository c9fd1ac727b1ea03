package dev.arag.index.internal.commit;

import dev.arag.core.corpus.Profile;
import dev.arag.core.text.Sentence;
import dev.arag.index.split.Splitter;

/**
 * Settings for splitting and embedding documents.
 *
 * @param chunkTokens the approximate length of a chunk in o200k tokens
 * @param headingsInEmbeddings whether each sentence is embedded together with its heading; false in
 *     the paper profile
 * @param profile the rules by which documents are split and sentences are embedded
 */
public record IndexSettings(int chunkTokens, boolean headingsInEmbeddings, Profile profile) {
  public static final IndexSettings DEFAULT =
      new IndexSettings(Splitter.DEFAULT_CHUNK_TOKENS, true, Profile.DEFAULT);

  /** Returns the text that is embedded for a sentence; not blank. */
  public String embeddedText(Sentence sentence) {
    if (headingsInEmbeddings) {
      return sentence.embeddedText();
    }
    String text = profile == Profile.PAPER ? sentence.textWithoutEndMarks() : "";
    return text.isEmpty() ? sentence.withoutHeading().embeddedText() : text;
  }
}
