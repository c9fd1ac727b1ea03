package dev.arag.index.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.embed.Embedding;
import dev.arag.index.embed.OnnxEmbedder;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.bgesmallenv15q.BgeSmallEnV15QuantizedEmbeddingModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.text.BreakIterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Compares the speed of the default embedder with that of LangChain4j's embedder, which uses the
 * same weights. Both run alternately in one process, so that other load slows down both.
 * Afterwards, the program checks that each vector equals the vector of the sentence when it is
 * embedded alone. Arguments: a folder with {@code chunks.json}, the number of sentences, the number
 * of rounds.
 */
final class EmbedderSpeed {
  private EmbedderSpeed() {}

  public static void main(String[] arguments) throws IOException {
    int count = Integer.parseInt(arguments[1]);
    List<String> sentences = sentences(Path.of(arguments[0]).resolve("chunks.json"), count);
    List<TextSegment> segments = sentences.stream().map(TextSegment::from).toList();
    EmbeddingModel theirs = new BgeSmallEnV15QuantizedEmbeddingModel();
    try (OnnxEmbedder ours = OnnxEmbedder.bgeSmallEnglish()) {
      measure("warm-up", 100, () -> theirs.embedAll(segments.subList(0, 100)));
      measure("warm-up", 100, () -> ours.embedSentences(sentences.subList(0, 100)));
      for (int round = 0; round < Integer.parseInt(arguments[2]); round++) {
        var other =
            measure("LangChain4j", count, () -> theirs.embedAll(segments).content()).stream()
                .map(vector -> Embedding.of(vector.vector()))
                .toList();
        List<Embedding> own = measure("arag", count, () -> ours.embedSentences(sentences));
        System.out.println(
            "smallest cosine to the vector of LangChain4j: " + smallestCosine(own, other));
      }
      List<Embedding> together = ours.embedSentences(sentences);
      List<Embedding> alone =
          sentences.stream().map(text -> ours.embedSentences(List.of(text)).get(0)).toList();
      System.out.println(
          "smallest cosine to the vector of the sentence embedded alone: "
              + smallestCosine(together, alone));
      System.out.println("equal bit by bit: " + together.equals(alone));
    }
  }

  private static <T> T measure(String what, int count, Supplier<T> work) {
    long cpuBefore = processNanos();
    long start = System.nanoTime();
    T result = work.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpu = (processNanos() - cpuBefore) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s: %d sentences, %.1f per second, %.1f per second of CPU time, %.2f cores%n",
        what,
        count,
        count / seconds,
        count / cpu,
        cpu / seconds);
    return result;
  }

  private static long processNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  private static float smallestCosine(List<Embedding> some, List<Embedding> others) {
    float smallest = 1;
    for (int i = 0; i < some.size(); i++) {
      smallest = Math.min(smallest, some.get(i).dot(others.get(i)));
    }
    return smallest;
  }

  private static List<String> sentences(Path file, int count) throws IOException {
    Set<String> sentences = new LinkedHashSet<>();
    for (var chunk : new ObjectMapper().readTree(file.toFile())) {
      String text = chunk.asText();
      BreakIterator borders = BreakIterator.getSentenceInstance(Locale.ENGLISH);
      borders.setText(text);
      for (int start = 0, end; (end = borders.next()) != BreakIterator.DONE; start = end) {
        String sentence = text.substring(start, end).strip();
        if (sentence.length() > 20 && sentence.length() < 1_000) {
          sentences.add(sentence);
        }
      }
    }
    return sentences.stream().limit(count).toList();
  }
}
