package dev.arag.reranker.internal;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.MeanSearch;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SectionHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.internal.corpus.Paging;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Region;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A corpus whose searches are reranked: the first hits are always those of one search of the same
 * size, whichever page is requested, so that all pages see the same order.
 */
public class RerankedCorpus implements Corpus {
  private final Corpus corpus;
  final Rescoring rescoring;

  public RerankedCorpus(Corpus corpus, Rescoring rescoring) {
    this.corpus = corpus;
    this.rescoring = rescoring;
  }

  /** Searches for a page of hits. */
  private interface Search<H> {
    List<H> hits(int topK, int offset);
  }

  @Override
  public KeywordHits keywordSearch(KeywordQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    Paging.require(topK, offset);
    int reranked = rescoring.maxPairs();
    if (offset >= reranked || !query.rules().ranksByRarity()) {
      return corpus.keywordSearch(query, topK, offset);
    }
    Corpus now = corpus.snapshot();
    KeywordHits first = now.keywordSearch(query, reranked, 0);
    List<KeywordHit> hits = rerank(String.join(" ", query.keywords()), first.hits());
    return new KeywordHits(
        first.total(),
        first.chunksWith(),
        first.chunksWithWhole(),
        first.ignoringAccents(),
        page(hits, topK, offset, (k, from) -> now.keywordSearch(query, k, from).hits()));
  }

  @Override
  public List<SemanticHit> semanticSearch(SemanticQuery query, int topK, int offset) {
    requireNonNull(query, "query");
    Corpus now = corpus.snapshot();
    return semanticPage(
        query.text(), query.rules(), topK, offset, (k, from) -> now.semanticSearch(query, k, from));
  }

  @Override
  public List<List<SemanticHit>> semanticSearchAll(
      List<SemanticQuery> queries, int topK, int offset) {
    requireNonNull(queries, "queries").forEach(query -> requireNonNull(query, "query"));
    Corpus now = corpus.snapshot();
    int reranked = rescoring.maxPairs();
    if (offset >= reranked || !queries.stream().allMatch(query -> query.rules().ranksSections())) {
      return Corpus.super.semanticSearchAll(queries, topK, offset);
    }
    Paging.require(topK, offset);
    Iterator<List<SemanticHit>> first = now.semanticSearchAll(queries, reranked, 0).iterator();
    return queries.stream()
        .map(
            query ->
                semanticPage(
                    query.text(),
                    query.rules(),
                    topK,
                    offset,
                    (k, from) -> from == 0 ? first.next() : now.semanticSearch(query, k, from)))
        .toList();
  }

  @Override
  public List<SemanticHit> rank(SemanticQuery query, Collection<ChunkId> chunks) {
    List<SemanticHit> hits = corpus.rank(query, chunks);
    return query.rules().ranksSections() ? rerank(query.text(), hits) : hits;
  }

  @Override
  public Optional<MeanSearch> meanSearch() {
    return corpus
        .meanSearch()
        .map(
            search ->
                (texts, rules, topK, offset) ->
                    semanticPage(
                        texts.isEmpty() ? "" : texts.get(0),
                        rules,
                        topK,
                        offset,
                        (k, from) -> search.semanticSearch(texts, rules, k, from)));
  }

  private List<SemanticHit> semanticPage(
      String query, RankingRules rules, int topK, int offset, Search<SemanticHit> search) {
    Paging.require(topK, offset);
    int reranked = rescoring.maxPairs();
    if (offset >= reranked || !rules.ranksSections()) {
      return search.hits(topK, offset);
    }
    List<SemanticHit> first = search.hits(reranked, 0);
    double shown =
        first.stream()
            .flatMap(hit -> hit.matches().stream())
            .map(SentenceHit::score)
            .sorted(Comparator.reverseOrder())
            .limit(SemanticRanking.SENTENCES_PER_CHUNK * ((long) offset + topK))
            .reduce(Float.POSITIVE_INFINITY, Math::min);
    List<SemanticHit> hits =
        rerank(query, first).stream().map(hit -> withoutWeakSentences(hit, shown)).toList();
    return page(hits, topK, offset, search);
  }

  /** Removes the sentences that a hit shows only because more hits were requested. */
  private static SemanticHit withoutWeakSentences(SemanticHit hit, double least) {
    double best = best(hit, hit.sentences());
    List<SentenceHit> shown =
        hit.matches().stream().filter(match -> match.score() >= Math.min(least, best)).toList();
    return new SemanticHit(hit.chunk(), hit.score(), hit.rankScore(), shown);
  }

