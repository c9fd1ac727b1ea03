package dev.arag.index.internal.search;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.internal.thread.CallThreads;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.index.internal.commit.Segment;
import dev.arag.index.internal.file.Remedy;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.vector.VectorReader;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A view of an index that is restricted to a scope. Shows either the current commit or a fixed one.
 * If the index has rights, a view contains nothing unless its scope checks them.
 */
public final class IndexView implements Catalogue, MeanSearch {
  private static final Scope NOTHING = Scope.documents();

  private final Supplier<IndexState> states;
  private final Scope scope;
  private final boolean ignoresRights;
  private volatile @Nullable ScopedState lastScoped;

  public IndexView(Supplier<IndexState> states, Scope scope) {
    this(states, scope, false);
  }

  /**
   * @param ignoresRights whether the view contains documents that nobody may read
   */
  public IndexView(Supplier<IndexState> states, Scope scope, boolean ignoresRights) {
    this.states = requireNonNull(states, "states");
    this.scope = requireNonNull(scope, "scope");
    this.ignoresRights = ignoresRights;
  }

  /** Returns this view of one commit. */
  private IndexView of(IndexState state) {
    return new IndexView(state.pin(), scope, ignoresRights);
  }

  /**
   * Returns the current state restricted to the scope. Segments store the chunks in scope, so that
   * other views with an equal scope do not evaluate it again.
   */
  private ScopedState scopedState() {
    IndexState state = states.get();
    ScopedState last = lastScoped;
    if (last == null || !last.isOf(state)) {
      boolean isAllowed = ignoresRights || !state.hasRights() || scope.checksRights();
      last = ScopedState.of(state, isAllowed ? scope : NOTHING);
      lastScoped = last;
    }
    return last;
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    return runChecked(
        scoped -> scoped.keywordSearch(query, topK, offset),
        segment -> segment.keywords().requireWhole());
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    EmbeddedQuery.Range range = new EmbeddedQuery.Range(topK, offset);
    return runChecked(
        scoped -> scoped.semanticSearch(query, range), IndexView::requireWholeVectors);
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    requireNonNull(queries, "queries").forEach(query -> requireNonNull(query, "query"));
    EmbeddedQuery.Range range = new EmbeddedQuery.Range(topK, offset);
    return runChecked(
        scoped -> scoped.semanticSearchAll(queries, range), IndexView::requireWholeVectors);
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return Optional.of(this);
  }

  @Override
  public List<SemanticHit> semanticSearch(
      List<String> texts, RankingRules rules, int topK, int offset) {
    List<SemanticQuery> queries = SemanticQuery.all(texts, rules);
    EmbeddedQuery.Range range = new EmbeddedQuery.Range(topK, offset);
    return runChecked(scoped -> scoped.meanSearch(queries, range), IndexView::requireWholeVectors);
  }

  @Override
  public OptionalDouble weakBelow() {
    return states.get().embedder().weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    requireNonNull(ids, "ids").forEach(id -> requireNonNull(id, "id"));
    return runChecked(scoped -> scoped.read(ids), segment -> {});
  }

  /**
   * Runs a search and then checks that the files it used were not truncated. If a mapped file is
   * truncated, reads return zeros, and the JVM throws an {@link InternalError}. Some JVM versions
   * throw this error only after the read has returned.
   *
   * @param check checks the files that the search reads in addition to the chunks file
   */
  private <T> T runChecked(Function<ScopedState, T> search, Consumer<Segment> check) {
    try {
      ScopedState scoped = scopedState();
      // On a virtual thread, the embedder's native code would block the scheduler.
      T result = CallThreads.call("arag-search", () -> search.apply(scoped));
      for (ScopedSegment each : scoped.segments()) {
        each.segment().chunks().requireWhole();
        check.accept(each.segment());
      }
      return result;
    } catch (InternalError e) {
      throw new CorruptIndexException(
          "A file of the index was truncated while it was open. " + Remedy.REBUILD, e);
    }
  }

  private static void requireWholeVectors(Segment segment) {
    VectorReader vectors = segment.vectors();
    if (vectors != null) {
      vectors.requireWhole();
    }
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    requireNonNull(slice, "slice");
    return runChecked(scoped -> scoped.documents().entries(slice), segment -> {});
  }

  @Override
  public FindResult find(FindQuery query, int limit, int offset) {
    FindSearch search = new FindSearch(query, limit, offset);
    return runChecked(
        scoped -> search.find(scoped.documents()), segment -> segment.keywords().requireWhole());
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    requireNonNull(documentId, "documentId");
    return runChecked(scoped -> scoped.chunksOf(documentId), segment -> {});
  }

  @Override
  public Optional<Document> document(String documentId) {
    requireNonNull(documentId, "documentId");
    // Both reads use one commit, because a sync may add text to an empty document between them.
    IndexView fixed =
        runChecked(
            scoped -> {
              IndexView view = of(scoped.state());
              view.lastScoped = scoped;
              return view;
            },
            segment -> {});
    return fixed
        .joinedDocument(documentId)
        .or(() -> fixed.runChecked(scoped -> scoped.emptyDocument(documentId), segment -> {}));
  }

  @Override
  public List<Region> regions(String documentId, int from, int to) {
    requireNonNull(documentId, "documentId");
    return runChecked(scoped -> scoped.regions(documentId, from, to), segment -> {});
  }

  private Optional<Document> joinedDocument(String documentId) {
    return Catalogue.super.document(documentId);
  }

  @Override
  public Optional<MentionSource> mentions() {
    IndexState state = states.get();
    return state.commitPoint().manifest().finder() == null
        ? Optional.empty()
        : Optional.of(new IndexMentions(of(state)));
  }

  <T> T readMentions(Function<List<ScopedSegment>, T> read) {
    return runChecked(scoped -> read.apply(scoped.segments()), IndexView::requireWholeMentions);
  }

  private static void requireWholeMentions(Segment segment) {
    PostingsReader mentions = segment.mentions();
    if (mentions != null) {
      mentions.requireWhole();
    }
  }

  @Override
  public Optional<Object> version() {
    return Optional.of(List.of(states.get().commitPoint().manifest(), scope, ignoresRights));
  }

  @Override
  public IndexView within(Scope narrower) {
    return new IndexView(states, scope.and(requireNonNull(narrower, "scope")), ignoresRights);
  }

  @Override
  public IndexView snapshot() {
    return of(states.get());
  }

  @Override
  public boolean hasRights() {
    return !ignoresRights && states.get().hasRights();
  }
}
