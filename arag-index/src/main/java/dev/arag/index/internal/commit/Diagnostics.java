package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.Diagnostic;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Puts into words what is stored of documents that a user should know. */
public final class Diagnostics {
  /** From this share of unknown text on, search by meaning will not work for a document. */
  private static final double UNKNOWN_SHARE = 0.2;

  private final List<String> texts = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private final Map<String, Integer> foreign = new TreeMap<>();
  private long cut;

  static List<String> of(List<Segment> segments) {
    Diagnostics remarks = new Diagnostics();
    segments.forEach(remarks::add);
    return remarks.all();
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
          .filter(remark -> segment.isLive(remark.document()))
          .forEach(remark -> add(chunks, remark));
    }
  }

  /** Adds what the encoder makes of a document. */
  public void add(ChunksReader chunks, Diagnostic remark) {
    cut += remark.cutSentences();
    if (!remark.language().isEmpty()) {
      foreign.merge(remark.language(), 1, Integer::sum);
    } else if (remark.unknownShare() > UNKNOWN_SHARE) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the encoder;"
                  + " semantic search will not work for it",
              chunks.documentId(remark.document()),
              100 * remark.unknownShare()));
    }
  }

  /** Whether a user should know. */
  public static boolean isWorthSaying(Diagnostic remark) {
    return remark.cutSentences() > 0
        || remark.unknownShare() > UNKNOWN_SHARE
        || !remark.language().isEmpty();
  }

  /** All that was added, each one sentence. */
  public List<String> all() {
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
        + "), for which the encoder was not trained: keyword search finds what is in "
        + (documents == 1 ? "it" : "them")
        + ", semantic search hardly does";
  }
}