  /**
   * Returns a page that starts before the end of the reranked hits.
   *
   * @param hits the reranked hits
   * @param search finds the hits that follow them
   */
  private <H extends Hit> List<H> page(List<H> hits, int topK, int offset, Search<H> search) {
    long end = (long) offset + topK;
    int size = hits.size();
    List<H> page = new ArrayList<>(hits.subList(Math.min(offset, size), (int) Math.min(end, size)));
    if (end > size && size == rescoring.maxPairs()) {
      page.addAll(search.hits((int) (end - size), size));
    }
    return List.copyOf(page);
  }

  /** Reranks the first hits; the others follow in their order. */
  private <H extends Hit> List<H> rerank(String query, List<H> hits) {
    int count = Math.min(rescoring.maxPairs(), hits.size());
    List<String> passages = hits.stream().limit(count).map(RerankedCorpus::passage).toList();
    Stream<H> reranked = rescoring.order(query, passages).stream().map(hits::get);
    return Stream.concat(reranked, hits.stream().skip(count)).toList();
  }

  /**
   * Returns the section with the best sentence, or with most sentences that contain keywords. If
   * the hit shows no sentence, the whole text.
   */
  private static String passage(Hit hit) {
    return hit.sections().stream()
        .max(
            Comparator.<SectionHit>comparingDouble(section -> best(hit, section.matches()))
                .thenComparing(section -> section.section().offset(), Comparator.reverseOrder()))
        .map(section -> text(section.section()))
        .orElseGet(() -> hit.chunk().text());
  }

  private static double best(Hit hit, List<Sentence> sentences) {
    return hit instanceof SemanticHit semantic
        ? semantic.matches().stream()
            .filter(match -> sentences.contains(match.sentence()))
            .mapToDouble(SentenceHit::score)
            .max()
            .orElse(-1)
        : sentences.size();
  }

  /** Returns the headings, the header of the table and the other lines of a section. */
  private static String text(Section section) {
    Stream<String> labels =
        Stream.concat(section.heading().stream(), section.table().map(TableHeader::line).stream());
    Stream<String> lines =
        section.sentences().stream().filter(sentence -> !sentence.isLabel()).map(Sentence::text);
    return Stream.concat(labels, lines)
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  @Override
  public Optional<MentionSource> mentions() {
    return corpus.mentions();
  }

  @Override
  public OptionalDouble weakBelow() {
    return corpus.weakBelow();
  }

  @Override
  public List<Chunk> read(Collection<ChunkId> ids) {
    return corpus.read(ids);
  }

  @Override
  public Corpus within(Scope scope) {
    return new RerankedCorpus(corpus.within(requireNonNull(scope, "scope")), rescoring);
  }

  @Override
  public Corpus snapshot() {
    return new RerankedCorpus(corpus.snapshot(), rescoring);
  }

  @Override
  public String toString() {
    return corpus + ", reranked";
  }

  /** A reranked corpus that can list its documents. */
  public static final class RerankedCatalogue extends RerankedCorpus implements Catalogue {
    private final Catalogue catalogue;

    public RerankedCatalogue(Catalogue catalogue, Rescoring rescoring) {
      super(catalogue, rescoring);
      this.catalogue = catalogue;
    }

    @Override
    public List<CatalogueEntry> documents(Slice slice) {
      return catalogue.documents(slice);
    }

    @Override
    public List<Chunk> chunksOf(String documentId) {
      return catalogue.chunksOf(documentId);
    }

    @Override
    public Optional<Document> document(String documentId) {
      return catalogue.document(documentId);
    }

    @Override
    public List<Region> regions(String documentId, int from, int to) {
      return catalogue.regions(documentId, from, to);
    }

    @Override
    public FindResult find(FindQuery query, int limit, int offset) {
      return catalogue.find(query, limit, offset);
    }

    @Override
    public boolean hasRights() {
      return catalogue.hasRights();
    }

    @Override
    public Optional<Object> version() {
      return catalogue.version();
    }

    @Override
    public Catalogue within(Scope scope) {
      return new RerankedCatalogue(catalogue.within(requireNonNull(scope, "scope")), rescoring);
    }

    @Override
    public Catalogue snapshot() {
      return new RerankedCatalogue(catalogue.snapshot(), rescoring);
    }
  }
}
