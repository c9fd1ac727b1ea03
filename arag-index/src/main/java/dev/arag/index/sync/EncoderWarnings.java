package dev.arag.index.sync;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects what an encoder cannot represent well in documents, and formats it as sentences for the
 * user. Not thread-safe.
 */
public final class EncoderWarnings {
  /**
   * If the unknown share of a text is larger than this, semantic search does not work for the
   * document.
   */
  private static final double UNKNOWN_SHARE = 0.2;

  private final List<String> unknown = new ArrayList<>();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private long cut;

  /** Creates an object without warnings. */
  public EncoderWarnings() {}

  /**
   * Adds what {@link EncoderCheck} has found in a document. Values that {@link #isReportable} does
   * not report have no effect.
   *
   * @param unknownShare the share of the text that the encoder cannot interpret, from 0 to 1
   * @param cutSentences the number of sentences that are longer than the encoder accepts
   * @param language the language code of the document if the encoder was not trained for this
   *     language, otherwise empty. The unknown share is then not reported either
   */
  public void add(String documentId, float unknownShare, int cutSentences, String language) {
    requireNonNull(documentId, "documentId");
    requireNonNull(language, "language");
    cut += cutSentences;
    if (!language.isEmpty()) {
      foreign.merge(language, 1, Integer::sum);
    } else if (unknownShare > UNKNOWN_SHARE) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the encoder;"
                  + " semantic search will not work for it",
              documentId,
              100 * unknownShare));
    }
  }

  /** Returns whether these values are serious enough to be reported to the user. */
  public static boolean isReportable(float unknownShare, int cutSentences, String language) {
    requireNonNull(language, "language");
    return cutSentences > 0 || unknownShare > UNKNOWN_SHARE || !language.isEmpty();
  }

  /** Returns all messages, one sentence each. */
  public List<String> messages() {
    List<String> all = new ArrayList<>(unknown);
    foreign.forEach((language, documents) -> all.add(foreign(language, documents)));
    if (cut > 0) {
      all.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the encoder takes; only the start is embedded");
    }
    return all;
  }

  private static String foreign(String language, int documents) {
    return (documents == 1 ? "1 document is" : documents + " documents are")
        + " in "
        + Locale.forLanguageTag(language).getDisplayLanguage(Locale.ENGLISH)
        + " ("
        + language
        + "), for which the encoder was not trained: keyword search works, but semantic search"
        + " finds few relevant passages in "
        + (documents == 1 ? "it" : "them")
        + "; use an encoder for this language, such as Qwen3-Embedding";
  }
}
