package dev.arag.index.internal.commit;

/**
 * The numbers of documents, chunks and sentences in a segment, in part of a segment, or in an
 * index.
 */
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

  /** Returns the size by which the {@link MergePolicy} compares segments. */
  long size() {
    return documents + sentences;
  }
}
