package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.Splitter;
import dev.arag.index.sync.SyncReport;
import dev.arag.paper.Paper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of the paper profile: sentences, embedded texts, settings, changes and searches. */
class PaperIndexTest {
  private static final Splitter SPLITTER =
      new Splitter(Splitter.MIN_CHUNK_TOKENS, TokenCounter.o200k(), Paper.sentenceRules());

  private final Recorder embedder = new Recorder();
  @TempDir Path folder;

  /** Records the embedded texts. */
  private static final class Recorder implements Embedder {
    private final HashEmbedder delegate = new HashEmbedder(16);
    private final List<String> embedded = new ArrayList<>();

    @Override
    public int dimension() {
      return delegate.dimension();
    }

    @Override
    public String fingerprint() {
      return delegate.fingerprint();
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      embedded.addAll(sentences);
      return delegate.embedSentences(sentences);
    }

    @Override
    public Embedding embedQuery(String query) {
      return delegate.embedQuery(query);
    }
  }

  private Index.Builder builder() {
    return Index.builder(folder.resolve("my.arag")).embedder(embedder);
  }

  private Index paper() {
    return builder().sentenceRules(Paper.sentenceRules()).openOrCreate();
  }

  private static Document markdown() {
    String text = "# Old Bridge\n\nIt cost 3.14 million! Why? Nobody knows... e.g. Bob.\n\n...\n";
    return Document.builder("a", text).heading(0, List.of("Old Bridge")).build();
  }

  private static List<String> texts(List<Chunk> chunks) {
    return chunks.stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(Sentence::text)
        .toList();
  }

  @Test
  void splitsAsTheReferenceAndKeepsThePunctuation() {
    List<Chunk> chunks = SPLITTER.split(markdown());
    assertThat(texts(chunks))
        .containsExactly(
            "# Old Bridge",
            "It cost 3.",
            "14 million!",
            "Why?",
            "Nobody knows...",
            "e.",
            "g.",
            "Bob.\n\n...");
    assertThat(chunks.get(0).sentences())
        .allMatch(sentence -> sentence.heading().isEmpty() && !sentence.isHeading())
        .extracting(Sentence::textWithoutEndMarks)
        .containsExactly(
            "# Old Bridge", "It cost 3", "14 million", "Why", "Nobody knows", "e", "g", "Bob");
    assertThat(chunks.get(0).location().heading()).isEmpty();
    assertThat(chunks.get(0).sections()).hasSize(1);
  }

  /**
   * A simple splitter finds the same sentences in random texts; only white space is between them.
   */
  @Test
  void findsTheSentencesOfTheReferenceInRandomTexts() {
    String[] parts = {".", "!", "?", "\n", " ", "\t", "a", "Bob", "。", "é", "\u3000", "\r\n", "-"};
    Random random = new Random(7);
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      StringBuilder text = new StringBuilder();
      for (int k = random.nextInt(40); k >= 0; k--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      Document document = Document.of("d" + i, text.toString());
      documents.add(document);
      List<String> expected =
          Arrays.stream(document.text().split("[.!?\n]+"))
              .map(part -> part.replaceAll("^[\\s\u3000]+|[\\s\u3000]+$", ""))
              .filter(part -> !part.isEmpty())
              .toList();
      assertThat(
              SPLITTER.split(document).stream()
                  .flatMap(chunk -> chunk.sentences().stream())
                  .map(Sentence::textWithoutEndMarks)
                  .filter(part -> !part.isEmpty()))
          .as("%s", document.text())
          .containsExactlyElementsOf(expected);
    }
    try (Index index = paper()) {
      index.put("random", documents);
      for (Document document : documents) {
        assertThat(index.document(document.id()).orElseThrow().text()).isEqualTo(document.text());
      }
    }
    assertThat(Index.verify(folder.resolve("my.arag")))
        .satisfies(report -> assertThat(report.ok()).isTrue());
  }

  @Test
  void packsSentencesIntoChunksAndCutsOnlyLongerOnes() {
    String sentence = "word ".repeat(40) + "end. ";
    List<Chunk> chunks = SPLITTER.split(Document.of("a", sentence.repeat(4)));
    assertThat(chunks).hasSize(4).allMatch(chunk -> chunk.sentences().size() == 1);
    String longOne = "word ".repeat(700) + "end.";
    assertThat(texts(SPLITTER.split(Document.of("a", longOne)))).hasSizeGreaterThan(1);
    Document predefined =
        Document.builder("a", longOne + "Next one.")
            .chunk(0, ChunkId.of("1"))
            .chunk(longOne.length(), ChunkId.of("2"))
            .build();
    assertThat(texts(SPLITTER.split(predefined))).containsExactly(longOne, "Next one.");
    assertThat(SPLITTER.settings())
        .isNotEqualTo(new Splitter(Splitter.MIN_CHUNK_TOKENS, TokenCounter.o200k()).settings());
  }

  @Test
  void embedsSentencesWithoutHeadingsAndEndMarks() {
    try (Index index = paper()) {
      SyncReport report = index.put("rows", List.of(markdown(), Document.of("b", "!!!")));
      assertThat(report.sentences()).isEqualTo(9);
      assertThat(report.embedded()).isEqualTo(9);
      assertThat(embedder.embedded)
          .containsExactly(
              "# Old Bridge",
              "It cost 3",
              "14 million",
              "Why",
              "Nobody knows",
              "e",
              "g",
              "Bob",
              "!!!");
      embedder.embedded.clear();
      index.put("rows", List.of(Document.of("a", "It cost 3. Nobody knows! Not Bob.")));
      assertThat(embedder.embedded).containsExactly("Not Bob");
      embedder.embedded.clear();
      Embedder other = new HashEmbedder(8);
      assertThat(index.embed(other).embedded()).isEqualTo(4);
      assertThat(index.sentenceRules()).isEqualTo("paper");
    }
    assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
  }

