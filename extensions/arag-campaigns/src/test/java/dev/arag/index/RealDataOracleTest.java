package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Searches real texts for real questions. The hits must equal those of the scoring formulas applied
 * to the same chunks.
 */
class RealDataOracleTest {
  private static final int SAMPLE = 4;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = "hotpotqa_train100")
  void returnsTheHitsOfTheOracleForSampledQuestions(String set) throws IOException {
    List<String> questions = new ArrayList<>(questions(set));
    Collections.shuffle(questions, new Random(1));
    compare(set, new HashEmbedder(), questions.subList(0, SAMPLE));
  }

  @Test
  void returnsTheHitsOfTheOracleForMalformedFiles() {
    HashEmbedder embedder = new HashEmbedder();
    try (Index index = Index.builder(folder.resolve("messy")).embedder(embedder).openOrCreate()) {
      SyncReport report = index.sync(data("messy_text"));
      assertThat(report.skipped()).isEmpty();
      assertThat(report.documents()).isEqualTo(12);
      Corpus oracle = StoredVectors.oracle(index, embedder);
      for (String word :
          List.of(
              "编程", "プログラミング", "البرمجة", "lập trình", "lap trinh", "Programación", "โปรแกรม")) {
        KeywordQuery query = KeywordQuery.of(List.of(word, "java"));
        assertThat(index.keywordSearch(query, 50, 0))
            .isEqualTo(oracle.keywordSearch(query, 50, 0))
            .isNotEmpty();
        assertThat(index.semanticSearch(word, 50)).isEqualTo(oracle.semanticSearch(word, 50));
      }
    }
    assertThat(Index.verify(folder.resolve("messy")).ok()).isTrue();
  }

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"musique_train100", "hotpotqa_train100"})
  void returnsTheHitsOfTheOracleForAllQuestions(String set) throws IOException {
    try (Embedder embedder = OnnxEmbedder.bgeSmallEnglish()) {
      compare(set, embedder, questions(set));
    }
  }

  private static Path data(String set) {
    Path data = Path.of(System.getProperty("arag.data", "none"), set);
    Assumptions.assumeTrue(Files.isDirectory(data), "no data at " + data);
    return data;
  }

  private static List<String> questions(String set) throws IOException {
    JsonNode all = new ObjectMapper().readTree(data(set).resolve("questions.json").toFile());
    List<String> questions = new ArrayList<>();
    all.forEach(each -> questions.add(each.get("question").asText()));
    return questions;
  }

  private void compare(String set, Embedder embedder, List<String> questions) {
    try (Index index = Index.builder(folder.resolve(set)).embedder(embedder).openOrCreate()) {
      SyncReport report =
          index.sync(Source.path(data(set).resolve("chunks.json")).parser(ChunksJsonParser.only()));
      assertThat(report.skipped()).isEmpty();
      assertThat(Index.verify(folder.resolve(set)).ok()).isTrue();
      Corpus oracle = StoredVectors.oracle(index, embedder);
      Rarity rarity = new Rarity(IndexContents.chunks(index));
      int keywordHits = 0;
      int semanticHits = 0;
      for (String question : questions) {
        List<String> keywords = rarity.keywords(question);
        for (RankingRules rules : TestRules.BOTH) {
          KeywordQuery query = KeywordQuery.of(keywords, rules);
          var found = index.keywordSearch(query, 20, 0);
          assertThat(found).as(question).isEqualTo(oracle.keywordSearch(query, 20, 0));
          keywordHits += found.hits().size();
        }
        for (RankingRules rules : TestRules.BOTH) {
          SemanticQuery query = new SemanticQuery(question, rules);
          var near = index.semanticSearch(query, 20, 0);
          assertThat(near).as(question).isEqualTo(oracle.semanticSearch(query, 20, 0));
          semanticHits += near.size();
        }
      }
      System.out.printf(
          "%s: %d chunks, %d sentences; %d questions, %d keyword hits, %d semantic hits: all equal"
              + " the oracle%n",
          set, report.chunks(), report.sentences(), questions.size(), keywordHits, semanticHits);
    }
  }

  /**
   * Selects keywords from a question: sequences of capitalized words and numbers, and the rarest
   * words.
   */
  private static final class Rarity {
    private final Map<String, Integer> chunksWith = new HashMap<>();

    Rarity(List<Chunk> chunks) {
      for (Chunk chunk : chunks) {
        Set<String> distinct = new LinkedHashSet<>(words(Folding.fold(chunk.text()).text()));
        distinct.forEach(word -> chunksWith.merge(word, 1, Integer::sum));
      }
    }

    List<String> keywords(String question) {
      Set<String> keywords = new LinkedHashSet<>(runs(question));
      List<String> rarest = new ArrayList<>(words(Folding.fold(question).text()));
      rarest.removeIf(word -> word.length() < 2 || !chunksWith.containsKey(word));
      rarest.sort(Comparator.comparing(chunksWith::get));
      rarest.stream().distinct().limit(3).forEach(keywords::add);
      return keywords.stream()
          .filter(keyword -> keyword.length() > 1)
          .limit(KeywordQuery.MAX_KEYWORDS)
          .toList();
    }

    private static List<String> runs(String question) {
      List<String> runs = new ArrayList<>();
      StringBuilder run = new StringBuilder();
      for (String word : words(question)) {
        if (Character.isUpperCase(word.codePointAt(0)) || Character.isDigit(word.codePointAt(0))) {
          run.append(run.isEmpty() ? "" : " ").append(word);
        } else if (!run.isEmpty()) {
          runs.add(run.toString());
          run.setLength(0);
        }
      }
      if (!run.isEmpty()) {
        runs.add(run.toString());
      }
      return runs;
    }

    private static List<String> words(String text) {
      List<String> words = new ArrayList<>();
      int start = 0;
      for (int i = 0; i <= text.length(); i++) {
        if (i == text.length() || !CharacterClass.isWordPart(text.codePointAt(i))) {
          if (i > start) {
            words.add(text.substring(start, i));
          }
          start = i + 1;
        } else if (Character.isHighSurrogate(text.charAt(i))) {
          i++;
        }
      }
      return words;
    }
  }
}
