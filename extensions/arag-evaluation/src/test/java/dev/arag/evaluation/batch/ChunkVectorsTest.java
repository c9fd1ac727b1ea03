package dev.arag.evaluation.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Strategies;
import dev.arag.core.corpus.Scope;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.batch.BatchFixture.CountingModel;
import dev.arag.evaluation.data.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Vectors of chunks: ranking, truncation, file and damage. */
class ChunkVectorsTest {
  private static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "aaaa bb"),
          Document.of("k2", "aa bbbb"),
          Document.of("k3", "a bbbbbbbb " + "c ".repeat(30)),
          Document.of("k4", "aa bbbb"));

  @TempDir Path folder;

  /** Embeds a text by its numbers of the letters a and b, and accepts 20 characters. */
  private static final class LetterEmbedder implements Embedder {
    private final List<String> embedded = new ArrayList<>();

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public String fingerprint() {
      return "letters";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      embedded.addAll(sentences);
      return sentences.stream().map(this::embedQuery).toList();
    }

    @Override
    public Embedding embedQuery(String query) {
      double as = query.chars().filter(each -> each == 'a').count();
      double bs = query.chars().filter(each -> each == 'b').count();
      double length = Math.sqrt(as * as + bs * bs);
      return Embedding.of(new float[] {(float) (as / length), (float) (bs / length)});
    }

    @Override
    public boolean fits(String text) {
      return text.length() <= 20;
    }
  }

  private ChunkVectors open(LetterEmbedder embedder) {
    return ChunkVectors.open(folder.resolve("vectors"), CORPUS, embedder, share -> {});
  }

  private static List<ChunkId> ids(String... ids) {
    return List.of(ids).stream().map(ChunkId::of).toList();
  }

  @Test
  void ranksByTheVectorOfTheWholeChunk() {
    ChunkVectors vectors = open(new LetterEmbedder());
    assertThat(vectors.rank(CORPUS, "b", 4)).isEqualTo(ids("k3", "k2", "k4", "k1"));
    assertThat(vectors.rank(CORPUS, "a", 2)).isEqualTo(ids("k1", "k2"));
    assertThat(vectors.rank(CORPUS, "a", 9)).hasSize(4);
  }

  @Test
  void ranksOnlyChunksInScope() {
    Scope others = Scope.chunks(ids("k3", "k2")).not();
    assertThat(open(new LetterEmbedder()).rank(CORPUS.within(others), "b", 1)).isEqualTo(ids("k4"));
  }

  @Test
  void vectorsAreComputedOnce() {
    LetterEmbedder first = new LetterEmbedder();
    assertThat(open(first).chunks()).isEqualTo(4);
    assertThat(first.embedded).hasSize(4);
    LetterEmbedder second = new LetterEmbedder();
    assertThat(open(second).rank(CORPUS, "b", 1)).isEqualTo(ids("k3"));
    assertThat(second.embedded).isEmpty();
  }

  @Test
  void anotherCorpusHasItsOwnFile() throws IOException {
    open(new LetterEmbedder());
    InMemoryCorpus other = InMemoryCorpus.of(Document.of("k1", "aaaa bbb"));
    ChunkVectors vectors =
        ChunkVectors.open(folder.resolve("vectors"), other, new LetterEmbedder(), share -> {});
    assertThat(vectors.chunks()).isEqualTo(1);
    assertThat(Files.list(folder.resolve("vectors"))).hasSize(2);
  }

  @Test
  void countsTheTokensThatTheEmbedderDoesNotAccept() {
    ChunkVectors vectors = open(new LetterEmbedder());
    String text = "a bbbbbbbb " + "c ".repeat(30);
    int left = TokenCounter.o200k().count(text) - TokenCounter.o200k().count(text.substring(0, 20));
    assertThat(vectors.truncatedChunks()).isEqualTo(1);
    assertThat(vectors.truncatedTokens()).isEqualTo(left).isGreaterThan(20);
    assertThat(open(new LetterEmbedder()).truncatedTokens()).isEqualTo(left);
  }

  @Test
  void everyDamagedByteIsDetected() throws IOException {
    open(new LetterEmbedder());
    Path file = Files.list(folder.resolve("vectors")).findFirst().orElseThrow();
    byte[] intact = Files.readAllBytes(file);
    for (int i = 0; i < intact.length; i++) {
      byte[] damaged = intact.clone();
      damaged[i] ^= 0x10;
      Files.write(file, damaged);
      assertRejected(file, "byte " + i);
      Files.write(file, Arrays.copyOf(intact, i));
      assertRejected(file, "length " + i);
    }
    Files.write(file, Arrays.copyOf(intact, intact.length + 1));
    assertRejected(file, "too long");
    Files.write(file, intact);
    assertThat(open(new LetterEmbedder()).chunks()).isEqualTo(4);
  }

  private void assertRejected(Path file, String what) {
    assertThatThrownBy(() -> open(new LetterEmbedder()))
        .as(what)
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining(file + " is damaged. Delete it");
  }

  @Test
  void naiveRagShowsTheBestChunks() throws IOException {
    CountingModel model = CountingModel.ofTarn();
    Batch.builder(CORPUS, model)
        .strategies(Strategies.naiveRag(2, open(new LetterEmbedder())))
        .questions(List.of(new Question("q", "Is it bbb?", List.of("Tarn"))))
        .build()
        .run(folder);
    assertThat(model.byQuestion().keySet())
        .singleElement()
        .asString()
        .contains("a bbbbbbbb", "aa bbbb", "Is it bbb?")
        .doesNotContain("aaaa bb");
    assertThat(folder.resolve("naive-rag-k2-ranking-chunk.jsonl")).isNotEmptyFile();
  }
}
