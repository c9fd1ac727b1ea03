package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.cli.internal.demo.DemoCorpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.EvaluationReport;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.strategies.OtherStrategies;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs all strategies over the twelve questions of the demo and writes a table of each model to
 * {@code target/demo-strategies}. It shows that the strategies work, but not which is best.
 */
class DemoStrategiesTest {
  private static final Path REPORT = Path.of("target", "demo-strategies");

  /** An id above a text. */
  private static final Pattern ID = Pattern.compile("\n\\[([^\\],\\s]+)\\]");

  @TempDir Path folder;
  private static List<Question> questions;
  private static final Map<String, List<String>> CHAINS = new LinkedHashMap<>();

  @BeforeAll
  static void readTheQuestions() throws IOException {
    List<Question> read = new ArrayList<>();
    for (DemoCorpusTest.MultiHopQuestion each : DemoCorpusTest.questions()) {
      read.add(new Question(each.id(), each.question(), each.allAnswers()));
      CHAINS.put(each.question(), each.chain());
    }
    questions = List.copyOf(read);
  }

  private Index demo(Embedder embedder) throws IOException {
    Index index =
        Index.builder(folder.resolve("demo.arag"))
            .mentions(Graphs.phrases())
            .embedder(embedder)
            .openOrCreate();
    Path documents = folder.resolve("documents");
    DemoCorpus.unpack(documents);
    index.sync(documents);
    return index;
  }

