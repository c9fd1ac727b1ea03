package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs the same random searches on two corpora and requires equal hits, order, scores and snippets.
 */
final class CorpusComparison {
  private static final int PAGE = 3;

  private final RandomTexts texts;

  CorpusComparison(RandomTexts texts) {
    this.texts = texts;
  }

  /** Runs {@link #compare} within a random scope. */
  void compareInScope(Corpus index, Corpus oracle) {
    Scope scope = scope(texts);
    compare(index.within(scope), oracle.within(scope));
  }

  /** Compares all hits of a search, page by page. */
  void comparePages(Corpus index, Corpus oracle) {
    KeywordQuery query = KeywordQuery.of(keywords(texts), RankingRules.standard());
    SemanticQuery question = question();
    for (int offset = 0; ; offset += PAGE) {
      KeywordHits words = index.keywordSearch(query, PAGE, offset);
      List<SemanticHit> meaning = index.semanticSearch(question, PAGE, offset);
      assertThat(words)
          .as("%s after %d", query, offset)
          .isEqualTo(oracle.keywordSearch(query, PAGE, offset));
      assertThat(meaning)
          .as("%s after %d", question, offset)
          .isEqualTo(oracle.semanticSearch(question, PAGE, offset));
      if (words.hits().isEmpty() && meaning.isEmpty()) {
        return;
      }
    }
  }

  /** Compares a random keyword search, a random semantic search and reads of the chunks found. */
  void compare(Corpus index, Corpus oracle) {
    compareWords(index, oracle);
    int topK = topK();
    int offset = offset();
    SemanticQuery question = question();
    assertThat(index.semanticSearch(question, topK, offset))
        .as("%s, %d after %d", question, topK, offset)
        .isEqualTo(oracle.semanticSearch(question, topK, offset));
    List<ChunkId> ids = ids(index, question);
    assertThat(index.read(ids)).isEqualTo(oracle.read(ids));
  }

  /** Compares one random keyword search. */
  void compareWords(Corpus index, Corpus oracle) {
    int topK = topK();
    int offset = offset();
    RankingRules rules = TestRules.oneIn(2, random());
    KeywordQuery query = KeywordQuery.of(keywords(texts), rules);
    assertThat(index.keywordSearch(query, topK, offset))
        .as("%s, %d after %d", query, topK, offset)
        .isEqualTo(oracle.keywordSearch(query, topK, offset));
  }

  private SemanticQuery question() {
    RankingRules rules = TestRules.oneIn(4, random());
    return new SemanticQuery(texts.words(6), rules);
  }

  private Random random() {
    return texts.random();
  }

  private int topK() {
    return 1 + random().nextInt(random().nextInt(10) == 0 ? 1000 : 6);
  }

  private int offset() {
    return random().nextInt(3) == 0 ? random().nextInt(8) : 0;
  }

  static List<String> keywords(RandomTexts texts) {
    List<String> keywords = new ArrayList<>();
    for (int i = 1 + texts.random().nextInt(4); i > 0; i--) {
      String word = texts.random().nextInt(4) == 0 ? texts.words(2) : texts.word();
      keywords.add(word.length() > 3 && texts.random().nextInt(4) == 0 ? word.substring(1) : word);
    }
    keywords.removeIf(String::isBlank);
    return keywords.isEmpty() ? List.of("river") : keywords;
  }

  private static List<ChunkId> ids(Corpus index, SemanticQuery question) {
    List<ChunkId> ids = new ArrayList<>(List.of(ChunkId.of("none"), ChunkId.of("a#0")));
    index.semanticSearch(question, 3, 0).forEach(hit -> ids.add(hit.chunkId()));
    for (Chunk chunk : index.read(ids)) {
      if (chunk.next() != null) {
        ids.add(chunk.next());
      }
    }
    return ids;
  }

  static Scope scope(RandomTexts texts) {
    Random random = texts.random();
    return switch (random.nextInt(6)) {
      case 0 -> Scope.equal("tenant", random.nextInt(4));
      case 1 -> Scope.between("year", 1875, 1880).not();
      case 2 -> Scope.equal("tags", texts.word()).or(Scope.equal("draft", true));
      case 3 -> Scope.between("weight", 0, 0.5).and(Scope.in("tenant", List.of(0, 1)));
      case 4 -> Scope.equal("none", 1);
      default -> Scope.everything();
    };
  }
}
