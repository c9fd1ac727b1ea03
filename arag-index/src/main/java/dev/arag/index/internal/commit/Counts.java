package dev.arag.index.internal.commit;

/** Counts of a segment or of a part of it. */
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

  String describe() {
    return "documents " + documents + ", chunks " + chunks + ", sentences " + sentences;
  }

  /** The size for the {@link MergePolicy}. */
  long size() {
    return documents + sentences;
  }
}
