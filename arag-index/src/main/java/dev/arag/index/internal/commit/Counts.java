package dev.arag.index.internal.commit;

/** How much a segment, or a part of it, holds. */
public record Counts(long documents, long chunks, long sentences) {
  public static final Counts NONE = new Counts(0, 0, 0);

  public Counts plus(Counts other) {
    return new Counts(
        documents + other.documents, chunks + other.chunks, sentences + other.sentences);
  }

  Counts minus(Counts other) {
    return new Counts(
        documents - other.documents, chunks - other.chunks, sentences - other.sentences);
  }

  String inWords() {
    return "documents " + documents + ", chunks " + chunks + ", sentences " + sentences;
  }

  /** What merges go by. */
  long size() {
    return documents + sentences;
  }
}
