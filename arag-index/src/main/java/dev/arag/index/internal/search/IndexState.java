package dev.arag.index.internal.search;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Chunk;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.commit.EncoderInfo;
import dev.arag.index.internal.commit.Generation;
import dev.arag.index.internal.commit.Segment;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an open index serves at one time: a published state, and the encoder its vectors ask for.
 * Each is its own identity.
 */
public final class IndexState {
  private final Generation generation;
  private final EncoderChoice encoder;
  private final Object place;
  private final BooleanSupplier isClosed;

  /**
   * @param place the index, for messages
   * @param isClosed whether the index was closed
   */
  public IndexState(
      Generation generation, EncoderChoice encoder, Object place, BooleanSupplier isClosed) {
    this.generation = generation;
    this.encoder = encoder;
    this.place = place;
    this.isClosed = isClosed;
  }

  public Generation generation() {
    return generation;
  }

  public EncoderChoice encoder() {
    return encoder;
  }

  /** Gives this state for good, as long as the index is open. */
  Supplier<IndexState> pinned() {
    return this::requireOpen;
  }

  public IndexState requireOpen() {
    if (isClosed.getAsBoolean()) {
      throw new IllegalStateException(place + " is closed.");
    }
    return this;
  }

  Embedder queryEmbedder() {
    EncoderInfo mark = generation.manifest().encoder();
    return encoder.forQuery(mark, place);
  }

  /** The ids of all documents, in corpus order. */
  public List<String> documentIds() {
    return generation.segments().stream()
        .flatMap(IndexState::documentIds)
        .sorted(CorpusOrder::compareCodePoints)
        .toList();
  }

  private static Stream<String> documentIds(Segment segment) {
    ChunksReader chunks = segment.chunks();
    return IntStream.range(0, chunks.documents())
        .filter(segment::isLive)
        .mapToObj(chunks::documentId);
  }

  /** All chunks, in the order they are stored. */
  public List<Chunk> chunks() {
    return generation.segments().stream().flatMap(IndexState::chunks).toList();
  }

  private static Stream<Chunk> chunks(Segment segment) {
    ChunksReader chunks = segment.chunks();
    return IntStream.range(0, chunks.chunks())
        .filter(chunk -> segment.isLive(chunks.document(chunk)))
        .mapToObj(chunks::read);
  }
}
