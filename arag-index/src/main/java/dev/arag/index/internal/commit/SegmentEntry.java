package dev.arag.index.internal.commit;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A segment as the manifest lists it.
 *
 * @param vectors null where nothing is embedded
 */
public record SegmentEntry(
    StoredFile chunks,
    StoredFile keywords,
    @Nullable StoredFile vectors,
    long documentCount,
    long chunkCount,
    long sentenceCount) {
  List<StoredFile> files() {
    return Stream.of(chunks, keywords, vectors).flatMap(Stream::ofNullable).toList();
  }

  SegmentEntry withVectors(StoredFile vectors) {
    return new SegmentEntry(chunks, keywords, vectors, documentCount, chunkCount, sentenceCount);
  }
}
