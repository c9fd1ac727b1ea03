package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.file.Advice;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An index seen through a scope: the newest state at each call, or one for good. */
final class IndexView implements Corpus {
  private final Supplier<IndexState> states;
  private final Scope scope;
  private volatile @Nullable Scoped lastScoped;

  /** The segments of a state as the scope shows them; worked out once per state. */
  private record Scoped(IndexState state, List<ScopedSegment> segments) {
    long chunks() {
      return segments.stream().mapToLong(ScopedSegment::chunks).sum();
    }
  }

  IndexView(Supplier<IndexState> states, Scope scope) {
    this.states = states;
    this.scope = scope;
  }

  private Scoped scoped() {
    IndexState state = states.get();
    Scoped last = lastScoped;
    if (last == null || last.state() != state) {
      last = scoped(state, last);
      lastScoped = last;
    }
    return last;
  }

  /** What did not change since the last time is not worked out again. */
  private Scoped scoped(IndexState state, @Nullable Scoped last) {
    Map<Segment, ScopedSegment> known = new HashMap<>();
    if (last != null) {
      last.segments().forEach(each -> known.put(each.segment(), each));
    }
    return new Scoped(
        state,
        state.generation().segments().stream()
            .map(each -> known.computeIfAbsent(each, it -> ScopedSegment.of(it, scope)))
            .toList());
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    return guarded(() -> new KeywordSearch(scoped().segments(), topK, offset).hits(query));
  }

  @Override
  public List<SemanticHit> semanticSearch(String query, int topK, int offset) {
    return semanticSearchAll(List.of(query), topK, offset).get(0);
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(List<String> queries, int topK, int offset) {
    return guarded(() -> search(queries, new SemanticSearch(queries.size(), topK, offset)));
  }

  @Override
  public OptionalDouble weakBelow() {
    return states.get().encoder().weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return guarded(() -> find(ids));
  }

  /**
   * Reading a mapping of a file that others cut short raises an error of the JVM, on some versions
   * later than the reading. Nearly always it is still here that it arrives.
   */
  private static <T> T guarded(Supplier<T> search) {
    try {
      return search.get();
    } catch (InternalError e) {
      throw new CorruptIndexException(
          "A file of the index was cut short while it was open. " + Advice.REBUILD, e);
    }
  }

  private List<List<SemanticHit>> search(List<String> queries, SemanticSearch search) {
    List<String> texts = queries.stream().map(IndexView::shownText).toList();
    Scoped scoped = scoped();
    // What is out of scope must not even decide whether an encoder is missed.
    if (scoped.chunks() == 0) {
      return queries.stream().map(query -> List.<SemanticHit>of()).toList();
    }
    Embedder embedder = scoped.state().queryEmbedder();
    return search.search(scoped.segments(), texts.stream().map(embedder::embedQuery).toList());
  }

  private static String shownText(String query) {
    String text = InvisibleText.strip(query);
    if (text.isBlank()) {
      throw new IllegalArgumentException("The query must not be blank.");
    }
    return text;
  }

  private List<Chunk> find(Collection<ChunkId> ids) {
    Scoped scoped = scoped();
    return new LinkedHashSet<>(ids).stream().flatMap(id -> read(scoped, id)).toList();
  }

  private static Stream<Chunk> read(Scoped scoped, ChunkId id) {
    for (ScopedSegment each : scoped.segments()) {
      OptionalInt chunk = each.segment().chunks().find(id);
      if (chunk.isPresent() && each.holds(chunk.getAsInt())) {
        return Stream.of(each.segment().chunks().read(chunk.getAsInt()));
      }
    }
    return Stream.empty();
  }

  @Override
  public Corpus within(Scope narrower) {
    return new IndexView(states, scope.and(narrower));
  }

  @Override
  public Corpus snapshot() {
    IndexState state = states.get();
    return new IndexView(state.pinned(), scope);
  }
}