  @Test
  void searchesOnlyLongSentences() {
    try (Index index = paper()) {
      List<Document> documents = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        documents.add(Document.of("short" + i, "The old! The old? The old."));
      }
      documents.add(Document.of("long", "The old bridge is long. The old."));
      index.put("rows", documents);
      Corpus oracle = StoredVectors.oracle(index, embedder);
      SemanticQuery query = new SemanticQuery("the old", Paper.profile().rankingRules());
      assertThat(index.semanticSearch(query, 2, 0))
          .isEqualTo(oracle.semanticSearch(query, 2, 0))
          .singleElement()
          .satisfies(
              hit ->
                  assertThat(hit.sentences())
                      .extracting(Sentence::text)
                      .containsExactly("The old bridge is long."));
      assertThat(index.semanticSearchAll(List.of(query, SemanticQuery.of("bridge")), 2, 0).get(0))
          .isEqualTo(oracle.semanticSearch(query, 2, 0));
    }
  }

  @Test
  void keepsItsProfile() {
    try (Index index = paper()) {
      index.put("rows", List.of(markdown()));
    }
    try (Index index = builder().knownRules(Paper.sentenceRules()).open()) {
      assertThat(index.sentenceRules()).isEqualTo("paper");
      assertThat(index.put("rows", List.of(markdown())).unchanged()).isEqualTo(1);
    }
    assertThatThrownBy(() -> builder().defaultRules().open())
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("was created with the sentence rules \"paper\"")
        .hasMessageContaining("cannot be used with \"default\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().headingsInEmbeddings(true).open())
        .withMessageContaining("headingsInEmbeddings");
    Path plain = folder.resolve("plain.arag");
    try (Index index = Index.builder(plain).embedder(embedder).openOrCreate()) {
      assertThat(index.sentenceRules()).isEqualTo("default");
      index.put("rows", List.of(markdown()));
    }
    assertThatThrownBy(
            () -> Index.builder(plain).sentenceRules(Paper.sentenceRules()).openOrCreate())
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("was created with the sentence rules \"default\"");
  }

  /** Both objects were opened before there was an index. */
  @Test
  void refusesToSyncAnIndexThatGotAnotherProfile() {
    try (Index plain = builder().openOrCreate();
        Index paper = paper()) {
      paper.put("rows", List.of(markdown()));
      assertThatThrownBy(() -> plain.put("rows", List.of(markdown())))
          .isInstanceOf(CorpusException.class)
          .hasMessageContaining("was created with the sentence rules \"paper\"");
      assertThatThrownBy(() -> plain.embed(embedder)).isInstanceOf(CorpusException.class);
      assertThat(paper.put("rows", List.of(markdown())).unchanged()).isEqualTo(1);
    }
  }

  @Test
  void splitsAgainWithAnotherChunkSize() {
    Document text = Document.of("a", ("word ".repeat(40) + "end. ").repeat(4));
    try (Index index = paper()) {
      assertThat(index.put("rows", List.of(text)).chunks()).isEqualTo(1);
    }
    try (Index index = builder().knownRules(Paper.sentenceRules()).chunkTokens(64).open()) {
      assertThat(index.put("rows", List.of(text)).chunks()).isEqualTo(4);
      assertThat(index.sentenceRules()).isEqualTo("paper");
    }
  }

  @Test
  void canBeReadButNotWrittenWithoutItsRules() {
    try (Index index = paper()) {
      index.put("rows", List.of(markdown()));
    }
    try (Index index = builder().open()) {
      assertThat(index.sentenceRules()).isEqualTo("paper");
      assertThat(index.keywordSearch(List.of("million"), 5).total()).isEqualTo(1);
      assertThat(index.semanticSearch("Nobody knows", 1)).hasSize(1);
      for (ThrowingCallable write :
          List.<ThrowingCallable>of(
              () -> index.put("rows", List.of(Document.of("b", "One."))),
              () -> index.sync(Source.documents("rows", List.of())),
              () -> index.embed(new HashEmbedder(8)))) {
        assertThatThrownBy(write)
            .isInstanceOf(CorpusException.class)
            .hasMessageContaining("my.arag was created with the sentence rules \"paper\"")
            .hasMessageContaining("sentenceRules");
      }
      index.delete(List.of("a"));
      assertThat(index.stats().documents()).isZero();
    }
  }

  @Test
  void rebuildsWithTheVectorsOfAnInterruptedIndex() {
    try (Index index = paper()) {
      index.put("rows", List.of(markdown()));
    }
    embedder.embedded.clear();
    try (Index index = builder().knownRules(Paper.sentenceRules()).rebuild().open()) {
      index.sync(Source.documents("rows", List.of(markdown())));
      assertThat(index.sentenceRules()).isEqualTo("paper");
    }
    assertThat(embedder.embedded).isEmpty();
    assertThat(Index.verify(folder.resolve("my.arag")).ok()).isTrue();
  }
}
