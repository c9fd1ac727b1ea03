package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Table;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests the contract of {@link Corpus}. A subclass creates the corpus under test. The embedder of
 * this corpus must return similar vectors for sentences that share words, as {@link
 * dev.arag.core.embed.HashEmbedder} does. The tests of {@link Catalogue} are skipped if the corpus
 * does not implement it.
 */
@Isolated("A test changes the default locale.")
public abstract class CorpusContract {
  /**
   * Creates a corpus of the given documents. Each document must become one chunk, whose id is the
   * document id. Each sentence in the documents ends with a period or a line break.
   *
   * @param sources the documents by the name of their source
   */
  protected abstract Corpus corpus(Map<String, List<Document>> sources);

  private Corpus corpus(List<Document> documents) {
    return corpus(Map.of("test", documents));
  }

  private static Document document(String id, String text) {
    return document(id, text, Map.of());
  }

  private static Document document(String id, String text, Map<String, Object> metadata) {
    Document.Builder builder = Document.builder(id, text).oneChunk(ChunkId.of(id));
    metadata.forEach(builder::metadata);
    return builder.build();
  }

  private Corpus corpus(Document... documents) {
    return corpus(Arrays.asList(documents));
  }

  private static List<String> ids(Iterable<? extends Hit> hits) {
    return Stream.of(hits)
        .flatMap(all -> toList(all).stream())
        .map(hit -> hit.chunkId().value())
        .toList();
  }

  private static List<Hit> toList(Iterable<? extends Hit> hits) {
    List<Hit> list = new ArrayList<>();
    hits.forEach(list::add);
    return list;
  }

  private static List<String> keyword(Corpus corpus, String... keywords) {
    return ids(corpus.keywordSearch(List.of(keywords), 20));
  }

  private static Document headed(String id, String one, String first, String two, String second) {
    String start = one + "\n" + first + "\n";
    return Document.builder(id, start + two + "\n" + second + "\n")
        .heading(0, List.of(one))
        .heading(start.length(), List.of(two))
        .oneChunk(ChunkId.of(id))
        .build();
  }

  /** Documents of one section each, more than are ranked by their words. */
  private static final int MANY = SemanticRanking.POOL + 30;

  /** Each text has another length and other words, but many have the same words of a query. */
  private static String textOf(int document) {
    List<String> words = List.of("bridge", "river", "old", "the", "stone", "ferry", "tarn");
    StringBuilder text = new StringBuilder("Number " + document);
    for (int i = 0, rest = document; i <= document % 11; i++, rest = rest * 31 + 7) {
      text.append(' ').append(words.get(Math.floorMod(rest, words.size())));
    }
    return text.append('.').toString();
  }

  private Corpus manyDocuments() {
    return corpus(
        IntStream.range(0, MANY).mapToObj(i -> document("d%03d".formatted(i), textOf(i))).toList());
  }

  private static List<SemanticHit> meaning(
      Corpus corpus, RankingRules rules, int topK, int offset) {
    return corpus.semanticSearch(new SemanticQuery("the old bridge", rules), topK, offset);
  }

  private static Document sectioned(String id, String... titlesAndTexts) {
    StringBuilder text = new StringBuilder();
    Map<Integer, String> titles = new LinkedHashMap<>();
    for (int i = 0; i < titlesAndTexts.length; i += 2) {
      titles.put(text.length(), titlesAndTexts[i]);
      text.append(titlesAndTexts[i]).append('\n').append(titlesAndTexts[i + 1]).append("\n\n");
    }
    Document.Builder builder = Document.builder(id, text.toString()).oneChunk(ChunkId.of(id));
    titles.forEach((offset, title) -> builder.heading(offset, List.of(title)));
    return builder.build();
  }

  /** Three documents of two sources. */
  private Corpus twoSources() {
    return corpus(
        Map.of(
            "wiki",
            List.of(
                document("wiki/a", "Tarn is blue.", Map.of("year", 1893)),
                document("wiki/b", "Tarn is red. Tarn.")),
            "mail",
            List.of(document("mail/c", "Tarn is a town.", Map.of("year", 1901)))));
  }

  private static Catalogue requireCatalogue(Corpus corpus) {
    assumeThat(corpus).isInstanceOf(Catalogue.class);
    return (Catalogue) corpus;
  }

  @Nested
  class KeywordMatches {
    @Test
    public void findsKeywordsInAnyCaseAndAcrossLineBreaks() {
      Corpus corpus =
          corpus(
              document("a", "Mira Voss drew the Old\nBridge of Tarn."),
              document("b", "Nothing of the kind stands here."));
      assertThat(keyword(corpus, "OLD BRIDGE")).containsExactly("a");
      assertThat(keyword(corpus, "mira  voss")).containsExactly("a");
      assertThat(keyword(corpus, "bridges")).isEmpty();
    }

    @Test
    public void matchesTypographicQuotesAndDashesWithAsciiKeywords() {
      Corpus corpus = corpus(document("a", "“Petrel’s Due” ran from 1871–1893 on."));
      assertThat(keyword(corpus, "\"petrel's due\"")).containsExactly("a");
      assertThat(keyword(corpus, "1871-1893")).containsExactly("a");
    }

    @Test
    public void ignoresNoAccentsByOtherRules() {
      Corpus corpus = corpus(document("a", "Şükrü Sina Gürel became minister."));
      List<String> keywords = List.of("Gurel", "minister");
      assertThat(corpus.keywordSearch(KeywordQuery.of(keywords), 5, 0).ignoringAccents())
          .containsExactly("Gurel");
      KeywordHits hits = corpus.keywordSearch(KeywordQuery.of(keywords, TestRules.OTHER), 5, 0);
      assertThat(hits.ignoringAccents()).isEmpty();
      assertThat(hits.withoutHit()).containsExactly("Gurel");
      assertThat(hits.hits()).extracting(KeywordHit::score).containsExactly(8.0);
    }

    @Test
    public void countsWholeWordsBesideAllOccurrences() {
      Corpus corpus =
          corpus(
              document("a", "Arts, art, party. An art."),
              document("b", "A party."),
              document("c", "Fine art."),
              document("d", "Nothing."));
      KeywordHits hits = corpus.keywordSearch(List.of("party", "art", "part", "none"), 5);
      assertThat(hits.total()).isEqualTo(3);
      assertThat(hits.chunksWith())
          .containsExactly(
              Map.entry("party", 2L),
              Map.entry("art", 3L),
              Map.entry("part", 2L),
              Map.entry("none", 0L));
      assertThat(hits.chunksWithWhole())
          .containsExactly(
              Map.entry("party", 2L),
              Map.entry("art", 2L),
              Map.entry("part", 0L),
              Map.entry("none", 0L));
      KeywordHit first = hits.hits().get(0);
      assertThat(first.counts())
          .containsExactly(Map.entry("party", 1), Map.entry("art", 4), Map.entry("part", 1));
      assertThat(first.wholeCounts()).containsExactly(Map.entry("party", 1), Map.entry("art", 2));
      assertThat(first.score()).isEqualTo(5 + 4 * 3 + 4);
      assertThat(ids(hits)).containsExactly("a", "b", "c");
    }

    @Test
    public void leavesOutChunksWithAnExcludedWord() {
      Corpus corpus =
          corpus(
              document("a", "Tarn, a film."),
              document("b", "Tarn, filmed once."),
              document("c", "Tarn, a lake."),
              document("d", "A film of no lake."),
              document("e", "Tarn, le cinéma."));
      KeywordQuery query = KeywordQuery.of(List.of("Tarn", "film"));
      KeywordQuery without = KeywordQuery.of(List.of("Tarn")).exclude(List.of("FILM", "cinema"));
      assertThat(ids(corpus.keywordSearch(query, 5, 0))).containsExactly("a", "d", "b", "c", "e");
      KeywordHits hits = corpus.keywordSearch(without, 5, 0);
      assertThat(ids(hits)).containsExactly("b", "c", "e");
      assertThat(hits.total()).isEqualTo(3);
      assertThat(hits.chunksWith()).containsExactly(Map.entry("Tarn", 3L));
      assertThat(hits).extracting(KeywordHit::rarity).containsOnly(StrictMath.log(1 + 5 / 3.0));
      KeywordHits none = corpus.keywordSearch(without.exclude(List.of("Tarn, a")), 1, 1);
      assertThat(ids(none)).containsExactly("e");
      assertThat(none.total()).isEqualTo(2);
    }

    @Test
    public void ignoresTheAccentsOfAKeywordThatOccursOnlyInExcludedChunks() {
      Corpus corpus =
          corpus(
              document("a", "The cafe of the film."),
              document("b", "Le café de Tarn."),
              document("c", "Tarn."));
      KeywordQuery query = KeywordQuery.of(List.of("cafe", "Tarn"));
      assertThat(ids(corpus.keywordSearch(query, 5, 0))).containsExactly("a", "b", "c");
      KeywordHits hits =
          corpus.keywordSearch(query.exclude(List.of("film")).emphasize("cafe", 2), 5, 0);
      assertThat(ids(hits)).containsExactly("b", "c");
      assertThat(hits.ignoringAccents()).containsExactly("cafe");
      assertThat(hits.hits().get(0).score()).isEqualTo(4 * 2 + 4);
    }

    @Test
    public void ignoresAccentsOnlyIfTheExactWordHasNoHit() {
      Corpus corpus =
          corpus(
              document("a", "Şükrü Sina Gürel was there."),
              document("b", "A cafe."),
              document("c", "A café."));
      KeywordHits bare = corpus.keywordSearch(List.of("Sukru Sina Gurel"), 5);
      assertThat(ids(bare)).containsExactly("a");
      assertThat(bare.ignoringAccents()).containsExactly("Sukru Sina Gurel");
      KeywordHits exact = corpus.keywordSearch(List.of("café"), 5);
      assertThat(ids(exact)).containsExactly("c");
      assertThat(exact.ignoringAccents()).isEmpty();
    }

