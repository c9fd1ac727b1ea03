package dev.arag.core.server;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordMatch;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.internal.text.DocumentTitleLine;
import dev.arag.core.server.MapServer.Facets;
import dev.arag.core.server.MapServer.Near;
import dev.arag.core.server.MapServer.SearchText;
import dev.arag.core.server.MapServer.Term;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A corpus on a {@link MapServer}. It uses only the public API. The server filters, counts and
 * sorts; this class translates scopes and queries, and computes the hits of one page from the
 * server's counts.
 */
record MapServerCorpus(MapServer server, Embedder embedder, Scope scope) implements Catalogue {
  void add(String source, Chunk chunk) {
    Map<String, Object> row = new HashMap<>(ChunkFields.of(chunk));
    row.put("source", source);
    row.put("rules", MatchingRules.VERSION);
    String folded = MatchingRules.fold(chunk.text());
    row.put("folded", searchText(folded));
    row.put("bare", searchText(MatchingRules.dropDiacritics(folded)));
    List<String> sentences = chunk.sentences().stream().map(Sentence::embeddedText).toList();
    row.put(
        "vectors", embedder.embedSentences(sentences).stream().map(Embedding::toArray).toList());
    String ordinal = "%08d".formatted(chunk.location().ordinal());
    server.put(chunk.location().documentId() + "\0" + ordinal, row);
  }

  private static SearchText searchText(String text) {
    BitSet starts = new BitSet();
    BitSet ends = new BitSet();
    for (int i = 0; i < text.length(); i++) {
      starts.set(i, MatchingRules.isWordStart(text, i));
      ends.set(i + 1, MatchingRules.isWordEnd(text, i + 1));
    }
    return new SearchText(text, starts, ends);
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    KeywordHits hits = search(query, topK, offset);
    Set<String> missing = hits.withoutHit();
    return missing.isEmpty() ? hits : search(query.withoutDiacritics(missing), topK, offset);
  }

  private KeywordHits search(KeywordQuery query, int topK, int offset) {
    List<Term> terms =
        IntStream.range(0, query.keywords().size())
            .mapToObj(
                i -> new Term(query.ignoresAccents(i) ? "bare" : "folded", query.folded().get(i)))
            .toList();
    Predicate<Map<String, Object>> isExcluded = excluded(query);
    Facets facets = server.count(terms, RowFilter.of(scope), isExcluded.negate());
    KeywordCounts counts =
        new KeywordCounts(facets.rows(), facets.any(), facets.with(), facets.withWhole());
    List<Long> lengths =
        IntStream.range(0, terms.size())
            .mapToObj(i -> terms.get(i).text().codePoints().count() * query.weightInHundredths(i))
            .toList();
    boolean byRarity = query.rules().ranksByRarity();
    Stream<KeywordMatch> best =
        server
            .best(
                terms,
                byRarity ? counts.rarities(query) : Collections.nCopies(terms.size(), 0.0),
                byRarity ? lengths : Collections.nCopies(terms.size(), 0L),
                lengths,
                RowFilter.of(scope).and(isExcluded.negate()),
                KeywordHits.wantedMatches(query, topK, offset))
            .stream()
            .map(ChunkFields::read)
            .map(query::match)
            .flatMap(Optional::stream);
    return KeywordHits.rank(query, counts, best, topK, offset);
  }

  private static Predicate<Map<String, Object>> excluded(KeywordQuery query) {
    List<Term> terms =
        query.foldedExcluded().stream().map(text -> new Term("folded", text)).toList();
    return row -> terms.stream().anyMatch(term -> term.isWhole(row));
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    SemanticRanking ranking = new SemanticRanking(query, topK, offset);
    float[] vector = embedder.embedQuery(query.text()).toArray();
    for (Near near : server.nearest(vector, RowFilter.of(scope))) {
      Chunk chunk = ChunkFields.read(near.row());
      SentenceHit hit = new SentenceHit(chunk.sentences().get(near.number()), near.score());
      if (!ranking.add(chunk, hit)) {
        break;
      }
    }
    return ranking.hits();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    requireNonNull(ids, "ids").forEach(id -> requireNonNull(id, "id"));
    Map<ChunkId, Chunk> found = new HashMap<>();
    chunks(scope.and(Scope.chunks(ids))).forEach(chunk -> found.put(chunk.id(), chunk));
    return new LinkedHashSet<>(ids)
        .stream().flatMap(id -> Stream.ofNullable(found.get(id))).toList();
  }

  private Stream<Chunk> chunks(Scope of) {
    return server.select(RowFilter.of(of)).map(ChunkFields::read);
  }

  @Override
  public MapServerCorpus within(Scope narrower) {
    return new MapServerCorpus(server, embedder, scope.and(requireNonNull(narrower, "scope")));
  }

  @Override
  public List<CatalogueEntry> documents(Slice slice) {
    requireNonNull(slice, "slice");
    return server
        .select(RowFilter.of(scope))
        .map(row -> (String) row.get("document"))
        .distinct()
        .skip(slice.offset())
        .limit(slice.size())
        .map(this::entry)
        .toList();
  }

  private CatalogueEntry entry(String id) {
    List<Chunk> chunks = chunksOf(id);
    Object source =
        server.select(RowFilter.of(Scope.documents(id))).findFirst().orElseThrow().get("source");
    return new CatalogueEntry(
        id,
        (String) source,
        chunks.get(0).location().title(),
        chunks.get(0).location().metadata(),
        chunks.stream().mapToLong(DocumentTitleLine::lengthWithoutLine).sum(),
        chunks.size());
  }

  @Override
  public List<Chunk> chunksOf(String documentId) {
    requireNonNull(documentId, "documentId");
    return chunks(scope.and(Scope.documents(List.of(documentId)))).toList();
  }
}
