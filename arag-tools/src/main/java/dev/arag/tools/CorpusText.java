package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.search.RenderedHit;
import dev.arag.tools.internal.search.SectionFormat;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.RenderedHits;
import dev.arag.tools.spi.TextFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Renders text of a corpus for prompts that code writes, in the form in which the tools show it to
 * a model. Unlike the tools, these methods show text again that was already shown in the
 * conversation, because a model may receive a prompt without the earlier messages. Unless a method
 * says otherwise, the length of the text is not limited.
 */
public final class CorpusText {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private CorpusText() {}

  /**
   * Returns the form in which {@link Toolbox#of} shows text: sections between two marker lines,
   * which show the model where untrusted text begins and ends.
   */
  public static TextFormat standardFormat() {
    return SectionFormat.INSTANCE;
  }

  /**
   * Renders hits in the form of {@code semantic_search}, up to {@link
   * CallContext#maxSearchTokens()}. Of a long section, at least the first matching sentence is
   * shown.
   *
   * @param hits the hits, best first
   * @param note returns a line to add below a hit; not called if {@link
   *     CallContext#showsFullText()} is true
   */
  public static RenderedHits render(
      List<SemanticHit> hits, Function<SemanticHit, Optional<String>> note, CallContext call) {
    requireNonNull(note, "note");
    requireNonNull(call, "call");
    return RenderedHit.join(
        requireNonNull(hits, "hits"),
        call,
        hit ->
            RenderedHit.of(hit, 0, sentences -> sentences.stream().limit(1).toList(), call)
                .withNote(note.apply(hit)));
  }

  /**
   * Renders whole chunks, as {@code chunk_read} does.
   *
   * @param ids the ids of the chunks in the order in which to show them; duplicates are ignored.
   *     The rendered text lists the ids that are unknown, deleted or out of scope.
   * @param tracker the tracker of the conversation; it records that the text was shown
   */
  public static Observation.Found chunks(
      Collection<ChunkId> ids, Corpus corpus, TextFormat format, ContextTracker tracker) {
    requireNonNull(format, "format");
    CallContext call = begin(tracker);
    Map<ChunkId, Chunk> found = read(requireNonNull(ids, "ids"), corpus);
    List<ChunkId> unknown = ids.stream().filter(id -> !found.containsKey(id)).toList();
    return record(format.chunks(List.copyOf(found.values()), unknown, call), tracker);
  }

  /**
   * Renders the sections and sentences that a search shows of its hits.
   *
   * @param hits the hits in the order in which to show them. The rendered text lists the chunks of
   *     hits that are not in the corpus, for example because they are out of scope.
   * @param tracker the tracker of the conversation; it records that the text was shown
   */
  public static Observation.Found hits(
      List<? extends Hit> hits, Corpus corpus, TextFormat format, ContextTracker tracker) {
    requireNonNull(format, "format");
    CallContext call = begin(tracker);
    Map<ChunkId, Chunk> found =
        read(requireNonNull(hits, "hits").stream().map(Hit::chunkId).toList(), corpus);
    List<Hit> known = new ArrayList<>(hits);
    known.removeIf(hit -> !isIn(found, hit));
    List<ChunkId> unknown =
        hits.stream().filter(hit -> !isIn(found, hit)).map(Hit::chunkId).toList();
    return record(format.hits(known, unknown, call), tracker);
  }

  private static boolean isIn(Map<ChunkId, Chunk> found, Hit hit) {
    Chunk chunk = found.get(hit.chunkId());
    return chunk != null && chunk.text().equals(hit.chunk().text());
  }

  private static CallContext begin(ContextTracker tracker) {
    ConversationTracker.of(tracker).beginCall();
    return new CallContext(tracker, section -> false, NO_LIMIT, Set.of());
  }

  private static Map<ChunkId, Chunk> read(Collection<ChunkId> ids, Corpus corpus) {
    Map<ChunkId, Chunk> found = new LinkedHashMap<>();
    requireNonNull(corpus, "corpus").read(ids).forEach(chunk -> found.put(chunk.id(), chunk));
    return found;
  }

  private static Observation.Found record(Observation.Found found, ContextTracker tracker) {
    ConversationTracker.of(tracker).record(found);
    return found;
  }
}
