package dev.arag.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaperRankingTest {
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          new HashEmbedder(64),
          List.of(
              Document.of("a", "The art of Tarn. One. Two of the arts. Art! Art. Art. Art."),
              Document.of("b", "Artful parts are partly art. Nothing else is said of caf\u00e9s."),
              Document.of("c", "The old bridge of Tarn is long. Short one.")));

  /** The searches are tested with the rules of {@link TestRules#OTHER}. */
  @Test
  void hasTheRulesThatTheContractsOfCorporaTest() {
    RankingRules rules = Paper.profile().rankingRules();
    for (String word : List.of("art", "Tarn", "cafes")) {
      assertThat(CORPUS.keywordSearch(KeywordQuery.of(List.of(word), rules), 5, 0))
          .isEqualTo(CORPUS.keywordSearch(KeywordQuery.of(List.of(word), TestRules.OTHER), 5, 0));
    }
    assertThat(CORPUS.semanticSearch(new SemanticQuery("old art", rules), 2, 0))
        .isEqualTo(CORPUS.semanticSearch(new SemanticQuery("old art", TestRules.OTHER), 2, 0));
    assertThat(rules.ranksByRarity()).isFalse();
    assertThat(rules.ignoresAccents()).isFalse();
    assertThat(rules.ranksSections()).isFalse();
    assertThat(rules.ignoresShortSentences()).isTrue();
  }

  @Test
  void neverIgnoresAccents() {
    KeywordQuery query = KeywordQuery.of(List.of("cafes"), Paper.profile().rankingRules());
    assertThat(CORPUS.keywordSearch(query, 5, 0).total()).isZero();
    assertThat(CORPUS.keywordSearch(List.of("cafes"), 5).total()).isEqualTo(1);
  }
}
