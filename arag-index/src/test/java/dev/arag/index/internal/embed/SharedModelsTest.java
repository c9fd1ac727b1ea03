package dev.arag.index.internal.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the ONNX Runtime sessions that are alive in this process. Another test may have left the
 * shared session open.
 */
class SharedModelsTest {
  private static final String QUERY = "When does the ferry leave?";

  @TempDir Path folder;

  /** The number of reachable sessions, from a class histogram of the heap. */
  private static long sessions() throws JMException {
    Object histogram =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    return histogram
        .toString()
        .lines()
        .map(String::strip)
        .filter(line -> line.matches(".*\\sai\\.onnxruntime\\.OrtSession(\\s.*)?"))
        .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
        .sum();
  }

  private Index open(int number) {
    return Index.openOrCreate(folder.resolve(number + ".arag"));
  }

  @Test
  void tenIndexesUseOneSession() throws JMException {
    long before = sessions();
    List<Index> indexes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Index index = open(i);
      index.sync(
          Source.documents("rows", List.of(Document.of("d" + i, "The ferry leaves at noon."))));
      assertThat(index.semanticSearch(QUERY, 1)).hasSize(1);
      indexes.add(index);
    }
    assertThat(sessions()).isLessThanOrEqualTo(before + 1);
    indexes.subList(0, 9).forEach(Index::close);
    assertThat(indexes.get(9).semanticSearch(QUERY, 1)).hasSize(1);
    assertThatIllegalStateException().isThrownBy(() -> indexes.get(0).semanticSearch(QUERY, 1));
    indexes.forEach(Index::close);
    assertThat(sessions()).isLessThanOrEqualTo(before);
    try (Index again = open(3)) {
      assertThat(again.semanticSearch(QUERY, 1)).hasSize(1);
    }
  }

  @Test
  void embeddersWithOtherSettingsHaveTheirOwnSession() throws JMException {
    long before = sessions();
    try (OnnxEmbedder first = OnnxEmbedder.bgeSmallEnglish();
        OnnxEmbedder equal = OnnxEmbedder.bgeSmallEnglish();
        OnnxEmbedder other = OnnxEmbedder.builder().maxTokens(64).build()) {
      assertThat(first.embedQuery(QUERY)).isEqualTo(equal.embedQuery(QUERY));
      assertThat(sessions()).isLessThanOrEqualTo(before + 1);
      assertThat(other.embedQuery(QUERY)).isEqualTo(first.embedQuery(QUERY));
      assertThat(sessions()).isBetween(before + 1, before + 2);
    }
    assertThat(sessions()).isLessThanOrEqualTo(before);
  }

  @Test
  void closingOneEmbedderDoesNotDisturbTheCallsOfAnother() {
    try (OnnxEmbedder kept = OnnxEmbedder.bgeSmallEnglish()) {
      Embedding expected = kept.embedQuery(QUERY);
      List<CompletableFuture<Void>> others =
          IntStream.range(0, 4)
              .mapToObj(i -> CompletableFuture.runAsync(SharedModelsTest::openUseAndClose))
              .toList();
      for (int i = 0; i < 20; i++) {
        assertThat(kept.embedQuery(QUERY)).isEqualTo(expected);
      }
      others.forEach(CompletableFuture::join);
      // An embedder that was never used releases nothing.
      OnnxEmbedder.bgeSmallEnglish().close();
      assertThat(kept.embedQuery(QUERY)).isEqualTo(expected);
    }
  }

  private static void openUseAndClose() {
    for (int i = 0; i < 3; i++) {
      OnnxEmbedder embedder = OnnxEmbedder.bgeSmallEnglish();
      embedder.embedQuery(QUERY);
      embedder.close();
      embedder.close();
    }
  }
}
