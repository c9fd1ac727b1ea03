package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.error.IndexVersionException;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Document;
import dev.arag.index.internal.file.BlockWriter;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.store.FaultyStore;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.internal.store.Store;
import dev.arag.index.internal.sync.BatchLimits;
import dev.arag.index.sync.SyncReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds an index anew without embedding its sentences again. */
class RebuildTest {
  private static final int HEADER = 64;
  private static final int FOOTER = 64;
  private static final List<Document> DOCUMENTS = WaitingEmbedding.documents(6);
  private static final int SENTENCES = 6 * WaitingEmbedding.BATCH / 2;

  private final MemoryStore store = new MemoryStore();

  @BeforeEach
  void build() {
    try (Index index = builder(store).mentions(new NameFinder()).openOrCreate()) {
      index.put("feed", DOCUMENTS);
      index.put("other", List.of(Document.of("tarn", "Tarn lies on a river.")));
    }
  }

  private static Index.Builder builder(Store store) {
    return builder(store, new HashEmbedder(8));
  }

  private static Index.Builder builder(Store store, Embedder embedder) {
    return Index.builder(store)
        .embedder(embedder)
        .knownFinders(NameFinder::known)
        .batchLimits(new BatchLimits(300, Long.MAX_VALUE));
  }

  /** Makes the index one whose texts were folded with the rules of another version. */
  private void age() throws IOException {
    byte[] file = store.files().get("manifest.arag");
    long length =
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(file.length - FOOTER);
    byte[] body = Arrays.copyOfRange(file, HEADER, HEADER + (int) length);
    byte[] rules = Folding.RULES.getBytes(StandardCharsets.UTF_8);
    int at = new String(body, StandardCharsets.ISO_8859_1).indexOf(Folding.RULES);
    body[at + rules.length - 1] ^= 1;
    store.delete("manifest.arag");
    try (BlockWriter out = BlockWriter.create(store, "manifest.arag", FileKind.MANIFEST)) {
      out.write(body, 0, body.length);
      out.finish();
    }
    assertThatExceptionOfType(IndexVersionException.class)
        .isThrownBy(() -> builder(store).open())
        .returns(true, IndexVersionException::isTooOld);
  }

  private void requireRebuilt(Index index) throws IOException {
    assertThat(index.documentIds()).containsExactly("d0", "d1", "d2", "d3", "d4", "d5");
    assertThat(index.semanticSearch("Machine 3 has part 7.", 1).get(0).score())
        .isGreaterThan(0.999f);
    assertThat(index.mentions()).isPresent();
    IndexContents.requireNothingElse(store);
    assertThat(store.list()).noneMatch(name -> name.startsWith("computed"));
    assertThat(Index.verify(store).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void embedsNothingAgain(boolean isOld) throws IOException {
    if (isOld) {
      age();
    }
    try (Index index = builder(store).rebuild().chunkTokens(64).openOrCreate()) {
      assertThat(index.documentIds()).hasSize(isOld ? 0 : 7);
      SyncReport report = index.put("feed", DOCUMENTS);
      assertThat(report.embedded()).isZero();
      assertThat(report.reused()).isEqualTo(SENTENCES);
      assertThat(report.added()).isEqualTo(DOCUMENTS.size());
      requireRebuilt(index);
      assertThat(index.put("feed", DOCUMENTS).unchanged()).isEqualTo(DOCUMENTS.size());
    }
  }

  @Test
  void interruptedRebuildEmbedsNothingAgain() throws IOException {
    age();
    List<Document> changed = new ArrayList<>(DOCUMENTS);
    changed.set(4, Document.of("d4", "The embedder fails here."));
    CallbackEmbedder failing =
        new CallbackEmbedder(
            () -> {
              throw new EmbeddingException("The embedder failed.");
            });
    try (Index index = builder(store, failing).rebuild().openOrCreate()) {
      assertThatThrownBy(() -> index.put("feed", changed)).isInstanceOf(EmbeddingException.class);
      assertThat(index.documentIds()).isNotEmpty();
    }
    try (Index index = builder(store).openOrCreate()) {
      assertThat(index.put("feed", DOCUMENTS).embedded()).isZero();
      requireRebuilt(index);
    }
  }

  @Test
  void otherEmbedderIsAllowed() throws IOException {
    try (Index index = builder(store, new HashEmbedder(4)).rebuild().openOrCreate()) {
      assertThat(index.put("feed", DOCUMENTS).embedded()).isEqualTo(SENTENCES);
      requireRebuilt(index);
    }
  }

  /** Without the copy of the vectors, the first commit would delete them. */
  @Test
  void changesNothingIfTheVectorsCannotBeCopied() throws IOException {
    age();
    FaultyStore full = new FaultyStore(store);
    try (Index index = builder(full).rebuild().openOrCreate()) {
      full.budget(10_000);
      assertThatThrownBy(() -> index.put("feed", DOCUMENTS))
          .hasMessageContaining("No space left")
          .hasMessageContaining("Earlier commits are unchanged");
      full.heal();
      assertThat(index.put("feed", DOCUMENTS).embedded()).isZero();
      requireRebuilt(index);
    }
  }
}
