package dev.arag.evaluation.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.spi.Profile;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.evaluation.Runs;
import dev.arag.evaluation.internal.batch.SentenceDump;
import dev.arag.evaluation.internal.row.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorpusRankingTest {
  private static final RetrievalQuery QUERY =
      new RetrievalQuery("q", "Who was born in Denmark?", Map.of("bob", 1));

  @ParameterizedTest
  @EnumSource(CorpusRanking.class)
  void ranksTheDocumentWithTheWordsFirst(CorpusRanking ranking) {
    RetrievalRun run = ranking.run(Runs.CORPUS, List.of(QUERY), 3);
    assertThat(run.name()).isEqualTo(ranking.wireName());
    assertThat(run.of("q").get(0)).isEqualTo("bob");
    assertThat(run.of("q")).hasSizeLessThanOrEqualTo(3).doesNotHaveDuplicates();
    assertThat(CorpusRanking.of(ranking.wireName())).isEqualTo(ranking);
  }

  @Test
  void keywordsFindOnlyDocumentsWithAWord() {
    assertThat(CorpusRanking.KEYWORD.run(Runs.CORPUS, List.of(QUERY), 10).of("q"))
        .containsExactly("bob", "ann");
    RetrievalQuery stopWords = new RetrievalQuery("q", "Who was it?", Map.of());
    assertThat(CorpusRanking.KEYWORD.run(Runs.CORPUS, List.of(stopWords), 10).of("q")).isEmpty();
  }

  /** Twenty chunks of one document rank before the only chunk of the other. */
  @ParameterizedTest
  @EnumSource(CorpusRanking.class)
  void aDocumentHasTheRankOfItsBestChunk(CorpusRanking ranking) {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      chunks.add(chunk("many", i, "iron iron iron " + i));
    }
    chunks.add(chunk("one", 0, "iron and a lot of other words that are not in the query"));
    InMemoryCorpus corpus = InMemoryCorpus.ofChunks(new HashEmbedder(), chunks);
    RetrievalQuery query = new RetrievalQuery("q", "iron iron", Map.of());
    assertThat(ranking.run(corpus, List.of(query), 2).of("q")).containsExactly("many", "one");
    assertThat(ranking.run(corpus, List.of(query), 1).of("q")).containsExactly("many");
    assertThat(ranking.run(corpus, List.of(query), 9).of("q")).containsExactly("many", "one");
  }

  private static Chunk chunk(String document, int ordinal, String text) {
    int offset = ordinal * 100;
    Location location = Location.builder(document).ordinal(ordinal).offset(offset).build();
    return new Chunk(
        ChunkId.of(document + "#" + ordinal),
        location,
        text,
        List.of(new Sentence(text, offset, List.of(), false)),
        TokenCounter.o200k().count(text),
        null,
        null);
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "", "\u200B", "\n\uFEFF"})
  void aBlankQueryFindsNothing(String text) {
    RetrievalQuery blank = new RetrievalQuery("q", text, Map.of());
    for (CorpusRanking ranking : CorpusRanking.values()) {
      assertThat(ranking.run(Runs.CORPUS, List.of(blank), 3).of("q")).isEmpty();
    }
  }

  /** "a" with a combining accent is one character after normalization. */
  @ParameterizedTest
  @ValueSource(strings = {"a\u0300 Denmark", "1\uFE0F\u20E3 Denmark", "1\uFE0F Denmark"})
  void aSingleCharacterWithCombiningMarksIsNoKeyword(String text) {
    RetrievalQuery query = new RetrievalQuery("q", text, Map.of());
    for (CorpusRanking ranking : CorpusRanking.values()) {
      assertThat(ranking.run(Runs.CORPUS, List.of(query), 3).of("q")).first().isEqualTo("bob");
    }
  }

  @Test
  void rejectsUnknownNamesAndDepths() {
    assertThatThrownBy(() -> CorpusRanking.of("bm25"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keyword, semantic, semantic-lexical, hybrid");
    assertThatThrownBy(() -> CorpusRanking.HYBRID.run(Runs.CORPUS, List.of(), 0))
        .hasMessageContaining("depth");
  }

  @Test
  void dumpsTheBestSentences() {
    ResultRow row = SentenceDump.row(Runs.CORPUS, Runs.QUESTION, Profile.standard());
    assertThat(row.answer()).contains("Ann Lee was born in Tarn in 1871.");
    assertThat(row.run().strategy()).isEqualTo("dump-20");
    assertThat(row.run().shortAnswer()).isEqualTo(row.answer());
    assertThat(row.run().usage().modelCalls()).isZero();
    assertThat(row.retrievedTokens()).isEqualTo(TokenCounter.o200k().count(row.answer()));
    assertThat(ResultRow.parse(row.toJson())).isEqualTo(row);
  }
}