    @Test
    public void findsWordsInScriptsWithoutSpaces() {
      Corpus corpus = corpus(document("a", "日本の首都は東京です。"), document("b", "京都は古い。"));
      assertThat(keyword(corpus, "東京")).containsExactly("a");
      assertThat(keyword(corpus, "京")).containsExactlyInAnyOrder("a", "b");
      assertThat(corpus.keywordSearch(List.of("東京"), 5).hits().get(0).rarity()).isPositive();
    }

    @Test
    public void rejectsInvalidKeywords() {
      Corpus corpus = corpus(document("a", "Text."));
      for (List<String> bad :
          List.of(List.<String>of(), List.of(" "), List.of("a"), List.of("7"))) {
        assertThatIllegalArgumentException().isThrownBy(() -> corpus.keywordSearch(bad, 5));
      }
      List<String> tooMany = IntStream.range(0, 11).mapToObj(i -> "word" + i).toList();
      assertThatIllegalArgumentException().isThrownBy(() -> corpus.keywordSearch(tooMany, 5));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> corpus.keywordSearch(List.of("text"), 0));
    }

    @Test
    public void findsNothingInAnEmptyCorpus() {
      Corpus corpus = corpus(List.of());
      assertThat(corpus.keywordSearch(List.of("tarn"), 5).hits()).isEmpty();
      assertThat(corpus.semanticSearch("tarn", 5)).isEmpty();
    }

