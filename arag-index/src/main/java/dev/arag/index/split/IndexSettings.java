package dev.arag.index.split;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Profile;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The settings by which the documents of an index are split and their sentences are embedded. Every
 * store uses this class, because stored vectors depend on {@link #embeddedText}.
 *
 * @param chunkTokens the approximate length of a chunk in o200k tokens
 * @param headingsInEmbeddings whether each sentence is embedded together with its heading; false in
 *     the paper profile
 * @param profile the rules by which documents are split and sentences are embedded
 */
public record IndexSettings(int chunkTokens, boolean headingsInEmbeddings, Profile profile) {
  /** The settings of a new index. */
  public static final IndexSettings DEFAULT =
      new IndexSettings(Splitter.DEFAULT_CHUNK_TOKENS, true, Profile.DEFAULT);

  public IndexSettings {
    requireNonNull(profile, "profile");
  }

  /**
   * Returns these settings with the values that an application has set. A value that is null does
   * not change.
   *
   * @throws IllegalArgumentException if headings are set for the paper profile, which has none
   */
  public IndexSettings with(
      @Nullable Integer newChunkTokens,
      @Nullable Boolean newHeadingsInEmbeddings,
      @Nullable Profile newProfile) {
    Profile rules = newProfile == null ? profile : newProfile;
    if (rules == Profile.PAPER && Boolean.TRUE.equals(newHeadingsInEmbeddings)) {
      throw new IllegalArgumentException(
          "headingsInEmbeddings must be false in the paper profile, which has no headings.");
    }
    boolean withHeadings =
        newHeadingsInEmbeddings == null ? headingsInEmbeddings : newHeadingsInEmbeddings;
    return new IndexSettings(
        newChunkTokens == null ? chunkTokens : newChunkTokens,
        withHeadings && rules != Profile.PAPER,
        rules);
  }

  /**
   * Checks that stored documents, which these settings describe, were split by the rules of other
   * settings. The length of chunks may differ.
   *
   * @param store the kind of the store, such as {@code index}, for the message
   * @param name the name of the store with its kind, for the message
   * @throws CorpusException if the profiles differ
   */
  public void requireProfileOf(IndexSettings given, String store, String name) {
    if (profile != requireNonNull(given, "given").profile()) {
      throw new CorpusException(
          requireNonNull(name, "name")
              + " was created with the "
              + profile.name().toLowerCase(Locale.ROOT)
              + " profile and cannot be used with the "
              + given.profile().name().toLowerCase(Locale.ROOT)
              + " profile. Open it without a profile, or create another "
              + requireNonNull(store, "store")
              + ".");
    }
  }

  /** Returns the splitter for documents. */
  public Splitter splitter(TokenCounter counter) {
    return new Splitter(chunkTokens, counter, profile);
  }

  /** Returns the text that is embedded for a sentence; not blank. */
  public String embeddedText(Sentence sentence) {
    if (headingsInEmbeddings) {
      return requireNonNull(sentence, "sentence").embeddedText();
    }
    String text = profile == Profile.PAPER ? sentence.textWithoutEndMarks() : "";
    return text.isEmpty() ? sentence.withoutHeading().embeddedText() : text;
  }
}
