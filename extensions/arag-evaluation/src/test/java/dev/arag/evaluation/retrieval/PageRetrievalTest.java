package dev.arag.evaluation.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.GoldPage;
import dev.arag.evaluation.data.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PageRetrievalTest {
  /** More than the tokens up to which a search shows a section whole. */
  private static final String LONG = "Water flows down the hill to the sea every day. ".repeat(15);

  private static final String IRON = "Iron\nIron is a metal that rusts. ";
  private static final String ZINC = "Zinc\n" + LONG + "Zinc covers the roof. ";
  private static final String SEA = LONG + "Nobody lives at the sea. ";

  /** Iron is on page 1, zinc on pages 2 and 3, all in one chunk. */
  private static final Document REPORT =
      Document.builder("files/report.pdf", IRON + ZINC + SEA)
          .heading(0, List.of("Iron"))
          .heading(IRON.length(), List.of("Zinc"))
          .page(0, 1)
          .page(IRON.length(), 2)
          .page(IRON.length() + ZINC.length(), 3)
          .build();

  private static final Document LETTER =
      Document.builder("files/letter.pdf", "The zinc roof leaks since the storm.")
          .page(0, 7)
          .build();

  private static final Catalogue CORPUS =
      InMemoryCorpus.ofSources(new HashEmbedder(), Map.of("files", List.of(REPORT, LETTER)));

  private static Question question(String text, GoldPage... pages) {
    return new Question(
        "q of " + text, text, List.of(), null, List.of(), List.of(), List.of(pages), null);
  }

  private static GoldPage page(String document, int page) {
    return new GoldPage(document, page);
  }

  private static List<RetrievalScores> keyword(Question... questions) {
    return PageRetrieval.of(CORPUS, List.of(questions))
        .scores(CorpusRanking.KEYWORD, PageRetrieval.DEFAULT);
  }

  private static List<Double> recalls(List<RetrievalScores> rows) {
    return rows.stream().map(row -> row.values().get("recall@10")).toList();
  }

  @Test
  void pagesOfShownSentencesOfSectionsAndOfChunksAreCounted() {
    List<RetrievalScores> rows =
        keyword(question("covers", page("report.pdf", 2), page("report.pdf", 3)));
    assertThat(rows)
        .extracting(RetrievalScores::ranking)
        .containsExactly("search-keyword", "search-keyword:sections", "search-keyword:chunks");
    assertThat(rows).extracting(RetrievalScores::queries).containsOnly(1);
    assertThat(rows.get(0).values()).containsOnlyKeys("recall@5", "recall@10", "tokens@10");
    assertThat(recalls(rows)).containsExactly(0.5, 1.0, 1.0);
    List<Double> tokens = rows.stream().map(row -> row.values().get("tokens@10")).toList();
    assertThat(tokens.get(0)).isBetween(10.0, 60.0);
    assertThat(tokens.get(1)).isBetween(300.0, tokens.get(2));
    assertThat(recalls(keyword(question("covers", page("report.pdf", 1)))))
        .containsExactly(0.0, 0.0, 1.0);
  }

  @Test
  void theValueIsAMeanOverQuestionsWithGoldPages() {
    List<RetrievalScores> rows =
        keyword(
            question("rusts", page("files/report.pdf", 1), page("report.pdf", 1)),
            question("no gold"),
            question("giraffe", page("letter.pdf", 7)));
    assertThat(rows).extracting(RetrievalScores::queries).containsOnly(2);
    assertThat(recalls(rows)).containsExactly(0.5, 0.5, 0.5);
  }

  @Test
  void onlyTheFirstHitsCount() {
    PageRetrieval pages =
        PageRetrieval.of(CORPUS, List.of(question("zinc roof leaks storm", page("report.pdf", 2))));
    List<RetrievalMeasure> measures =
        List.of(RetrievalMeasure.of("recall@1"), RetrievalMeasure.of("recall@2"));
    Map<String, Double> values = pages.scores(CorpusRanking.KEYWORD, measures).get(0).values();
    assertThat(values).containsEntry("recall@1", 0.0).containsEntry("recall@2", 1.0);
    assertThat(values).containsOnlyKeys("recall@1", "recall@2", "tokens@2");
  }

  /** A ranking whose hits are in another order than its run has another name. */
  private static final Map<String, String> NAMES =
      Map.of(
          "keyword", "search-keyword",
          "semantic", "semantic",
          "semantic-lexical", "semantic-lexical",
          "hybrid", "search");

  @ParameterizedTest
  @EnumSource(CorpusRanking.class)
  void everyRankingIsMeasured(CorpusRanking ranking) {
    PageRetrieval pages =
        PageRetrieval.of(CORPUS, List.of(question("Iron that rusts", page("report.pdf", 1))));
    List<RetrievalScores> rows = pages.scores(ranking, PageRetrieval.DEFAULT);
    assertThat(rows.get(0).ranking()).isEqualTo(NAMES.get(ranking.wireName()));
    assertThat(recalls(rows)).containsExactly(1.0, 1.0, 1.0);
    assertThat(rows).allSatisfy(row -> assertThat(row.values().get("tokens@10")).isPositive());
  }

  @ParameterizedTest
  @EnumSource(CorpusRanking.class)
  void aBlankQuestionFindsNoPages(CorpusRanking ranking) {
    PageRetrieval pages =
        PageRetrieval.of(CORPUS, List.of(question("\u200B", page("letter.pdf", 7))));
    assertThat(pages.scores(ranking, PageRetrieval.DEFAULT))
        .allSatisfy(row -> assertThat(row.values().values()).containsOnly(0.0));
  }

  /** The sentence begins on page 1 and ends on page 3, right to left. */
  @Test
  void aSentenceOverPagesShowsAllOfThem() {
    String text = "הגשר נבנה בשנת אלף תשע מאות ועשר בעיר";
    Document document =
        Document.builder("bridge.pdf", text).page(0, 1).page(10, 2).page(20, 3).build();
    Question asked =
        question("הגשר", page("bridge.pdf", 1), page("bridge.pdf", 2), page("bridge.pdf", 3));
    List<RetrievalScores> rows =
        PageRetrieval.of(InMemoryCorpus.of(document), List.of(asked))
            .scores(CorpusRanking.KEYWORD, PageRetrieval.DEFAULT);
    assertThat(recalls(rows)).containsExactly(1.0, 1.0, 1.0);
  }

  /** The first page that the document names is 4. */
  @Test
  void aSentenceThatBeginsBeforeTheFirstPageShowsNoEarlierPages() {
    Document before = Document.builder("a.pdf", "Nothing is here.").page(0, 2).build();
    Document document =
        Document.builder("bridge.pdf", "The bridge was built long ago.").page(10, 4).build();
    Question asked =
        question("bridge", page("bridge.pdf", 2), page("bridge.pdf", 4), page("a.pdf", 2));
    List<RetrievalScores> rows =
        PageRetrieval.of(InMemoryCorpus.of(before, document), List.of(asked))
            .scores(CorpusRanking.KEYWORD, PageRetrieval.DEFAULT);
    assertThat(recalls(rows)).containsOnly(1 / 3.0);
  }

  /** The header of a table on page 1 is repeated above a row on page 2. */
  @Test
  void aRepeatedHeaderOfATableShowsNoPage() {
    String header = "Metal | 2025 | 2026\n";
    String first = "lead | 1 | 2\n".repeat(60);
    String second = "cobalt | 3 | 4\n" + "nickel | 5 | 6\n".repeat(60);
    int end = header.length() + first.length() + second.length();
    Document table =
        Document.builder("table.pdf", header + first + second)
            .page(0, 1)
            .page(header.length() + first.length(), 2)
            .table(new Document.Table(0, header.length(), end))
            .build();
    Question asked = question("cobalt", page("table.pdf", 1), page("table.pdf", 2));
    List<RetrievalScores> rows =
        PageRetrieval.of(InMemoryCorpus.of(table), List.of(asked))
            .scores(CorpusRanking.KEYWORD, PageRetrieval.DEFAULT);
    assertThat(recalls(rows).get(0)).isEqualTo(0.5);
    assertThat(recalls(rows).get(2)).isGreaterThanOrEqualTo(0.5);
  }

  /** More sections than one call of chunk_read accepts. */
  @Test
  void allSectionsOfManyHitsAreRead() {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String text = "Tin\n" + LONG + "Tin is soft.\n\n";
      documents.add(Document.builder("d" + i, text).page(0, 1).build());
    }
    PageRetrieval pages =
        PageRetrieval.of(
            InMemoryCorpus.of(documents.toArray(Document[]::new)),
            List.of(question("tin", page("d0", 1))));
    List<RetrievalScores> rows =
        pages.scores(CorpusRanking.KEYWORD, List.of(RetrievalMeasure.of("recall@30")));
    double sections = rows.get(1).values().get("tokens@30");
    assertThat(sections).isCloseTo(rows.get(2).values().get("tokens@30"), within(200.0));
    assertThat(sections).isGreaterThan(30 * 150.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none.pdf | 1 | page 1 of \"none.pdf\" is not in the corpus: there is no such document.",
        "report.pdf | 4 | page 4 of \"report.pdf\" is not in the corpus; the last page with text is 3.",
        "letter.pdf | 8 | page 8 of \"letter.pdf\" is not in the corpus; the last page with text is 7."
      })
  void wrongGoldNamesTheQuestion(String document, int number, String problem) {
    Question wrong = question("where", page("report.pdf", 1), page(document, number));
    assertThatThrownBy(() -> PageRetrieval.of(CORPUS, List.of(question("no gold"), wrong)))
        .isInstanceOf(CorpusException.class)
        .hasMessage("The question \"q of where\": " + problem);
  }

  @Test
  void aPathInTwoSourcesIsAmbiguousUnlessItIsAnId() {
    Document first = Document.builder("a/x.pdf", "Gold shines.").page(0, 1).build();
    Document second = Document.builder("b/x.pdf", "Silver shines.").page(0, 1).build();
    Document third = Document.builder("x.pdf", "Tin shines.").page(0, 1).build();
    Question asked = question("shines", page("x.pdf", 1));
    Map<String, List<Document>> two = Map.of("a", List.of(first), "b", List.of(second));
    assertThatThrownBy(
            () ->
                PageRetrieval.of(InMemoryCorpus.ofSources(new HashEmbedder(), two), List.of(asked)))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("\"q of shines\"")
        .hasMessageContaining("a/x.pdf, b/x.pdf");
    Map<String, List<Document>> three =
        Map.of("a", List.of(first), "b", List.of(second), "x.pdf", List.of(third));
    PageRetrieval pages =
        PageRetrieval.of(InMemoryCorpus.ofSources(new HashEmbedder(), three), List.of(asked));
    assertThat(pages.questions()).isEqualTo(1);
  }

  @Test
  void documentsWithoutPagesHaveNoGoldPages() {
    Catalogue corpus = InMemoryCorpus.of(Document.of("notes.md", "Iron rusts."));
    assertThatThrownBy(
            () -> PageRetrieval.of(corpus, List.of(question("iron", page("notes.md", 1)))))
        .hasMessageContaining("the document has no pages");
  }

  @Test
  void rejectsOtherMeasures() {
    PageRetrieval pages = PageRetrieval.of(CORPUS, List.of());
    assertThat(pages.questions()).isZero();
    for (List<RetrievalMeasure> wrong :
        List.of(List.<RetrievalMeasure>of(), RetrievalMeasure.DEFAULT)) {
      assertThatThrownBy(() -> pages.scores(CorpusRanking.HYBRID, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("recall@5");
    }
    assertThatThrownBy(() -> page("a", 0)).hasMessageContaining("page must be >= 1");
  }
}