  private static Strategy[] all() {
    Strategies all =
        OtherStrategies.all()
            .withOptions(
                Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear));
    Stream<String> wrapped = all.wrappers().stream().map(name -> name + "+naive-rag");
    return Stream.of(all.names().stream(), all.wrappers().stream(), wrapped)
        .flatMap(names -> names)
        .filter(name -> !name.equals("all-in"))
        .map(all::named)
        .toArray(Strategy[]::new);
  }

  private Map<String, SummaryRow> evaluate(
      Embedder embedder, ChatModel model, String name, List<Question> asked) throws Exception {
    EvaluationReport report;
    try (Index index = demo(embedder)) {
      report =
          Evaluation.of(index, model).strategies(all()).results(folder.resolve(name)).run(asked);
    }
    Map<String, SummaryRow> rows = new LinkedHashMap<>();
    report.rows().forEach(row -> rows.put(row.key().strategy(), row));
    Files.createDirectories(REPORT);
    Files.writeString(REPORT.resolve(name + ".txt"), table(rows, asked.size()));
    return rows;
  }

  private static double mean(SummaryRow row, Metric metric) {
    return row.means().get(metric).orElse(0);
  }

  private static String table(Map<String, SummaryRow> rows, int asked) {
    StringBuilder table =
        new StringBuilder(
            "strategy | right | answered | calls | retrieved | all tokens | supported\n");
    rows.forEach(
        (name, row) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "%s | %.0f | %.0f | %.2f | %.0f | %.0f | %.2f%n",
                    name,
                    asked * mean(row, Metric.CONTAIN_SHORT),
                    asked * row.coverage(),
                    mean(row, Metric.MODEL_CALLS),
                    mean(row, Metric.RETRIEVED_TOKENS),
                    mean(row, Metric.PROMPT_TOKENS) + mean(row, Metric.OUTPUT_TOKENS),
                    mean(row, Metric.SUPPORTED_CITATIONS))));
    return table.toString();
  }

  private static void assertEachAnswerIsComplete(Map<String, SummaryRow> rows) {
    rows.forEach(
        (name, row) -> {
          assertThat(row.coverage()).as(name).isEqualTo(1);
          assertThat(mean(row, Metric.FABRICATED)).as(name).isZero();
        });
  }

  @Test
  @Tag("full")
  void theExtractiveModelAnswersWithEveryStrategy() throws Exception {
    Map<String, SummaryRow> rows =
        evaluate(
            OnnxEmbedder.bgeSmallEnglish(), new ExtractiveChatModel(), "extractive", questions);
    assertEachAnswerIsComplete(rows);
    for (String name : List.of("arag", "ircot", "iter-retgen", "graded+naive-rag")) {
      assertThat(mean(rows.get(name), Metric.CONTAIN_SHORT))
          .as(name)
          .isGreaterThanOrEqualTo(3 / 12.0);
    }
  }

  @Test
  void theScriptedModelFindsTheLastFactOfAQuestion() throws Exception {
    assertTheLastFactIsFound(
        evaluate(new HashEmbedder(), new ChainModel(), "one", questions.subList(0, 1)));
  }

  @Test
  @Tag("full")
  void theScriptedModelFindsTheLastFactOfAllQuestions() throws Exception {
    assertTheLastFactIsFound(
        evaluate(OnnxEmbedder.bgeSmallEnglish(), new ChainModel(), "scripted", questions));
  }

  private static void assertTheLastFactIsFound(Map<String, SummaryRow> rows) {
    assertEachAnswerIsComplete(rows);
    for (String name : List.of("arag", "adaptive", "ircot", "iter-retgen", "rewrite+arag")) {
      assertThat(mean(rows.get(name), Metric.CONTAIN_SHORT)).as(name).isEqualTo(1);
      assertThat(mean(rows.get(name), Metric.SUPPORTED_CITATIONS)).as(name).isEqualTo(1);
    }
  }

  /**
   * Searches for the facts of a question one after another, and answers if the last one is in the
   * request. To all other requests it replies with the fact that it would search for next.
   */
  private static final class ChainModel implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      String text =
          "\n"
              + request.messages().stream().map(ChainModel::text).collect(Collectors.joining("\n"));
      String question = CHAINS.keySet().stream().filter(text::contains).findFirst().orElseThrow();
      List<String> chain = CHAINS.get(question);
      String last = chain.get(chain.size() - 1);
      boolean isAnswer = text.contains("Evidence:");
      int at = text.indexOf(last);
      if (isAnswer && at >= 0) {
        return reply(AiMessage.from(answer(question, idBefore(at, text), last)));
      }
      String next = chain.stream().filter(fact -> !text.contains(fact)).findFirst().orElse(last);
      if (isAnswer && hasSearch(request)) {
        long calls =
            request.messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .count();
        return calls >= 6 ? reply(AiMessage.from("NOT FOUND")) : search(request, next, calls);
      }
      return reply(AiMessage.from(isAnswer ? "NOT FOUND\n" + next : next + "."));
    }

    private static String answer(String question, String id, String quote) {
      String gold =
          questions.stream()
              .filter(each -> each.text().equals(question))
              .findFirst()
              .orElseThrow()
              .golds()
              .get(0);
      return gold + " [" + id + "]\n\nEvidence:\n[" + id + "] \"" + quote + "\"";
    }

    private static String idBefore(int at, String text) {
      String id = "";
      Matcher ids = ID.matcher(text);
      while (ids.find() && ids.start() < at) {
        id = ids.group(1);
      }
      return id;
    }

    private static boolean hasSearch(ChatRequest request) {
      return request.toolSpecifications() != null
          && !request.toolSpecifications().isEmpty()
          && request.toolChoice() != ToolChoice.NONE;
    }

    private static ChatResponse search(ChatRequest request, String fact, long number) {
      String tool =
          request.toolSpecifications().stream()
              .map(each -> each.name())
              .filter(name -> !name.equals("keyword_search") && name.endsWith("_search"))
              .findFirst()
              .orElse("keyword_search");
      String arguments =
          tool.equals("keyword_search")
              ? "{\"keywords\":" + words(fact) + "}"
              : "{\"query\":\"" + fact + "\"}";
      return reply(
          AiMessage.from(
              ToolExecutionRequest.builder()
                  .id("call_" + number)
                  .name(tool)
                  .arguments(arguments)
                  .build()));
    }

    private static String words(String fact) {
      return Stream.of(fact.replaceAll("[^\\p{L}\\p{N} ]", "").split(" "))
          .filter(word -> word.length() > 3)
          .limit(8)
          .collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private static String text(ChatMessage message) {
      if (message instanceof UserMessage user) {
        return user.singleText();
      }
      if (message instanceof ToolExecutionResultMessage result) {
        return result.text();
      }
      return message instanceof AiMessage ai ? String.valueOf(ai.text()) : message.toString();
    }

    private static ChatResponse reply(AiMessage message) {
      return ChatResponse.builder().aiMessage(message).build();
    }
  }
}
