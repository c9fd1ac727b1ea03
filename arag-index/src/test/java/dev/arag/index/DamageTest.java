package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.internal.store.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever happens to the bytes of an index: it is found, and no search answers wrongly. */
class DamageTest {
  private final MemoryStore store = new MemoryStore();
  private List<Object> answers;

  @BeforeEach
  void build() {
    fill(store, "Mira Voss drew the Old Bridge. It stands in Tarn.");
    answers = answers(store);
  }

  private static void fill(MemoryStore store, String text) {
    try (Index index = Index.builder(store).embedder(new HashEmbedder(4)).openOrCreate()) {
      index.sync(
          Source.documents(
              "test",
              List.of(
                  Document.builder("b", text).metadata("year", 1881).build(),
                  Document.builder("a", "Tarn lies on a river.")
                      .title("Tarn")
                      .oneChunk(ChunkId.of("c1"))
                      .build())));
    }
  }

  private static List<Object> answers(MemoryStore store) {
    try (Index index = Index.builder(store).embedder(new HashEmbedder(4)).open()) {
      return List.of(
          index.keywordSearch(List.of("tarn", "bridge"), 5),
          index.semanticSearch("where is the bridge", 5),
          index.read(List.of(ChunkId.of("c1"), ChunkId.of("c2"))),
          index.chunks());
    }
  }

  @Test
  void anIntactIndexHasNoProblem() {
    VerifyReport report = Index.verify(store, "index");
    assertThat(report).isEqualTo(new VerifyReport(true, 4, List.of()));
  }

  @Test
  void everyBitFlipIsFoundAndNeverAnsweredFrom() {
    int flips = 0;
    for (Map.Entry<String, byte[]> file : store.files().entrySet()) {
      byte[] bytes = file.getValue();
      for (int bit = 0; bit < bytes.length * 8; bit++) {
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        assertFound(file.getKey(), "bit " + bit);
        assertNoWrongAnswer(file.getKey(), "bit " + bit);
        bytes[bit / 8] ^= (byte) (1 << (bit % 8));
        flips++;
      }
    }
    System.out.println("bit flips of an index: " + flips + ", all found");
    assertThat(flips).isGreaterThan(8_000);
    assertThat(answers(store)).isEqualTo(answers);
  }

  @Test
  void everyOtherLengthIsRefusedWhenOpened() {
    for (Map.Entry<String, byte[]> file : store.files().entrySet()) {
      byte[] bytes = file.getValue();
      for (int length = 0; length < bytes.length + 100; length++) {
        if (length != bytes.length) {
          store.put(file.getKey(), Arrays.copyOf(bytes, length));
          assertFound(file.getKey(), "length " + length);
          assertRefused(file.getKey() + " of length " + length);
        }
      }
      store.put(file.getKey(), bytes);
    }
  }

  @Test
  void aMissingFileIsRefusedWhenOpened() {
    for (Map.Entry<String, byte[]> file : store.files().entrySet()) {
      store.delete(file.getKey());
      assertRefused(file.getKey());
      store.put(file.getKey(), file.getValue());
    }
  }

  @Test
  void filesOfAnotherIndexAreRefusedWhenOpened() {
    MemoryStore other = new MemoryStore();
    // The same lengths everywhere.
    fill(other, "Mira Voss drew the Odd Bridge. It stands in Tarn.");
    for (Map.Entry<String, byte[]> file : other.files().entrySet()) {
      byte[] own = store.files().get(file.getKey());
      assertThat(own).hasSameSizeAs(file.getValue());
      store.put(file.getKey(), file.getValue());
      assertRefused(file.getKey());
      assertThat(Index.verify(store, "index").ok()).isFalse();
      store.put(file.getKey(), own);
    }
  }

  @Test
  void aForeignFileSaysWhatToDo() {
    store.put("chunks-1.arag", new byte[store.files().get("chunks-1.arag").length]);
    assertThatThrownBy(() -> answers(store))
        .isInstanceOf(CorruptIndexException.class)
        .hasMessageContaining("chunks-1.arag is not a file of this library")
        .hasMessageContaining("build it anew");
  }

  private void assertFound(String file, String damage) {
    VerifyReport report = Index.verify(store, Path.of("index"));
    assertThat(report.ok()).as(file + ", " + damage).isFalse();
    assertThat(report.problems())
        .as(damage)
        .anySatisfy(problem -> assertThat(problem.file()).isEqualTo(file));
  }

  private void assertNoWrongAnswer(String file, String damage) {
    List<Function<Index, Object>> searches = new ArrayList<>();
    searches.add(index -> index.keywordSearch(List.of("tarn", "bridge"), 5));
    searches.add(index -> index.semanticSearch("where is the bridge", 5));
    searches.add(index -> index.read(List.of(ChunkId.of("c1"), ChunkId.of("c2"))));
    for (int i = 0; i < searches.size(); i++) {
      try (Index index = Index.builder(store).embedder(new HashEmbedder(4)).open()) {
        Object answer = searches.get(i).apply(index);
        assertThat(answer.equals(answers.get(i))).as(file + ", " + damage).isTrue();
      } catch (CorpusException e) {
        assertThat(e.getMessage()).as(damage).contains(file);
      }
    }
  }

  private void assertRefused(String file) {
    assertThatThrownBy(() -> Index.builder(store).embedder(new HashEmbedder(4)).open())
        .as(file)
        .isInstanceOf(CorpusException.class);
  }
}