    @Test
    public void returnsTheSameHitsInATurkishLocale() {
      Locale before = Locale.getDefault();
      try {
        Locale.setDefault(Locale.forLanguageTag("tr"));
        Corpus corpus = corpus(document("a", "TITLE OF İZMİR."));
        assertThat(keyword(corpus, "title")).containsExactly("a");
        assertThat(keyword(corpus, "izmir")).containsExactly("a");
      } finally {
        Locale.setDefault(before);
      }
    }
  }

  @Nested
  class KeywordRanking {
    @Test
    public void ranksAWholeWordAboveManyPartialMatches() {
      Corpus corpus =
          corpus(
              document("a", "The party of parties partied at the parting part."),
              document("b", "An art of its own."));
      assertThat(keyword(corpus, "art")).containsExactly("b", "a");
      KeywordQuery paper = KeywordQuery.of(List.of("art"), TestRules.OTHER);
      assertThat(ids(corpus.keywordSearch(paper, 5, 0))).containsExactly("a", "b");
    }

    /** Four chunks contain the keyword as a whole word, so they have the same rarity. */
    @Test
    public void ranksByWholeWordsBeforePartsOfWords() {
      Corpus corpus =
          corpus(
              document("a", "NATO and the senators, signatories of the donatory party."),
              document("b", "NATO met. NATO left."),
              document("c", "NATO met the donatory party."),
              document("d", "NATO met. NATO left the donatory party."),
              document("e", "The signatory donators."));
      KeywordHits hits = corpus.keywordSearch(List.of("NATO"), 5);
      assertThat(ids(hits)).containsExactly("d", "b", "a", "c", "e");
      assertThat(hits).extracting(KeywordHit::score).containsExactly(12.0, 8.0, 16.0, 8.0, 8.0);
      KeywordQuery paper = KeywordQuery.of(List.of("NATO"), TestRules.OTHER);
      assertThat(ids(corpus.keywordSearch(paper, 5, 0))).containsExactly("a", "d", "b", "c", "e");
    }

    @Test
    public void multipliesTheScoreAndTheRarityOfAKeywordByItsWeight() {
      Corpus corpus =
          corpus(
              document("a", "Tarn and Tarn."),
              document("b", "The bridge."),
              document("c", "Another bridge. Old."),
              document("d", "Nothing."));
      KeywordQuery plain = KeywordQuery.of(List.of("Tarn", "bridge"));
      assertThat(ids(corpus.keywordSearch(plain, 5, 0))).containsExactly("a", "b", "c");
      KeywordHits hits = corpus.keywordSearch(plain.emphasize("BRIDGE", 2.5), 5, 0);
      assertThat(ids(hits)).containsExactly("b", "c", "a");
      assertThat(hits).extracting(KeywordHit::score).containsExactly(15.0, 15.0, 8.0);
      assertThat(hits)
          .extracting(KeywordHit::rarity)
          .containsExactly(
              2.5 * StrictMath.log(1 + 4 / 2.0),
              2.5 * StrictMath.log(1 + 4 / 2.0),
              StrictMath.log(1 + 4 / 1.0));
      assertThat(hits.total()).isEqualTo(3);
      KeywordQuery paper =
          KeywordQuery.of(List.of("Tarn", "bridge"), TestRules.OTHER).emphasize("bridge", 1.4);
      assertThat(ids(corpus.keywordSearch(paper, 5, 0))).containsExactly("b", "c", "a");
    }

    /**
     * Both sums are 14.4: 2 * 4 * 1.2 + 2 * 3 * 0.8 and 1 * 4 * 1.2 + 4 * 3 * 0.8. The second is
     * 14.400000000000002 if it is computed with doubles.
     */
    @Test
    public void ranksChunksInCorpusOrderIfTheirWeightedScoresAreEqual() {
      Corpus corpus =
          corpus(
              document("a", "Tarn oak tarn oak."),
              document("b", "Oak oak tarn oak oak."),
              document("c", "Nothing."));
      for (RankingRules rules : TestRules.BOTH) {
        KeywordQuery query =
            KeywordQuery.of(List.of("tarn", "oak"), rules)
                .emphasize("tarn", 1.2)
                .emphasize("oak", 0.8);
        KeywordHits hits = corpus.keywordSearch(query, 5, 0);
        assertThat(ids(hits)).containsExactly("a", "b");
        assertThat(hits).extracting(KeywordHit::score).containsExactly(14.4, 14.4);
        assertThat(ids(corpus.keywordSearch(query, 1, 0))).containsExactly("a");
        assertThat(ids(corpus.keywordSearch(query, 1, 1))).containsExactly("b");
      }
    }

    /** The weights 1.405 and 0.705 count as 1.41 and 0.71. */
    @Test
    public void roundsWeightsToTwoDecimals() {
      Corpus corpus =
          corpus(
              document("a", "Bridge, bridge."),
              document("b", "Bridge of a tarn, tarn, tarn."),
              document("c", "Nothing."));
      KeywordQuery query =
          KeywordQuery.of(List.of("bridge", "tarn"), TestRules.OTHER)
              .emphasize("bridge", 1.405)
              .emphasize("tarn", 0.705);
      KeywordHits hits = corpus.keywordSearch(query, 5, 0);
      assertThat(ids(hits)).containsExactly("b", "a");
      assertThat(hits).extracting(KeywordHit::score).containsExactly(16.98, 16.92);
      assertThat(hits)
          .extracting(KeywordHit::rarity)
          .containsExactly(
              1.41 * StrictMath.log(1 + 3 / 2.0) + 0.71 * StrictMath.log(1 + 3 / 1.0),
              1.41 * StrictMath.log(1 + 3 / 2.0));
    }

    /** Both chunks contain all keywords, so only their sections differ. */
    @Test
    public void comparesSectionsByTheWeightedRarityOfTheirKeywords() {
      Corpus corpus =
          corpus(
              headed("a", "Waters", "A tarn is a lake.", "Roads", "The bridge fell."),
              headed("b", "Waters", "The lake has a bridge.", "Hills", "A tarn."),
              document("c", "Nothing."));
      KeywordQuery plain = KeywordQuery.of(List.of("bridge", "tarn", "lake"));
      assertThat(ids(corpus.keywordSearch(plain, 5, 0))).containsExactly("a", "b");
      assertThat(ids(corpus.keywordSearch(plain.emphasize("bridge", 2), 5, 0)))
          .containsExactly("b", "a");
      assertThat(ids(corpus.keywordSearch(plain.emphasize("tarn", 2), 5, 0)))
          .containsExactly("a", "b");
      Corpus headings =
          corpus(
              headed("a", "Tarn", "A tarn.", "Lake", "A lake."),
              headed("b", "Lake", "A lake.", "Hills", "A tarn."));
      KeywordQuery lake = KeywordQuery.of(List.of("tarn", "lake")).emphasize("tarn", 0.5);
      assertThat(ids(headings.keywordSearch(lake.exclude(List.of("hill")), 5, 0)))
          .containsExactly("a", "b");
      assertThat(ids(headings.keywordSearch(lake.exclude(List.of("hills")), 5, 0)))
          .containsExactly("a");
    }

    @Test
    public void countsKeywordsTogetherIfTheyAreInOneSection() {
      Corpus corpus =
          corpus(
              sectioned("a", "Inns", "A ferry, a ferry, a ferry.", "Fuel", "Coal, coal and coal."),
              sectioned("b", "Inns", "Rooms.", "Trade", "The ferry brings coal."),
              document("c", "Coal."));
      assertThat(keyword(corpus, "ferry", "coal")).containsExactly("b", "a", "c");
      KeywordQuery paper = KeywordQuery.of(List.of("ferry", "coal"), TestRules.OTHER);
      assertThat(ids(corpus.keywordSearch(paper, 5, 0))).containsExactly("a", "b", "c");
    }

    @Test
    public void ranksAKeywordInAHeadingHigher() {
      Corpus corpus =
          corpus(
              document("a", "Coal, coal and coal."),
              sectioned("b", "Inns", "Rooms.", "Coal", "It is black."),
              sectioned("c", "Charcoal", "Coal, coal, coal and coal."));
      KeywordHits hits = corpus.keywordSearch(List.of("coal"), 5);
      assertThat(ids(hits)).containsExactly("b", "c", "a");
      assertThat(hits).extracting(KeywordHit::rarity).containsOnly(StrictMath.log(1 + 3.0 / 3));
      assertThat(ids(corpus.keywordSearch(KeywordQuery.of(List.of("coal")), 1, 1)))
          .containsExactly("c");
    }

    @Test
    public void ranksRarerKeywordsHigher() {
      Corpus corpus =
          corpus(
              document("a", "A ship and a ship and a ship and a ship."),
              document("b", "A ship with a quadrant."),
              document("c", "A ship."),
              document("d", "A ship too."));
      assertThat(keyword(corpus, "ship", "quadrant").get(0)).isEqualTo("b");
    }

    @Test
    public void computesScoresAndCountsByTheFormula() {
      Corpus corpus = corpus(document("a", "Tarn, Tarn and aaaa."), document("b", "Elsewhere."));
      KeywordHits hits = corpus.keywordSearch(List.of("Tarn", "aa", "nowhere"), 5);
      KeywordHit hit = hits.hits().get(0);
      assertThat(hit.score()).isEqualTo(2 * 4 + 2 * 2);
      assertThat(hit.counts()).containsExactly(Map.entry("Tarn", 2), Map.entry("aa", 2));
      assertThat(hit.rarity()).isEqualTo(StrictMath.log(1 + 2.0 / 1));
      assertThat(hits.total()).isEqualTo(1);
      assertThat(hits.chunksWith())
          .containsExactly(Map.entry("Tarn", 1L), Map.entry("aa", 1L), Map.entry("nowhere", 0L));
    }

    @Test
    public void ordersEqualHitsByCorpusOrder() {
      Corpus corpus =
          corpus(
              document("b", "Tarn."),
              document("a", "Tarn."),
              document("\ud83d\ude00", "Tarn."),
              document("\uffee", "Tarn."));
      assertThat(keyword(corpus, "tarn")).containsExactly("a", "b", "\uffee", "\ud83d\ude00");
    }

    @Test
    public void returnsConsecutivePages() {
      Corpus corpus =
          corpus(
              IntStream.range(0, 9)
                  .mapToObj(i -> document("d" + i, "Tarn. ".repeat(9 - i)))
                  .toList());
      List<String> all = keyword(corpus, "tarn");
      assertThat(all).hasSize(9);
      KeywordQuery query = KeywordQuery.of(List.of("tarn"));
      assertThat(ids(corpus.keywordSearch(query, 4, 4))).isEqualTo(all.subList(4, 8));
      assertThat(corpus.keywordSearch(query, 4, 8).total()).isEqualTo(9);
      assertThat(corpus.keywordSearch(query, 4, 9).hits()).isEmpty();
    }
  }

  @Nested
  class ShownSentences {
    @Test
    public void showsTheFirstSentencesWithAKeywordByOtherRules() {
      Corpus corpus =
          corpus(
              document(
                  "a",
                  "Tarn is one. It is new. Tarn is two. Tarn is three. Tarn is four. Old Tarn is"
                      + " five. Tarn is six. Tarn is seven."));
      KeywordHits hits =
          corpus.keywordSearch(KeywordQuery.of(List.of("old tarn", "tarn"), TestRules.OTHER), 5, 0);
      assertThat(hits.hits().get(0).sentences())
          .extracting(Sentence::text)
          .containsExactly(
              "Tarn is one.",
              "Tarn is two.",
              "Tarn is three.",
              "Tarn is four.",
              "Old Tarn is five.");
      assertThat(hits.hits().get(0).omitted()).isEqualTo(2);
      KeywordQuery across = KeywordQuery.of(List.of("one. It"), TestRules.OTHER);
      assertThat(corpus.keywordSearch(across, 5, 0))
          .singleElement()
          .satisfies(
              hit -> {
                assertThat(hit.score()).isEqualTo(7);
                assertThat(hit.sentences()).isEmpty();
                assertThat(hit.omitted()).isZero();
              });
    }

    @Test
    public void showsTheMatchingSentences() {
      Corpus corpus =
          corpus(document("a", "First line.\nTarn is a town.\nThird line.\nIn Tarn it rains."));
      KeywordHit hit = corpus.keywordSearch(List.of("Tarn"), 5).hits().get(0);
      assertThat(hit.sentences())
          .extracting(Sentence::text)
          .containsExactly("Tarn is a town.", "In Tarn it rains.");
      assertThat(hit.omitted()).isZero();
    }

    @Test
    public void showsTheFiveSentencesWithTheRarestKeywords() {
      String text = "Tarn one.\n".repeat(7) + "A quadrant of Tarn.\n";
      KeywordHit hit =
          corpus(document("a", text), document("b", "Tarn."))
              .keywordSearch(List.of("Tarn", "quadrant"), 5)
              .hits()
              .get(0);
      assertThat(hit.sentences()).hasSize(5);
      assertThat(hit.sentences().get(4).text()).isEqualTo("A quadrant of Tarn.");
      assertThat(hit.omitted()).isEqualTo(3);
    }

    @Test
    public void showsSentencesWithWholeWordsBeforeSentencesWithPartsOfWords() {
      String text = "The party.\n".repeat(4) + "Fine art.\n" + "Parties.\n".repeat(3) + "An art.\n";
      KeywordHit hit = corpus(document("a", text)).keywordSearch(List.of("art"), 5).hits().get(0);
      assertThat(hit.sentences())
          .extracting(Sentence::text)
          .containsExactly("The party.", "The party.", "The party.", "Fine art.", "An art.");
      assertThat(hit.omitted()).isEqualTo(4);
    }

    /** More chunks contain "art" than "ship", but fewer contain it as a whole word. */
    @Test
    public void selectsSentencesByTheRarityOfWholeWords() {
      String text = "A ship.\n".repeat(5) + "Fine art.\n";
      KeywordHits hits =
          corpus(
                  document("a", text),
                  document("b", "A party."),
                  document("c", "The start."),
                  document("d", "A ship."))
              .keywordSearch(List.of("ship", "art"), 5);
      assertThat(hits.chunksWith()).containsEntry("art", 3L).containsEntry("ship", 2L);
      assertThat(hits.hits().get(0).sentences())
          .extracting(Sentence::text)
          .containsExactly("A ship.", "A ship.", "A ship.", "A ship.", "Fine art.");
    }

    /** A document with two sections, whose headings are "Art" and "Harbor". */
    private static Document twoSections(String art, String harbor) {
      String text = "Art\n" + art + "\nHarbor\n" + harbor + "\n";
      return Document.builder("a", text)
          .heading(0, List.of("Art"))
          .heading(text.indexOf("Harbor"), List.of("Harbor"))
          .oneChunk(ChunkId.of("a"))
          .build();
    }

    @Test
    public void showsTheFirstSentenceBelowAHeadingIfTheTextBelowDoesNotMatch() {
      Corpus corpus = corpus(twoSections("Paintings.\nStatues.", "Ships and art."));
      KeywordHit hit = corpus.keywordSearch(List.of("art"), 5).hits().get(0);
      assertThat(hit.sentences())
          .extracting(Sentence::text)
          .containsExactly("Paintings.", "Ships and art.");
      assertThat(hit.omitted()).isZero();
    }

    @Test
    public void showsOnlyTheMatchingSentencesBelowAMatchingHeading() {
      Corpus corpus = corpus(twoSections("Paintings.\nOld art.", "Ships and art."));
      KeywordHit hit = corpus.keywordSearch(List.of("art"), 5).hits().get(0);
      assertThat(hit.sentences())
          .extracting(Sentence::text)
          .containsExactly("Old art.", "Ships and art.");
    }

    /** The sentence below the heading represents the only whole word. */
    @Test
    public void prefersTheSentenceBelowAHeadingWithAWholeWordToPartsOfWords() {
      Corpus corpus =
          corpus(twoSections("Paintings.\nA part.\nA start.", "The party.\n".repeat(5)));
      KeywordHit hit = corpus.keywordSearch(List.of("art"), 5).hits().get(0);
      assertThat(hit.sentences())
          .extracting(Sentence::text)
          .containsExactly("Paintings.", "A part.", "A start.", "The party.", "The party.");
      assertThat(hit.omitted()).isEqualTo(3);
    }

    /** The body sentences are not among the best sentences of the search. */
    @Test
    public void showsTheBestSentenceBelowAHeadingThatMatchesAlone() {
      Document headed =
          Document.builder(
                  "a", "Mira Voss\nRain fell on the grey roofs of a harbor.\nShe was born.")
              .heading(0, List.of("Mira Voss"))
              .oneChunk(ChunkId.of("a"))
              .build();
      Corpus corpus = corpus(headed, document("b", "Mira Voss drew.\n".repeat(8)));
      for (int topK = 1; topK <= 2; topK++) {
        SemanticHit hit = corpus.semanticSearch("Mira Voss", topK).get(0);
        assertThat(hit.chunkId()).isEqualTo(ChunkId.of("a"));
        assertThat(hit.score()).isGreaterThan(0.99);
        assertThat(hit.sentences()).extracting(Sentence::text).containsExactly("She was born.");
        assertThat(hit.matches().get(0).score()).isBetween(0.1f, 0.9f);
      }
    }

    @Test
    public void showsAHeadingIfTheChunkHasNoOtherText() {
      Document headed =
          Document.builder("a", "Mira Voss")
              .heading(0, List.of("Mira Voss"))
              .oneChunk(ChunkId.of("a"))
              .build();
      Corpus corpus = corpus(headed, document("b", "Mira Voss drew.\n".repeat(8)));
      List<SemanticHit> hits = corpus.semanticSearch("Mira Voss", 2);
      assertThat(ids(hits)).containsExactly("a", "b");
      assertThat(hits.get(0).snippet()).isEqualTo("Mira Voss");
    }

    @Test
    public void knowsTheSectionsOfTheMatchingSentences() {
      String fishing = "Herring is caught in winter.\n".repeat(30);
      Corpus corpus =
          corpus(
              sectioned(
                  "a", "Fishing", fishing, "Old Bridge", "Mira Voss drew it.", "Wool", "Blue."),
              document("b", "A ferry crosses the river."));
      SemanticHit hit = corpus.semanticSearch("who drew the old bridge?", 5).get(0);
      assertThat(hit.chunkId()).isEqualTo(ChunkId.of("a"));
      assertThat(hit.chunk()).isEqualTo(corpus.read(ChunkId.of("a")).orElseThrow());
      SectionHit section =
          hit.sections().stream()
              .filter(each -> each.section().id().number() == 1)
              .findFirst()
              .orElseThrow();
      assertThat(section.section().id()).hasToString("a.1");
      assertThat(section.section().heading()).containsExactly("Old Bridge");
      assertThat(section.isComplete()).isTrue();
      assertThat(section.sentences())
          .extracting(Sentence::text)
          .containsExactly("Mira Voss drew it.");

      KeywordHit herring = corpus.keywordSearch(List.of("herring"), 5).hits().get(0);
      assertThat(herring.chunk()).isEqualTo(hit.chunk());
      assertThat(herring.sections())
          .singleElement()
          .satisfies(
              each -> {
                assertThat(each.section().id()).hasToString("a.0");
                assertThat(each.isComplete()).isFalse();
                assertThat(each.sentences()).isEqualTo(herring.sentences()).hasSize(5);
              });
    }
  }

  @Nested
  class SearchBox {
    private static List<String> ids(List<Hit> hits) {
      return hits.stream().map(hit -> hit.chunkId().value()).toList();
    }

    @Test
    public void fusesTheRanksOfBothSearches() {
      Corpus corpus = manyDocuments();
      String text = "Where is the stone bridge, and the \"old ferry\"?";
      List<String> keywords = List.of("stone", "bridge", "old ferry");
      Map<String, Double> scores = new LinkedHashMap<>();
      Map<String, Hit> best = new HashMap<>();
      List<SemanticHit> byMeaning = corpus.semanticSearch(text, 12);
      List<KeywordHit> byWords = corpus.keywordSearch(keywords, 12).hits();
      for (int i = 0; i < 12; i++) {
        scores.merge(byMeaning.get(i).chunkId().value(), 1.0 / (11 + i), Double::sum);
      }
      for (int i = 0; i < 12; i++) {
        double share = byWords.get(i).counts().size() / 3.0;
        scores.merge(byWords.get(i).chunkId().value(), share / (11 + i), Double::sum);
        best.putIfAbsent(byMeaning.get(i).chunkId().value(), byMeaning.get(i));
        best.putIfAbsent(byWords.get(i).chunkId().value(), byWords.get(i));
      }
      List<Hit> expected =
          scores.entrySet().stream()
              .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
              .limit(4)
              .map(entry -> best.get(entry.getKey()))
              .toList();
      assertThat(corpus.search(text, 4)).isEqualTo(expected);
      assertThat(corpus.search(text, 5)).hasSize(5);
    }

    @Test
    public void findsAWordWithPunctuation() {
      Corpus corpus =
          corpus(document("a", "A blue coat."), document("b", "Boots, waterproof and warm."));
      assertThat(ids(corpus.search("waterproof,", 5))).startsWith("b");
      assertThat(ids(corpus.search("\"waterproof and", 1))).containsExactly("b");
    }

    @Test
    public void searchesOnlyTheChunksInScope() {
      Corpus mail = twoSources().within(Scope.source("mail"));
      assertThat(ids(mail.search("Tarn", 5))).containsExactly("mail/c");
    }

    @Test
    public void acceptsAnyText() {
      Corpus corpus = corpus(document("a", "The old bridge."), document("b", "A river."));
      for (String blank : List.of("", " \n", "\u200b")) {
        assertThat(corpus.search(blank, 5)).isEmpty();
      }
      for (String text :
          List.of(
              "a",
              "?",
              "the",
              "\"",
              "\ud83d bridge \u0000",
              "one two three four five six seven eight nine ten eleven twelve",
              "x".repeat(20_000),
              "bridge-1 ".repeat(5_000))) {
        assertThat(corpus.search(text, 5)).as(text).hasSizeLessThanOrEqualTo(2);
      }
      assertThat(corpus.search("bridge", Integer.MAX_VALUE)).hasSize(2);
      assertThatIllegalArgumentException().isThrownBy(() -> corpus.search("bridge", 0));
      assertThat(corpus(List.of()).search("bridge", 5)).isEmpty();
    }
  }

  @Nested
  class SemanticSearch {
    @Test
    public void ranksTheChunkWithTheNearestSentenceFirst() {
      Corpus corpus =
          corpus(
              document("a", "Herring is caught in winter.\nNets are mended in spring."),
              document(
                  "b", "Wool is dyed blue.\nThe designer of the old bridge was born in Tarn."));
      List<SemanticHit> hits = corpus.semanticSearch("designer of the old bridge", 5);
      assertThat(ids(hits)).containsExactly("b", "a");
      assertThat(hits.get(0).score()).isGreaterThan(hits.get(1).score());
      assertThat(hits.get(0).snippet()).contains("born in Tarn");
    }

    @Test
    public void returnsEachChunkAtMostOnceInSemanticSearch() {
      Corpus corpus =
          corpus(
              IntStream.range(0, 12)
                  .mapToObj(
                      i -> document("d" + i, "The old bridge. ".repeat(8) + "Number " + i + "."))
                  .toList());
      List<String> all = ids(corpus.semanticSearch("the old bridge", 50));
      assertThat(all).hasSize(12).doesNotHaveDuplicates();
      assertThat(ids(corpus.semanticSearch(SemanticQuery.of("the old bridge"), 5, 4)))
          .isEqualTo(all.subList(4, 9));
      assertThat(corpus.semanticSearch(SemanticQuery.of("the old bridge"), 5, 12)).isEmpty();
    }

    @Test
    public void returnsTheSameHitsForBatchedAndSingleQueries() {
      Corpus corpus =
          corpus(
              IntStream.range(0, 12)
                  .mapToObj(i -> document("d" + i, "Bridge number " + i + " is " + i * i + " old."))
                  .toList());
      List<SemanticQuery> queries =
          IntStream.range(0, 20)
              .mapToObj(i -> SemanticQuery.of("How old is bridge " + i % 12 + "?"))
              .toList();
      List<List<SemanticHit>> hits = corpus.semanticSearchAll(queries, 3, 1);
      assertThat(hits).hasSize(20);
      for (int i = 0; i < queries.size(); i++) {
        assertThat(hits.get(i)).isEqualTo(corpus.semanticSearch(queries.get(i), 3, 1)).hasSize(3);
      }
      assertThat(corpus.semanticSearchAll(List.of(), 3, 0)).isEmpty();
    }

    @Test
    public void ordersEqualScoresByCorpusOrder() {
      Corpus corpus = corpus(document("b", "Same words."), document("a", "Same words."));
      assertThat(ids(corpus.semanticSearch("same words", 2))).containsExactly("a", "b");
    }

    @Test
    public void rejectsABlankQueryAndInvalidPages() {
      Corpus corpus = corpus(document("a", "Text."));
      assertThatIllegalArgumentException().isThrownBy(() -> corpus.semanticSearch(" ", 5));
      assertThatIllegalArgumentException().isThrownBy(() -> corpus.semanticSearch("text", 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> corpus.semanticSearch(SemanticQuery.of("text"), 1, -1));
    }

    @Test
    public void ranksByTheBestSentenceByOtherRules() {
      List<SemanticHit> hits = meaning(manyDocuments(), TestRules.OTHER, MANY, 0);
      assertThat(hits).hasSize(MANY);
      assertThat(hits)
          .isSortedAccordingTo(
              Comparator.comparing(SemanticHit::score)
                  .reversed()
                  .thenComparing(hit -> hit.chunkId().value()));
      assertThat(hits)
          .allSatisfy(
              hit -> {
                assertThat(hit.rankScore()).isEqualTo(hit.score());
                double best =
                    hit.matches().stream().mapToDouble(SentenceHit::score).max().orElse(0);
                assertThat(hit.score()).isEqualTo(best);
              });
    }

    @Test
    public void ranksThreeSentencesPerChunkByOtherRules() {
      String many = "The old bridge stands here. ".repeat(7);
      Corpus corpus = corpus(document("a", many), document("b", "A ferry crosses the lake."));
      List<SemanticHit> hits = meaning(corpus, TestRules.OTHER, 2, 0);
      assertThat(ids(hits)).containsExactly("a");
      assertThat(hits.get(0).matches()).hasSize(6);
      assertThat(ids(meaning(corpus, TestRules.OTHER, 3, 0))).containsExactly("a", "b");
      assertThat(ids(meaning(corpus, TestRules.OTHER, 2, 1))).containsExactly("b");
    }

    /** Short sentences are ignored even if all of them are closer to the query. */
    @Test
    public void ignoresShortSentencesByOtherRules() {
      List<Document> documents = new ArrayList<>();
      IntStream.range(0, 90).forEach(i -> documents.add(document("d" + i, "The old!")));
      documents.add(document("long", "The old bridge is long."));
      documents.add(document("far", "Nothing is known of a ferry."));
      Corpus corpus = corpus(documents);
      SemanticQuery query = new SemanticQuery("the old", TestRules.OTHER);
      assertThat(ids(corpus.semanticSearch(query, 1, 0))).containsExactly("long");
      assertThat(ids(corpus.semanticSearch(query, 5, 0))).containsExactly("long", "far");
      assertThat(ids(corpus.semanticSearch("the old", 5))).doesNotContain("long");
    }

    @Test
    public void ranksTheBestSectionsByTheirWordsToo() {
      Corpus corpus = manyDocuments();
      List<SemanticHit> byScore = meaning(corpus, TestRules.OTHER, MANY, 0);
      List<SemanticHit> hits = meaning(corpus, RankingRules.standard(), MANY, 0);
      List<SemanticHit> pool = byScore.subList(0, SemanticRanking.POOL);
      List<Double> lexical =
          NaiveRanking.lexical(
              "the old bridge", pool.stream().map(hit -> hit.chunk().text()).toList());
      double most = lexical.stream().mapToDouble(each -> each).max().orElseThrow();
      Map<String, Double> expected = new HashMap<>();
      for (int i = 0; i < pool.size(); i++) {
        double rankScore = pool.get(i).score() + 0.05 * lexical.get(i) / most;
        expected.put(pool.get(i).chunkId().value(), rankScore);
      }
      List<SemanticHit> best = hits.subList(0, SemanticRanking.POOL);
      assertThat(ids(best))
          .containsExactlyInAnyOrderElementsOf(expected.keySet())
          .isNotEqualTo(ids(pool));
      assertThat(best)
          .allSatisfy(
              hit ->
                  assertThat(hit.rankScore())
                      .isCloseTo(expected.get(hit.chunkId().value()), Offset.offset(1e-12)));
      assertThat(best).isSortedAccordingTo(Comparator.comparing(SemanticHit::rankScore).reversed());
      assertThat(hits.subList(SemanticRanking.POOL, MANY))
          .isEqualTo(byScore.subList(SemanticRanking.POOL, MANY));
      Map<String, Double> scores = new HashMap<>();
      byScore.forEach(hit -> scores.put(hit.chunkId().value(), hit.score()));
      assertThat(hits)
          .allSatisfy(hit -> assertThat(hit.score()).isEqualTo(scores.get(hit.chunkId().value())));
    }

    @Test
    public void returnsConsecutivePagesInSemanticSearch() {
      Corpus corpus = manyDocuments();
      for (RankingRules rules : TestRules.BOTH) {
        List<SemanticHit> all = meaning(corpus, rules, MANY, 0);
        for (int offset = 0; offset <= MANY; offset += 13) {
          assertThat(meaning(corpus, rules, 13, offset))
              .isEqualTo(all.subList(offset, Math.min(MANY, offset + 13)));
        }
        assertThat(
                corpus.semanticSearchAll(
                    List.of(new SemanticQuery("the old bridge", rules)), 7, 95))
            .containsExactly(all.subList(95, 102));
      }
    }

    private static List<ChunkId> chunkIds(Stream<Integer> numbers) {
      return numbers.map(number -> ChunkId.of("d%03d".formatted(number))).toList();
    }

    @Test
    public void ranksGivenChunksLikeASearchInAViewOfThem() {
      Corpus corpus = manyDocuments();
      List<ChunkId> some = chunkIds(IntStream.range(0, MANY).filter(i -> i % 7 == 3).boxed());
      List<ChunkId> reversed = new ArrayList<>(some);
      Collections.reverse(reversed);
      for (RankingRules rules : TestRules.BOTH) {
        SemanticQuery query = new SemanticQuery("the old bridge", rules);
        List<SemanticHit> hits = corpus.rank(query, reversed);
        assertThat(hits).extracting(SemanticHit::chunkId).containsExactlyInAnyOrderElementsOf(some);
        assertThat(hits)
            .isEqualTo(corpus.within(Scope.chunks(some)).semanticSearch(query, some.size(), 0));
        Map<ChunkId, Double> scores = new HashMap<>();
        meaning(corpus, rules, MANY, 0).forEach(hit -> scores.put(hit.chunkId(), hit.score()));
        assertThat(hits)
            .allSatisfy(hit -> assertThat(hit.score()).isEqualTo(scores.get(hit.chunkId())));
      }
    }

    @Test
    public void ranksOnlyKnownChunksInScopeOnce() {
      Corpus corpus =
          corpus(
              document("a", "The old bridge stands.", Map.of("tenant", "x")),
              document("b", "The old ferry crosses.", Map.of("tenant", "x")),
              document("c", "The old bridge fell.", Map.of("tenant", "y")));
      SemanticQuery query = SemanticQuery.of("the old bridge");
      List<ChunkId> given = Stream.of("c", "b", "nowhere", "a", "b").map(ChunkId::of).toList();
      assertThat(ids(corpus.within(Scope.equal("tenant", "x")).rank(query, given)))
          .containsExactly("a", "b");
      assertThat(corpus.rank(query, List.of())).isEmpty();
      assertThat(corpus.rank(query, List.of(ChunkId.of("nowhere")))).isEmpty();
    }

    /** The section with the words of the query is not the one with the best sentence. */
    @Test
    public void ranksAChunkByItsBestSection() {
      Corpus corpus =
          corpus(
              IntStream.range(0, 20)
                  .mapToObj(
                      i ->
                          sectioned(
                              "d" + i,
                              "Ferry",
                              "Boat " + i + " is here.",
                              i == 7 ? "Quadrant" : "Wool",
                              "The boat carries things over the river in spring and in winter."))
                  .toList());
      SemanticHit best = corpus.semanticSearch("boat with a quadrant", 20).get(0);
      assertThat(best.chunkId()).isEqualTo(ChunkId.of("d7"));
      assertThat(best.rankScore()).isGreaterThan(best.score());
      assertThat(best.sections())
          .extracting(each -> each.section().id().toString())
          .contains("d7.1");
    }
  }

  @Nested
  class MeanSearches {
    private static MeanSearch meanSearch(Corpus corpus) {
      assumeThat(corpus.meanSearch()).isPresent();
      return corpus.meanSearch().orElseThrow();
    }

    @Test
    public void searchesForTheMeanOfOneTextAsForTheText() {
      Corpus corpus = manyDocuments();
      MeanSearch search = meanSearch(corpus);
      for (RankingRules rules : TestRules.BOTH) {
        assertThat(search.semanticSearch(List.of("the old bridge"), rules, 9, 4))
            .isEqualTo(meaning(corpus, rules, 9, 4));
        assertThat(
                search.semanticSearch(List.of("the old bridge", "the old bridge"), rules, MANY, 0))
            .extracting(SemanticHit::chunkId)
            .isEqualTo(meaning(corpus, rules, MANY, 0).stream().map(SemanticHit::chunkId).toList());
      }
    }

    @Test
    public void scoresByTheMeanAndRanksByTheWordsOfTheFirstText() {
      Corpus corpus = manyDocuments();
      MeanSearch search = meanSearch(corpus);
      List<String> texts = List.of("the old bridge", "a ferry on the river", "stone of Tarn");
      float[] mean = mean(texts);
      List<SemanticHit> byScore = search.semanticSearch(texts, TestRules.OTHER, MANY, 0);
      List<SemanticHit> hits = search.semanticSearch(texts, RankingRules.standard(), MANY, 0);
      assertThat(byScore).hasSize(MANY);
      assertThat(byScore)
          .allSatisfy(hit -> assertThat(hit.score()).isEqualTo(bestScore(mean, hit.chunk())));
      List<SemanticHit> pool = byScore.subList(0, SemanticRanking.POOL);
      List<Double> lexical =
          NaiveRanking.lexical(texts.get(0), pool.stream().map(hit -> hit.chunk().text()).toList());
      double most = lexical.stream().mapToDouble(each -> each).max().orElseThrow();
      Map<ChunkId, Double> expected = new HashMap<>();
      for (int i = 0; i < pool.size(); i++) {
        expected.put(pool.get(i).chunkId(), pool.get(i).score() + 0.05 * lexical.get(i) / most);
      }
      assertThat(hits.subList(0, SemanticRanking.POOL))
          .allSatisfy(
              hit ->
                  assertThat(hit.rankScore())
                      .isCloseTo(expected.get(hit.chunkId()), Offset.offset(1e-12)));
      assertThat(search.semanticSearch(texts, RankingRules.standard(), 5, 7))
          .isEqualTo(hits.subList(7, 12));
    }

    /** The embedder of the corpus under test. */
    private static final HashEmbedder EMBEDDER = new HashEmbedder();

    /** Computes the mean by its definition. */
    private static float[] mean(List<String> texts) {
      float[] mean = new float[EMBEDDER.dimension()];
      double squares = 0;
      for (int i = 0; i < mean.length; i++) {
        double sum = 0;
        for (String text : texts) {
          sum += EMBEDDER.embedQuery(text).toArray()[i];
        }
        mean[i] = (float) (sum / texts.size());
        squares += (double) mean[i] * mean[i];
      }
      for (int i = 0; i < mean.length; i++) {
        mean[i] = (float) (mean[i] / Math.sqrt(squares));
      }
      return mean;
    }

    private static double bestScore(float[] query, Chunk chunk) {
      double best = Double.NEGATIVE_INFINITY;
      for (Sentence sentence : chunk.sentences()) {
        float[] vector = EMBEDDER.embedSentences(List.of(sentence.embeddedText())).get(0).toArray();
        double sum = 0;
        for (int i = 0; i < query.length; i++) {
          sum += (double) query[i] * vector[i];
        }
        best = Math.max(best, (float) sum);
      }
      return best;
    }

    @Test
    public void aMeanSearchDependsOnlyOnTheScope() {
      Map<String, Object> mine = Map.of("tenant", "x");
      List<Document> documents =
          List.of(
              document("a", "The old bridge stands.", mine),
              document("b", "The old ferry crosses.", mine));
      List<Document> all = new ArrayList<>(documents);
      IntStream.range(0, 30)
          .forEach(
              i -> all.add(document("o" + i, "The old bridge is old.", Map.of("tenant", "y"))));
      List<String> texts = List.of("the old bridge", "the ferry");
      Corpus view = corpus(all).within(Scope.equal("tenant", "x"));
      assertThat(meanSearch(view).semanticSearch(texts, RankingRules.standard(), 5, 0))
          .isEqualTo(
              meanSearch(corpus(documents)).semanticSearch(texts, RankingRules.standard(), 5, 0));
      assertThat(
              meanSearch(view.within(Scope.documents("nothing")))
                  .semanticSearch(texts, RankingRules.standard(), 5, 0))
          .isEmpty();
    }

    @Test
    public void aMeanSearchRejectsInvalidArguments() {
      MeanSearch search = meanSearch(corpus(document("a", "Text.")));
      List<String> one = List.of("text");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> search.semanticSearch(List.of(), RankingRules.standard(), 1, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> search.semanticSearch(List.of("text", " "), RankingRules.standard(), 1, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> search.semanticSearch(one, RankingRules.standard(), 0, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> search.semanticSearch(one, RankingRules.standard(), 1, -1));
    }
  }

  @Nested
  class Reading {
    @Test
    public void readsChunksInRequestOrderWithoutDuplicates() {
      Corpus corpus = corpus(document("a", "Text a."), document("b", "Text b."));
      Collection<ChunkId> wanted = Stream.of("b", "none", "a", "b").map(ChunkId::of).toList();
      assertThat(corpus.read(wanted)).extracting(Chunk::text).containsExactly("Text b.", "Text a.");
      assertThat(corpus.read(ChunkId.of("none"))).isEmpty();
      assertThat(corpus.read(List.of())).isEmpty();
    }

    @Test
    public void returnsTextUnchanged() {
      String text = "  Ünïcode\u00a0\r\n\r\n\u202eTail 😀\t \n";
      Chunk chunk = corpus(document("a", text)).read(ChunkId.of("a")).orElseThrow();
      assertThat(chunk.text()).isEqualTo(text);
      assertThat(chunk.location().documentId()).isEqualTo("a");
      assertThat(chunk.previous()).isNull();
      assertThat(chunk.next()).isNull();
    }

    @Test
    public void knowsThePageOfEachCharacterOfAChunk() {
      String text = "One.\nTwo.\nThree.\n";
      Document pages =
          Document.builder("a", text)
              .oneChunk(ChunkId.of("a"))
              .page(0, 3)
              .page(7, 4)
              .page(10, 8)
              .page(text.length(), 9)
              .build();
      Document late = Document.builder("b", text).oneChunk(ChunkId.of("b")).page(5, 1).build();
      Corpus corpus = corpus(pages, late, document("c", text));

      Chunk first = corpus.read(ChunkId.of("a")).orElseThrow();
      assertThat(first.location().page()).hasValue(3);
      assertThat(first.pageStarts())
          .containsExactly(new Document.Page(7, 4), new Document.Page(10, 8));
      assertThat(IntStream.of(0, 6, 7, 9, 10, 17).map(at -> first.pageAt(at).orElse(0)))
          .containsExactly(3, 3, 4, 4, 8, 8);

      Chunk second = corpus.read(ChunkId.of("b")).orElseThrow();
      assertThat(second.location().page()).isEmpty();
      assertThat(second.pageAt(4)).isEmpty();
      assertThat(second.pageAt(5)).hasValue(1);

      Chunk third = corpus.read(ChunkId.of("c")).orElseThrow();
      assertThat(third.pageStarts()).isEmpty();
      assertThat(third.pageAt(5)).isEmpty();
    }

    private static final String TABLE = "Sales (tons) | 2018 | 2017\nTea. Green | 12 | 11\nSalt\n";

    private static Document withTable(String id, String before, String title) {
      int table = before.length();
      return Document.builder(id, before + TABLE + "It grew.")
          .title(title)
          .table(new Table(table, table + TABLE.indexOf("Tea"), table + TABLE.length()))
          .oneChunk(ChunkId.of(id))
          .build();
    }

    @Test
    public void keepsTablesWithTheHeaderOfEachRow() {
      Corpus all =
          corpus(withTable("a", "Prices rose.\n", null), withTable("b", "", "Tea and salt"));
      for (Corpus corpus :
          List.of(all, all.snapshot(), all.within(Scope.documents(List.of("a", "b"))))) {
        requireTable(corpus, "a", List.of(), "Prices rose.\n");
        requireTable(corpus, "b", List.of("Tea and salt"), "");
        SemanticHit hit = corpus.semanticSearch("Sales of Tea Green in 2018", 5).get(0);
        assertThat(hit.sentences()).extracting(Sentence::text).contains("Tea. Green | 12 | 11");
      }
      assertThat(all.within(Scope.documents("a")).read(ChunkId.of("b"))).isEmpty();
    }

    private static void requireTable(
        Corpus corpus, String id, List<String> heading, String before) {
      Chunk chunk = corpus.read(ChunkId.of(id)).orElseThrow();
      TableHeader header =
          new TableHeader(before.length(), TABLE.substring(0, TABLE.indexOf("Tea")));
      int salt = before.length() + TABLE.indexOf("Salt");
      int tea = before.length() + header.text().length();
      assertThat(chunk.sentences())
          .filteredOn(sentence -> sentence.table() != null)
          .containsExactly(
              new Sentence(header.text().strip(), before.length(), heading, false, header),
              new Sentence("Tea. Green | 12 | 11", tea, heading, false, header),
              new Sentence("Salt", salt, heading, false, header));
      assertThat(chunk.sentences()).filteredOn(Sentence::isTableHeader).hasSize(1);
      assertThat(chunk.sections())
          .filteredOn(section -> section.table().isPresent())
          .singleElement()
          .satisfies(section -> assertThat(section.text()).endsWith(TABLE))
          .satisfies(section -> assertThat(section.table()).hasValue(header));
      if (corpus instanceof Catalogue catalogue) {
        assertThat(catalogue.document(id).orElseThrow().tables())
            .containsExactly(
                new Table(before.length(), header.end(), before.length() + TABLE.length()));
      }
    }

    private static List<String> entryIds(List<CatalogueEntry> entries) {
      return entries.stream().map(CatalogueEntry::id).toList();
    }

    @Test
    public void listsEachDocumentWithItsProperties() {
      Document titled =
          Document.builder("b", "Line one.\nLine two.\n")
              .title("On bridges")
              .metadata("year", 1893)
              .metadata("tags", List.of("stone", "old"))
              .oneChunk(ChunkId.of("b"))
              .build();
      Catalogue catalogue =
          requireCatalogue(
              corpus(Map.of("wiki", List.of(titled), "mail", List.of(document("a", "One 😀.")))));
      assertThat(catalogue.documents(Slice.first(9)))
          .containsExactly(
              new CatalogueEntry("a", "mail", "a", Map.of(), 7, 1),
              new CatalogueEntry(
                  "b",
                  "wiki",
                  "On bridges",
                  Map.of("year", 1893L, "tags", List.of("stone", "old")),
                  20,
                  1));
    }

    @Test
    public void listsDocumentsInCorpusOrderPageByPage() {
      List<String> ids = List.of("a", "b", "c", "\uffee", "\ud83d\ude00");
      Catalogue catalogue =
          requireCatalogue(
              corpus(
                  Map.of(
                      "one",
                      Stream.of("c", "\ud83d\ude00", "a").map(id -> document(id, "Text.")).toList(),
                      "two",
                      Stream.of("\uffee", "b").map(id -> document(id, "Text.")).toList())));
      Catalogue snapshot = catalogue.snapshot();
      List<String> all = new ArrayList<>();
      Slice slice = Slice.first(2);
      for (List<String> some = List.of("first"); !some.isEmpty(); slice = slice.next()) {
        some = entryIds(snapshot.documents(slice));
        assertThat(some).hasSizeLessThanOrEqualTo(2);
        all.addAll(some);
      }
      assertThat(all).isEqualTo(ids);
      assertThat(entryIds(catalogue.documents(new Slice(1, 3)))).isEqualTo(ids.subList(1, 4));
      assertThat(catalogue.documents(new Slice(5, 3))).isEmpty();
    }

    @Test
    public void listsAndReadsOnlyDocumentsInScope() {
      Catalogue all = requireCatalogue(twoSources());
      Catalogue wiki = all.within(Scope.source("wiki"));
      assertThat(entryIds(wiki.documents(Slice.first(9)))).containsExactly("wiki/a", "wiki/b");
      assertThat(entryIds(wiki.snapshot().documents(new Slice(1, 9)))).containsExactly("wiki/b");
      assertThat(entryIds(wiki.within(Scope.equal("year", 1893)).documents(Slice.first(9))))
          .containsExactly("wiki/a");
      assertThat(all.within(Scope.documents("none")).documents(Slice.first(9))).isEmpty();

      assertThat(wiki.document("wiki/a")).isPresent();
      assertThat(wiki.document("mail/c")).isEmpty();
      assertThat(wiki.document("none")).isEmpty();
      assertThat(wiki.chunksOf("mail/c")).isEmpty();
      assertThat(wiki.chunksOf("wiki/a")).isEqualTo(wiki.read(List.of(ChunkId.of("wiki/a"))));
    }

    private static FindQuery find(FindQuery.Unit unit, String... words) {
      return FindQuery.in(unit).words(List.of(words));
    }

    private static List<String> texts(FindResult result) {
      return result.matches().stream().map(match -> match.sentence().text()).toList();
    }

    @Test
    public void findsSentencesInWhichAllConditionsHold() {
      Catalogue catalogue =
          requireCatalogue(
              corpus(
                  document("b", "Tarn is blue.\nBlue is Tarn, a town.\nTarns are not blue.\n"),
                  document("a", "The TARN\tis (blue) too.\nTarn.\n")));
      FindResult found = catalogue.find(find(FindQuery.Unit.SENTENCE, "tarn", "Blue"), 2, 1);
      assertThat(texts(found)).containsExactly("Tarn is blue.", "Blue is Tarn, a town.");
      assertThat(found.sentences()).isEqualTo(3);
      assertThat(found.units()).isEqualTo(3);
      assertThat(found.documents()).isEqualTo(2);
      assertThat(found.isComplete()).isTrue();
      assertThat(found.totalChunks()).isEqualTo(2);
      assertThat(texts(catalogue.find(find(FindQuery.Unit.SENTENCE, "tarn is"), 9, 0)))
          .containsExactly("The TARN\tis (blue) too.", "Tarn is blue.");
      FindQuery near = FindQuery.in(FindQuery.Unit.SENTENCE).near(List.of("blue", "town"), 2);
      assertThat(catalogue.find(near, 9, 0).sentences()).isZero();
      FindQuery pattern = FindQuery.in(FindQuery.Unit.SENTENCE).pattern("^tarns? (is|are) ");
      assertThat(texts(catalogue.find(pattern, 9, 0)))
          .containsExactly("Tarn is blue.", "Tarns are not blue.");
    }

    @Test
    public void findsSectionsAndDocumentsInWhichAllConditionsHold() {
      Catalogue catalogue =
          requireCatalogue(
              corpus(
                  sectioned("a", "Tarn", "A town.\nBlue water.\n", "Lake", "Red water.\n"),
                  sectioned("b", "Tarn", "Red water.\n")));
      FindResult sections = catalogue.find(find(FindQuery.Unit.SECTION, "tarn", "water"), 9, 0);
      assertThat(texts(sections)).containsExactly("Tarn", "Blue water.", "Tarn", "Red water.");
      assertThat(sections.units()).isEqualTo(2);
      FindResult documents = catalogue.find(find(FindQuery.Unit.DOCUMENT, "town", "red"), 9, 0);
      assertThat(texts(documents)).containsExactly("A town.", "Red water.");
      assertThat(documents.units()).isEqualTo(1);
      assertThat(documents.documents()).isEqualTo(1);
    }

    @Test
    public void countsMatchesByAValueOfTheirDocument() {
      Catalogue all = requireCatalogue(twoSources());
      FindQuery tarn = find(FindQuery.Unit.SENTENCE, "tarn");
      assertThat(all.find(tarn.countBy("year"), 1, 0).counts())
          .containsExactly(
              new FindResult.Count(null, 2),
              new FindResult.Count("1893", 1),
              new FindResult.Count("1901", 1));
      assertThat(all.find(tarn.countBy("source"), 1, 0).counts())
          .containsExactly(new FindResult.Count("wiki", 3), new FindResult.Count("mail", 1));
      assertThat(all.within(Scope.source("wiki")).find(tarn.countBy("document"), 1, 0).counts())
          .containsExactly(new FindResult.Count("wiki/b", 2), new FindResult.Count("wiki/a", 1));
      assertThat(all.find(tarn, 1, 0).counts()).isEmpty();
      FindResult none = all.within(Scope.documents("none")).find(tarn, 1, 0);
      assertThat(none.sentences() + none.totalChunks()).isZero();
    }

    @Test
    public void rejectsAFindWithoutConditionsOrWithAnInvalidPage() {
      Catalogue catalogue = requireCatalogue(corpus(document("a", "Tarn.")));
      FindQuery tarn = find(FindQuery.Unit.SENTENCE, "tarn");
      assertThatNullPointerException()
          .isThrownBy(() -> catalogue.find(null, 1, 0))
          .withMessage("query");
      assertThatIllegalArgumentException().isThrownBy(() -> catalogue.find(tarn, 0, 0));
      assertThatIllegalArgumentException().isThrownBy(() -> catalogue.find(tarn, 1, -1));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> catalogue.find(find(FindQuery.Unit.SENTENCE), 1, 0));
    }

    @Test
    public void returnsTheTextOfADocumentUnchanged() {
      String text = "  Ünïcode\u00a0\r\n\r\n\u202eTail 😀\t \n";
      Document document =
          Document.builder("a", text)
              .title("Title")
              .metadata("year", 1893)
              .page(0, 3)
              .page(4, 7)
              .oneChunk(ChunkId.of("a"))
              .build();
      Document read = requireCatalogue(corpus(List.of(document))).document("a").orElseThrow();
      assertThat(read.text()).isEqualTo(text);
      assertThat(read.title()).hasValue("Title");
      assertThat(read.metadata()).isEqualTo(Map.of("year", 1893L));
      assertThat(read.pages()).containsExactly(new Document.Page(0, 3), new Document.Page(4, 7));
    }

    private static final String WATCH = "It shows the depth and the time. The strap is orange.";

    @Test
    public void searchesTheTitleAsALineBeforeTheText() {
      Document watch =
          Document.builder("a", WATCH)
              .title("Garmin Fenix diving watch")
              .heading(0, List.of("Features"))
              .page(0, 3)
              .oneChunk(ChunkId.of("a"))
              .build();
      Document coffee = document("b", "A coffee machine for the office.");
      Corpus corpus = corpus(List.of(watch, coffee));
      assertThat(keyword(corpus, "Garmin")).containsExactly("a");
      assertThat(shown(corpus, "Garmin")).containsExactly("Garmin Fenix diving watch");
      assertThat(shown(corpus, "Garmin", "strap")).containsExactly("The strap is orange.");
      assertThat(corpus.semanticSearch("Garmin Fenix diving watch", 2))
          .first()
          .satisfies(hit -> assertThat(hit.chunkId()).isEqualTo(ChunkId.of("a")));
      Chunk chunk = corpus.read(ChunkId.of("a")).orElseThrow();
      assertThat(chunk.text()).isEqualTo("Garmin Fenix diving watch\n" + WATCH);
      assertThat(chunk.location().offset()).isEqualTo(-26);
      assertThat(chunk.location().page()).hasValue(3);
      assertThat(chunk.sentences().get(0).isHeading()).isTrue();
      Sentence first = chunk.sentences().get(1);
      assertThat(WATCH.substring(first.offset(), first.end())).isEqualTo(first.text());
      assertThat(first.heading()).containsExactly("Garmin Fenix diving watch", "Features");
      Catalogue catalogue = requireCatalogue(corpus);
      assertThat(catalogue.document("a").orElseThrow().text()).isEqualTo(WATCH);
      assertThat(catalogue.documents(Slice.first(1)).get(0).characters()).isEqualTo(WATCH.length());
    }

    private static List<String> shown(Corpus corpus, String... keywords) {
      KeywordHit hit = corpus.keywordSearch(List.of(keywords), 1).hits().get(0);
      return hit.sentences().stream().map(Sentence::text).toList();
    }

    @Test
    public void addsNoTitleLineIfTheTextBeginsWithTheTitle() {
      Document plain =
          Document.builder("a", "# GARMIN\u00a0 *fenix*\n\nText.")
              .title("Garmin Fenix!")
              .heading(0, List.of("Garmin Fenix!"))
              .oneChunk(ChunkId.of("a"))
              .build();
      Document other =
          Document.builder("b", "Cargo ships.").title("Car").oneChunk(ChunkId.of("b")).build();
      Corpus corpus = corpus(List.of(plain, other));
      assertThat(corpus.read(ChunkId.of("a")).orElseThrow().text()).isEqualTo(plain.text());
      assertThat(corpus.read(ChunkId.of("b")).orElseThrow().text()).isEqualTo("Car\nCargo ships.");
    }

    @Test
    public void readsHostileTitles() {
      List<String> titles =
          List.of("a\r\n\u2028b\u0000\tc", "long ".repeat(20_000), "\u200b", " ", "***", "---\nx");
      List<Document> documents = new ArrayList<>();
      for (String title : titles) {
        String id = "d" + documents.size();
        documents.add(Document.builder(id, "Text.").title(title).oneChunk(ChunkId.of(id)).build());
      }
      Catalogue catalogue = requireCatalogue(corpus(documents));
      assertThat(catalogue.read(ChunkId.of("d0")).orElseThrow().text()).isEqualTo("a b c\nText.");
      assertThat(catalogue.document("d0").orElseThrow().title()).hasValue("a b c");
      assertThat(catalogue.document("d3").orElseThrow().title()).isEmpty();
      assertThat(catalogue.read(ChunkId.of("d1")).orElseThrow().text()).hasSize(999 + 6);
      assertThat(catalogue.read(ChunkId.of("d2")).orElseThrow().text()).isEqualTo("Text.");
      for (Document document : documents) {
        assertThat(catalogue.document(document.id()).orElseThrow().text()).isEqualTo("Text.");
      }
    }
  }

  @Nested
  class Scopes {
    private Corpus twoTenants() {
      return corpus(
          document("a", "Tarn is blue.", Map.of("tenant", "acme", "year", 1893)),
          document("b", "Tarn is red. Tarn.", Map.of("tenant", "blimp", "year", 1901)),
          document("c", "Tarn has no tenant."));
    }

    @Test
    public void hidesDocumentsOutsideTheScopeInEveryMethod() {
      Corpus acme = twoTenants().within(Scope.equal("tenant", "acme"));
      KeywordHits hits = acme.keywordSearch(List.of("tarn"), 5);
      assertThat(ids(hits)).containsExactly("a");
      assertThat(hits.total()).isEqualTo(1);
      assertThat(hits.chunksWith()).containsEntry("tarn", 1L);
      assertThat(hits.hits().get(0).rarity()).isEqualTo(StrictMath.log(2));
      assertThat(ids(acme.semanticSearch("tarn", 5))).containsExactly("a");
      assertThat(acme.read(ChunkId.of("b"))).isEmpty();
      assertThat(acme.read(ChunkId.of("c"))).isEmpty();
    }

    @Test
    public void computesScoresOnlyFromChunksInScope() {
      Corpus scoped = twoTenants().within(Scope.equal("tenant", "blimp"));
      Corpus alone =
          corpus(document("b", "Tarn is red. Tarn.", Map.of("tenant", "blimp", "year", 1901)));
      assertThat(scoped.keywordSearch(List.of("tarn", "blue"), 5))
          .isEqualTo(alone.keywordSearch(List.of("tarn", "blue"), 5));
      assertThat(scoped.semanticSearch("what is red?", 5))
          .isEqualTo(alone.semanticSearch("what is red?", 5));
    }

    @Test
    public void neverWidensTheScopeOfAView() {
      Corpus acme = twoTenants().within(Scope.equal("tenant", "acme"));
      assertThat(keyword(acme.within(Scope.everything()), "tarn")).containsExactly("a");
      assertThat(keyword(acme.within(Scope.equal("tenant", "blimp")), "tarn")).isEmpty();
      Scope old = Scope.between("year", 1800, 1900);
      assertThat(keyword(twoTenants().within(old), "tarn")).containsExactly("a");
      assertThat(keyword(twoTenants().within(old.not()), "tarn")).containsExactly("b");
    }

    private static final ChunkId WIKI_B = ChunkId.of("wiki/b");

    @Test
    public void limitsAViewToDocumentsChunksOrASource() {
      Corpus corpus = twoSources();
      Map<Scope, List<String>> expected =
          Map.ofEntries(
              Map.entry(Scope.documents("wiki/b"), List.of("wiki/b")),
              Map.entry(Scope.documents("wiki/b", "mail/c", "none"), List.of("wiki/b", "mail/c")),
              Map.entry(Scope.documents(List.of()), List.of()),
              Map.entry(Scope.documents("wiki/b").not(), List.of("mail/c", "wiki/a")),
              Map.entry(Scope.chunks(WIKI_B), List.of("wiki/b")),
              Map.entry(Scope.chunks(ChunkId.of("none")), List.of()),
              Map.entry(Scope.chunks(WIKI_B).not(), List.of("mail/c", "wiki/a")),
              Map.entry(Scope.source("wiki"), List.of("wiki/b", "wiki/a")),
              Map.entry(Scope.source("WIKI"), List.of()),
              Map.entry(Scope.source("wiki").not(), List.of("mail/c")));
      expected.forEach(
          (scope, ids) -> {
            Corpus view = corpus.within(scope);
            assertThat(keyword(view, "tarn")).as("%s", scope).containsExactlyElementsOf(ids);
            assertThat(ids(view.semanticSearch("tarn", 9)))
                .as("%s", scope)
                .containsExactlyInAnyOrderElementsOf(ids);
            List<ChunkId> all = Stream.of("wiki/b", "mail/c", "wiki/a").map(ChunkId::of).toList();
            assertThat(view.read(all))
                .extracting(chunk -> chunk.id().value())
                .containsExactlyElementsOf(
                    all.stream().map(ChunkId::value).filter(ids::contains).toList());
          });
    }

    /** A negation requires the metadata keys of its operand, but no document, chunk or source. */
    @Test
    public void combinesScopesOnIdsAndMetadata() {
      Corpus corpus = twoSources();
      Scope old = Scope.between("year", 1800, 1900);
      assertThat(keyword(corpus.within(Scope.source("wiki").and(old)), "tarn"))
          .containsExactly("wiki/a");
      assertThat(keyword(corpus.within(Scope.chunks(WIKI_B).or(old)), "tarn"))
          .containsExactly("wiki/b", "wiki/a");
      assertThat(keyword(corpus.within(Scope.source("wiki").and(old.not())), "tarn")).isEmpty();
      assertThat(keyword(corpus.within(Scope.source("mail").and(old).not()), "tarn"))
          .containsExactly("mail/c", "wiki/a");
      assertThat(keyword(corpus.within(Scope.documents("wiki/a").or(WIKI_B_OR_MAIL).not()), "tarn"))
          .isEmpty();
      assertThat(keyword(corpus.within(Scope.source("wiki")).within(WIKI_B_OR_MAIL), "tarn"))
          .containsExactly("wiki/b");
    }

    private static final Scope WIKI_B_OR_MAIL = Scope.chunks(WIKI_B).or(Scope.source("mail"));

    @Test
    public void computesScoresInOneDocumentOnlyFromThatDocument() {
      Document document = document("wiki/b", "Tarn is red. Tarn.");
      Corpus alone = corpus(Map.of("wiki", List.of(document)));
      for (Scope scope :
          List.of(
              Scope.documents("wiki/b"),
              Scope.chunks(WIKI_B),
              Scope.source("wiki").and(Scope.documents("wiki/a").not()))) {
        Corpus scoped = twoSources().within(scope);
        assertThat(scoped.keywordSearch(List.of("tarn", "blue"), 5))
            .isEqualTo(alone.keywordSearch(List.of("tarn", "blue"), 5));
        assertThat(scoped.semanticSearch("what is red?", 5))
            .isEqualTo(alone.semanticSearch("what is red?", 5));
      }
    }

    @Test
    public void comparesDatesFromCodeAndFromFiles() {
      Instant noon = Instant.parse("2024-05-17T12:00:00Z");
      Corpus corpus =
          corpus(
              document("day", "Tarn.", Map.of("date", LocalDate.of(2024, 5, 17))),
              document("file", "Tarn.", Map.of("date", "2024-05-17T23:30:00-05:00")),
              document("instant", "Tarn.", Map.of("date", noon)),
              document("older", "Tarn.", Map.of("date", LocalDate.of(2023, 12, 31))),
              document("word", "Tarn.", Map.of("date", "yesterday")));
      Scope spring = Scope.between("date", LocalDate.of(2024, 3, 20), LocalDate.of(2024, 5, 17));
      assertThat(keyword(corpus.within(spring), "tarn")).containsExactly("day", "file", "instant");
      assertThat(keyword(corpus.within(spring.not()), "tarn")).containsExactly("older", "word");
      Scope day = Scope.between("date", noon, noon.plus(Duration.ofDays(1)));
      assertThat(keyword(corpus.within(day), "tarn")).containsExactly("file", "instant");
      Scope equal = Scope.in("date", List.of(noon, LocalDate.of(2023, 12, 31)));
      assertThat(keyword(corpus.within(equal), "tarn")).containsExactly("instant", "older");
      Scope exact = Scope.equal("date", LocalDate.of(2024, 5, 17));
      assertThat(keyword(corpus.within(exact), "tarn")).containsExactly("day");
      assertThat(corpus.read(ChunkId.of("instant")).orElseThrow().location().metadata())
          .containsEntry("date", "2024-05-17T12:00:00Z");
    }
  }

  @Nested
  class Arguments {
    @Test
    public void namesAnArgumentThatIsNull() {
      Corpus corpus = corpus(document("a", "Tarn."));
      KeywordQuery none = null;
      requireNamed("query", () -> corpus.keywordSearch(none, 5, 0));
      requireNamed("keywords", () -> corpus.keywordSearch(null, 5));
      requireNamed("keyword", () -> corpus.keywordSearch(Arrays.asList("tarn", null), 5));
      requireNamed("query", () -> corpus.semanticSearch(null, 5, 0));
      requireNamed("query", () -> corpus.semanticSearch(null, 5));
      requireNamed("queries", () -> corpus.semanticSearchAll(null, 5, 0));
      requireNamed(
          "query",
          () -> corpus.semanticSearchAll(Arrays.asList(SemanticQuery.of("tarn"), null), 5, 0));
      requireNamed("query", () -> corpus.rank(null, List.of(ChunkId.of("a"))));
      requireNamed("chunks", () -> corpus.rank(SemanticQuery.of("tarn"), null));
      requireNamed(
          "chunk", () -> corpus.rank(SemanticQuery.of("tarn"), Collections.singletonList(null)));
      requireNamed("ids", () -> corpus.read((Collection<ChunkId>) null));
      requireNamed("id", () -> corpus.read(Arrays.asList(ChunkId.of("a"), null)));
      requireNamed("id", () -> corpus.read((ChunkId) null));
      requireNamed("scope", () -> corpus.within(null));
      requireNamed("scope", () -> corpus.within(Scope.documents("a")).within(null));
      Corpus snapshot = corpus.snapshot();
      requireNamed("scope", () -> snapshot.within(null));
    }

    @Test
    public void namesAnArgumentOfTheCatalogueThatIsNull() {
      Catalogue catalogue = requireCatalogue(corpus(document("a", "Tarn.")));
      requireNamed("slice", () -> catalogue.documents(null));
      requireNamed("documentId", () -> catalogue.document(null));
      requireNamed("documentId", () -> catalogue.chunksOf(null));
      requireNamed("documentId", () -> catalogue.regions(null, 0, 1));
    }

    private static void requireNamed(String parameter, ThrowingCallable call) {
      assertThatNullPointerException().isThrownBy(call).withMessage(parameter);
    }

    /** Pages and queries are checked even if nothing can be found. */
    @Test
    public void rejectsInvalidPagesAndQueriesInAnEmptyView() {
      Corpus empty = corpus(document("a", "Tarn.")).within(Scope.documents("none"));
      KeywordQuery tarn = KeywordQuery.of(List.of("tarn"));
      SemanticQuery meaning = SemanticQuery.of("tarn");
      List<ThrowingCallable> calls =
          List.of(
              () -> empty.keywordSearch(tarn, 0, 0),
              () -> empty.keywordSearch(tarn, 1, -1),
              () -> empty.semanticSearch(meaning, 0, 0),
              () -> empty.semanticSearch(meaning, 1, -1),
              () -> empty.semanticSearch("\t", 1),
              () -> empty.semanticSearchAll(List.of(), 0, 0),
              () -> empty.semanticSearchAll(List.of(meaning), 1, -1));
      calls.forEach(call -> assertThatIllegalArgumentException().isThrownBy(call));
    }
  }
}
