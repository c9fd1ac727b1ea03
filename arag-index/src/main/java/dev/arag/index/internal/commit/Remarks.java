package dev.arag.index.internal.commit;

import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.vector.Remark;
import dev.arag.index.internal.vector.VectorReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Puts into words what is stored of documents that a user should know. */
public final class Remarks {
  /** From this share of unknown text on, search by meaning will not work for a document. */
  private static final double UNKNOWN_SHARE = 0.2;

  private final List<String> texts = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private long cut;

  static List<String> of(List<Segment> segments) {
    Remarks remarks = new Remarks();
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
      vectors.remarks(chunks.documents()).stream()
          .filter(remark -> segment.isLive(remark.document()))
          .forEach(remark -> add(chunks, remark));
    }
  }

  /** Adds what the encoder makes of a document. */
  public void add(ChunksReader chunks, Remark remark) {
    cut += remark.cutSentences();
    if (isWorthSaying(remark.unknownShare())) {
      unknown.add(
          String.format(
              Locale.ROOT,
              "%s: %.0f %% of its text is unknown to the encoder;"
                  + " semantic search will not work for it",
              chunks.documentId(remark.document()),
              100 * remark.unknownShare()));
    }
  }

  /** Whether so much unknown text makes a difference. */
  public static boolean isWorthSaying(double unknownShare) {
    return unknownShare > UNKNOWN_SHARE;
  }

  /** All that was added, each one sentence. */
  public List<String> all() {
    List<String> all = new ArrayList<>(texts);
    all.addAll(unknown);
    if (cut > 0) {
      all.add(
          (cut == 1 ? "1 sentence is" : cut + " sentences are")
              + " longer than the encoder takes; only the start is embedded");
    }
    return all;
  }
}
