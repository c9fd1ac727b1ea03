package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Synchronizes a collection and an embedded index with the same hostile documents, and compares
 * their reports and everything that they return.
 */
@Tag("solr")
class SyncEqualityTest {
  private static final Slice ALL = Slice.first(1_000);

  private static final List<String> IDS =
      List.of(
          "\"",
          "\\",
          "*",
          "{!x}",
          "a b\nc\td",
          "a) OR (b",
          "a!b",
          "!",
          "\u0000",
          "\uffff",
          "\ud7ff",
          "\ue000",
          "😀",
          "lone\ud83d",
          "\ude00lone",
          "ä",
          "a\u0308",
          "x".repeat(9_000),
          "😀".repeat(2_250),
          "d/../d",
          "0",
          "00",
          "d1",
          "D1");

  @TempDir private Path folder;

  private SyncedTwice corpora;
  private Random random;
  private NastyTexts texts;

  @AfterEach
  void close() {
    corpora.close();
  }

  @Test
  void returnsTheSameAsAnIndex() {
    compare(1, 2, 12, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
  void returnsTheSameAsAnIndexForManyTexts(int seed) {
    compare(seed, List.of(1, 2, 5).get(seed % 3), 250, 150);
  }

  private void compare(int seed, int shards, int documents, int searches) {
    random = new Random(seed);
    texts = new NastyTexts(random);
    Map<String, List<Document>> sources = new TreeMap<>();
    for (int i = 0; i < documents; i++) {
      String name = pick(ScopeQueryTest.SOURCES);
      sources.computeIfAbsent(name, each -> new ArrayList<>()).add(document(i));
    }
    corpora = SyncedTwice.create(folder.resolve("i" + seed), 64, shards, 1);
    sync(sources);
    requireSame("first", searches);
    SyncReport again = sync(sources);
    assertThat(again.added() + again.updated() + again.deleted()).isZero();
    sources.values().forEach(this::change);
    assertThat(sync(sources).updated()).isPositive();
    requireSame("changed", searches / 2);
    List<String> deleted = documentIds().filter(id -> random.nextInt(3) == 0).toList();
    assertThat(corpora.writer().delete(deleted)).isEqualTo(corpora.index().delete(deleted));
    requireSame("deleted", searches / 4);
  }

  private SyncReport sync(Map<String, List<Document>> sources) {
    return corpora.sync(
        sources.entrySet().stream()
            .map(each -> Source.documents(each.getKey(), each.getValue()).prune(1))
            .toArray(Source[]::new));
  }

  /** Changes the text or the metadata of some documents, and removes some. */
  private void change(List<Document> documents) {
    documents.replaceAll(
        each ->
            switch (random.nextInt(4)) {
              case 0 -> Document.of(each.id(), each.text() + " " + texts.text(8) + ".");
              case 1 -> each.toBuilder().metadata("changed", true).build();
              default -> each;
            });
    documents.removeIf(each -> random.nextInt(5) == 0);
  }

  private Document document(int number) {
    String id = number < IDS.size() ? IDS.get(number) : "d" + number;
    StringBuilder text = new StringBuilder();
    List<Integer> headings = new ArrayList<>();
    List<Integer> pages = new ArrayList<>();
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 60 : 8); i > 0; i--) {
      if (random.nextInt(5) == 0) {
        headings.add(text.length());
        text.append(pick(List.of("Tarn", "C++ {!x}", "lone \ud83d", "中文"))).append("\n");
      }
      if (random.nextInt(5) == 0) {
        pages.add(text.length());
      }
      text.append(random.nextInt(3) == 0 ? "The same tarn of the river." : texts.text(12))
          .append(pick(List.of(". ", ".\n", "\n\n", "。")));
    }
    Document.Builder document = Document.builder(id, text.toString());
    if (random.nextBoolean()) {
      document.title(texts.text(3));
    }
    for (int at : headings) {
      document.heading(at, List.of(text.substring(at, text.indexOf("\n", at))));
    }
    for (int i = 0; i < pages.size(); i++) {
      document.page(pages.get(i), i + 1);
    }
    if (number % 3 == 0 && text.length() > 40) {
      int start = text.indexOf("\n") + 1;
      int end = text.length() - random.nextInt(20);
      if (start < end) {
        document.table(new Document.Table(start, start + random.nextInt(end - start), end));
      }
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      document.metadata(pick(ScopeQueryTest.KEYS), metadata());
    }
    return document.build();
  }

  private Object metadata() {
    return random.nextInt(4) == 0 ? pick(ScopeQueryTest.ILL_FORMED) : ScopeQueryTest.value(random);
  }

  private Stream<String> documentIds() {
    return corpora.index().documents(ALL).stream().map(CatalogueEntry::id);
  }

  private void requireSame(String state, int searches) {
    Catalogue expected = corpora.index();
    Catalogue found = corpora.corpus();
    requireSameDocuments(state, found, expected);
    for (int i = 0; i < searches; i++) {
      Scope scope = random.nextBoolean() ? Scope.everything() : scope();
      String description = state + " " + i;
      requireSameHits(description, found.within(scope), expected.within(scope));
    }
  }

  private Scope scope() {
    Scope scope = ScopeQueryTest.scope(random, 2);
    List<String> ids = documentIds().filter(id -> random.nextBoolean()).toList();
    return switch (random.nextInt(4)) {
      case 0 -> Scope.documents(ids);
      case 1 -> scope.and(Scope.documents(ids).not());
      default -> scope;
    };
  }

