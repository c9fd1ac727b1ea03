package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Sentence;
import dev.arag.index.Index;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.records.Records;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Measures how embedding sentences together with their headings affects semantic search: {@code
 * HeadingEffect SET FOLDER}. The set is a folder with {@code paragraphs.jsonl} and {@code
 * questions.json}. Each paragraph is a document whose title is its heading. The second folder
 * stores the two indexes.
 */
final class HeadingEffect {
  private static final int SENTENCES = 15;
  private static final int DEEPEST = 20;

  private final JsonNode questions;
  private final Index index;

  private HeadingEffect(JsonNode questions, Index index) {
    this.questions = questions;
    this.index = index;
  }

  public static void main(String[] arguments) throws IOException {
    Path set = Path.of(arguments[0]);
    JsonNode questions = new ObjectMapper().readTree(set.resolve("questions.json").toFile());
    try (Embedder embedder = OnnxEmbedder.bgeSmallEnglish()) {
      for (boolean withHeadings : List.of(false, true)) {
        Path directory =
            Path.of(arguments[1])
                .resolve(set.getFileName() + (withHeadings ? "-with.arag" : "-without.arag"));
        try (Index index =
            Index.builder(directory)
                .embedder(embedder)
                .headingsInEmbeddings(withHeadings)
                .openOrCreate()) {
          index.sync(Source.path(set.resolve("paragraphs.jsonl")).parser(Records.only()).name("p"));
          new HeadingEffect(questions, index)
              .print((withHeadings ? "with" : "without") + " headings");
        }
      }
    }
  }

  private void print(String what) {
    double first = 0;
    double five = 0;
    double ten = 0;
    double found = 0;
    double sentences = 0;
    for (JsonNode question : questions) {
      List<SemanticHit> hits = index.semanticSearch(question.path("question").asText(), DEEPEST);
      Set<String> supporting = new HashSet<>();
      question.path("supporting").forEach(id -> supporting.add("p/" + id.asText()));
      first += recall(hits, 1, supporting) > 0 ? 1 : 0;
      five += recall(hits, 5, supporting);
      ten += recall(hits, 10, supporting);
      List<String> best = bestSentences(hits);
      for (JsonNode sentence : question.path("supporting_sentences")) {
        sentences++;
        found += best.contains(folded(sentence.path("sentence").asText())) ? 1 : 0;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s: %d questions; first hit is a supporting paragraph: %.3f; recall of supporting"
            + " paragraphs in the first 5 hits: %.3f, in the first 10: %.3f",
        what,
        questions.size(),
        first / questions.size(),
        five / questions.size(),
        ten / questions.size());
    if (sentences > 0) {
      System.out.printf(
          Locale.ROOT,
          "; recall of supporting sentences in the best %d: %.3f",
          SENTENCES,
          found / sentences);
    }
    System.out.println();
  }

  private static double recall(List<SemanticHit> hits, int count, Set<String> supporting) {
    long found =
        hits.stream()
            .limit(count)
            .filter(hit -> supporting.contains(hit.location().documentId()))
            .count();
    return (double) found / supporting.size();
  }

  private static List<String> bestSentences(List<SemanticHit> hits) {
    List<SentenceHit> all = new ArrayList<>();
    hits.forEach(hit -> all.addAll(hit.matches()));
    return all.stream()
        .sorted(Comparator.comparingDouble(SentenceHit::score).reversed())
        .limit(SENTENCES)
        .map(SentenceHit::sentence)
        .map(Sentence::text)
        .map(HeadingEffect::folded)
        .toList();
  }

  private static String folded(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
