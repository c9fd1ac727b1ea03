package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.Diagnostic;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Formats the stored warnings and diagnostics of documents as sentences for the user. */
public final class DiagnosticMessages {
  /**
   * If the unknown share of a text is larger than this, semantic search does not work for the
   * document.
   */
  private static final double UNKNOWN_SHARE = 0.2;

  private final List<String> texts = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private long cut;

  static List<String> of(List<Segment> segments) {
    DiagnosticMessages diagnostics = new DiagnosticMessages();
    segments.forEach(diagnostics::add);
    return diagnostics.messages();
  }

  private void add(Segment segment) {
    ChunksReader chunks = segment.chunks();
    for (int document : chunks.warned()) {
      if (segment.isLive(document)) {
        String id = chunks.documentId(document);
        chunks.warnings(document).forEach(warning -> texts.add(id + ": " + warning));
      }
    }
    VectorReader vectors = segment.vectors();
    if (vectors != null) {
      vectors.diagnostics(chunks.documents()).stream()
          .filter(diagnostic -> segment.isLive(diagnostic.document()))
          .forEach(diagnostic -> add(chunks, diagnostic));
    }
  }

  /** Adds the diagnostic of a document. */
  public void add(ChunksReader chunks, Diagnostic diagnostic) {
    cut += diagnostic.cutSentences();
    if (!diagnostic.language().isEmpty()) {
      foreign.merge(diagnostic.language(), 1, Integer::sum);
    } else if (diagnostic.unknownShare() > UNKNOWN_SHARE) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the encoder;"
                  + " semantic search will not work for it",
              chunks.documentId(diagnostic.document()),
              100 * diagnostic.unknownShare()));
    }
  }

  /** Returns whether a diagnostic is serious enough to be reported to the user. */
  public static boolean isReportable(Diagnostic diagnostic) {
    return diagnostic.cutSentences() > 0
        || diagnostic.unknownShare() > UNKNOWN_SHARE
        || !diagnostic.language().isEmpty();
  }

  /** Returns all messages, one sentence each. */
  public List<String> messages() {
    List<String> all = new ArrayList<>(texts);
    all.addAll(unknown);
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
        + (documents == 1 ? "it" : "them");
  }
}