  private void requireSameDocuments(String description, Catalogue found, Catalogue expected) {
    List<CatalogueEntry> documents = expected.documents(ALL);
    assertThat(found.documents(ALL)).as(description).isEqualTo(documents);
    List<ChunkId> ids = new ArrayList<>(List.of(ChunkId.of("unknown"), ChunkId.of("\ud83d")));
    for (CatalogueEntry each : documents) {
      List<Chunk> chunks = expected.chunksOf(each.id());
      assertThat(found.chunksOf(each.id())).as(description).isEqualTo(chunks);
      assertThat(String.valueOf(found.document(each.id())))
          .isEqualTo(String.valueOf(expected.document(each.id())));
      assertThat(found.document(each.id()).map(Document::text))
          .as(description)
          .isEqualTo(expected.document(each.id()).map(Document::text));
      assertThat(found.document(each.id()).map(Document::tables))
          .as(description)
          .isEqualTo(expected.document(each.id()).map(Document::tables));
      chunks.forEach(chunk -> ids.add(chunk.id()));
    }
    assertThat(found.read(ids)).as(description).isEqualTo(expected.read(ids));
  }

  private void requireSameHits(String description, Catalogue found, Catalogue expected) {
    RankingRules rules = TestRules.oneIn(3, random);
    Slice slice = new Slice(random.nextInt(40), 1 + random.nextInt(20));
    assertThat(found.documents(slice)).as(description).isEqualTo(expected.documents(slice));
    String id = pick(IDS);
    assertThat(found.chunksOf(id)).as(description).isEqualTo(expected.chunksOf(id));
    int topK = 1 + random.nextInt(20);
    int offset = random.nextInt(3) == 0 ? random.nextInt(40) : 0;
    KeywordQuery keywords = keywords(rules);
    assertThat(found.keywordSearch(keywords, topK, offset))
        .as("%s %s", description, keywords)
        .isEqualTo(expected.keywordSearch(keywords, topK, offset));
    SemanticQuery query = new SemanticQuery(texts.text(6).strip() + " tarn", rules);
    assertThat(found.semanticSearch(query, topK, offset))
        .as("%s %s", description, query)
        .isEqualTo(expected.semanticSearch(query, topK, offset));
    List<String> mean = List.of(query.text(), "river");
    assertThat(found.meanSearch().orElseThrow().semanticSearch(mean, rules, topK, offset))
        .as("%s %s", description, mean)
        .isEqualTo(expected.meanSearch().orElseThrow().semanticSearch(mean, rules, topK, offset));
    List<ChunkId> ids =
        found.semanticSearch(query, 9, 1).stream().map(hit -> hit.chunkId()).toList();
    assertThat(found.rank(query, ids)).as(description).isEqualTo(expected.rank(query, ids));
  }

  private KeywordQuery keywords(RankingRules rules) {
    List<String> keywords =
        IntStream.rangeClosed(0, random.nextInt(4)).mapToObj(i -> keyword()).toList();
    KeywordQuery query = KeywordQuery.of(keywords, rules);
    if (random.nextInt(3) == 0) {
      String more = keyword();
      query = query.extend(more).emphasize(more, (10 + random.nextInt(300)) / 100.0);
    }
    return random.nextInt(3) == 0 ? exclude(query, keyword()) : query;
  }

  /** A keyword cannot be excluded if the query contains it. */
  private static KeywordQuery exclude(KeywordQuery query, String keyword) {
    try {
      return query.exclude(List.of(keyword));
    } catch (IllegalArgumentException e) {
      return query;
    }
  }

  private String keyword() {
    return Stream.generate(() -> texts.keyword(texts.text(5)))
        .filter(SyncEqualityTest::isSearchable)
        .findFirst()
        .orElseThrow();
  }

  /** A search in Solr rejects half of a surrogate pair. */
  private static boolean isSearchable(String keyword) {
    if (keyword.codePoints().anyMatch(c -> c <= 0xFFFF && Character.isSurrogate((char) c))) {
      return false;
    }
    try {
      return !KeywordQuery.of(List.of(keyword)).keywords().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** The document has more chunks and sentences than a batch and than a request. */
  @Test
  void storesADocumentOfFiftyThousandSentences() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 50_000; i++) {
      text.append("Tarn ").append(i % 7_000).append(" is a lake of the river ");
      text.append(i % 11).append(i % 9 == 0 ? ".\n\n" : ". ");
    }
    corpora = SyncedTwice.create(folder.resolve("large"), 16, 2, 1);
    random = new Random(1);
    texts = new NastyTexts(random);
    Document large = Document.of("large", text.toString());
    List<Document> documents = List.of(large, Document.of("small", "Tarn 5 is a village."));
    SyncReport report = corpora.sync(Source.documents("s", documents));
    assertThat(report.sentences()).isGreaterThan(50_000);
    assertThat(report.skipped()).isEmpty();
    requireSame("large", 3);
    for (String keyword : List.of("Tarn 5", "village", "lake", "6999 is a lake of the river 3")) {
      assertThat(corpora.corpus().keywordSearch(List.of(keyword), 20))
          .isEqualTo(corpora.index().keywordSearch(List.of(keyword), 20));
      assertThat(corpora.corpus().semanticSearch(keyword, 20))
          .isEqualTo(corpora.index().semanticSearch(keyword, 20));
    }
    assertThat(corpora.sync(Source.documents("s", documents)).unchanged()).isEqualTo(2);
    Document changed = Document.of("large", "Tarn. " + text);
    SyncReport second = corpora.sync(Source.documents("s", List.of(changed)));
    assertThat(second.updated()).isOne();
    assertThat(second.embedded()).isLessThan(100);
    requireSame("changed", 1);
  }
}
