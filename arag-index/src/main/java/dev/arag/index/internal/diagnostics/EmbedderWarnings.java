package dev.arag.index.internal.diagnostics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects what an embedder cannot represent well in documents, and formats it as sentences for the
 * user. Not thread-safe.
 */
public final class EmbedderWarnings {
  /**
   * If the unknown share of a text is larger than this, semantic search does not work for the
   * document.
   */
  private static final double UNKNOWN_SHARE = 0.2;

  private final List<String> unknown = new ArrayList<>();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private long cut;

  /** Adds the problems of an embedder with a document. Returns whether they are reported. */
  public boolean add(String documentId, Diagnostic found) {
    String language = found.language();
    boolean isUnknown = found.unknownShare() > UNKNOWN_SHARE;
    cut += found.cutSentences();
    if (!language.isEmpty()) {
      foreign.merge(language, 1, Integer::sum);
    } else if (isUnknown) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the embedder;"
                  + " semantic search will not work for it",
              documentId,
              100 * found.unknownShare()));
    }
    return isUnknown || found.cutSentences() > 0 || !language.isEmpty();
  }

  /** Returns all messages, one sentence each. */
  public List<String> messages() {
    List<String> all = new ArrayList<>(unknown);
    foreign.forEach((language, documents) -> all.add(foreign(language, documents)));
    if (cut > 0) {
      all.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the embedder takes; only the start is embedded");
    }
    return all;
  }

  private static String foreign(String language, int documents) {
    return (documents == 1 ? "1 document is" : documents + " documents are")
        + " in "
        + Locale.forLanguageTag(language).getDisplayLanguage(Locale.ENGLISH)
        + " ("
        + language
        + "), for which the embedder was not trained: keyword search works, but semantic search"
        + " finds few relevant passages in "
        + (documents == 1 ? "it" : "them")
        + "; use an embedder for this language, such as Qwen3-Embedding";
  }
}
