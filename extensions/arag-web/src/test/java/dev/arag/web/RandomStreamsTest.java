package dev.arag.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.exception.AuthenticationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the streams of random runs with hostile texts. Each stream keeps the rules of the protocol,
 * its text is the answer with numbers, and each range covers its number.
 */
class RandomStreamsTest {
  private static final List<String> HOSTILE =
      List.of(
          "\uD83D",
          "\uDF09 ",
          "\uD83C\uDF09",
          "e\u0301\u0323",
          "\u2028",
          "\u2029",
          "\u0085",
          "\u0000",
          "\u001B[31m",
          "\r\n",
          "\n\n",
          "\ndata: {\"type\":\"finish\"}\n\n",
          "data: [DONE]",
          "\nevent: x\nid: 1\nretry: 1\n",
          ": comment\n",
          "\"",
          "\\",
          "\\u0022",
          "'",
          "</script><script>alert(1)</script>",
          "<!--",
          "[1]",
          "[2][3]",
          "[",
          "]",
          "[k",
          "\uFEFF",
          "\u202E",
          "\uDBFF\uDFFF",
          "__proto__",
          "{\"__proto__\":1}");
  private static final int DOCUMENTS = 6;
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, DOCUMENTS)
              .mapToObj(
                  i ->
                      Document.builder(
                              "k" + i,
                              "In year " + i + " the keeper rang \uD83C\uDF09 bell " + i + ".")
                          .title("T" + HOSTILE.get((i * 5) % HOSTILE.size()))
                          .build())
              .toArray(Document[]::new));

  private final Map<String, Integer> endings = new TreeMap<>();
  private int marks;
  private int drafts;
  private int tools;

  @Test
  @Timeout(60)
  void keepsTheRulesInASampleOfRuns() {
    run(50, 1);
  }

  @Test
  @Tag("full")
  void keepsTheRulesInTwentyThousandRuns() {
    run(20_000, 2);
  }

  private void run(int runs, long first) {
    for (long seed = first * 1_000_000; seed < first * 1_000_000 + runs; seed++) {
      try {
        check(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    System.out.printf(
        "%d random streams: %s, %d numbers in range, %d drafts, %d tool parts%n",
        runs, endings, marks, drafts, tools);
    assertThat(endings).containsKeys("ANSWERED", "CANCELLED", "MODEL_FAILED", "TURN_LIMIT");
    assertThat(marks).isGreaterThan(runs);
    assertThat(drafts).isGreaterThan(runs / 2);
    assertThat(tools).isGreaterThan(runs / 2);
  }

  private void check(long seed) {
    Random random = new Random(seed);
    Agent.Builder builder =
        Agent.builder(CORPUS, model(random))
            .modelRetries(1)
            .budget(Budget.builder().maxTurns(2 + random.nextInt(5)).build());
    Run run = builder.build().start("Who rang the bell \uD83D?");
    UiMessageStream stream = UiMessageStream.of(run).toolTexts(random.nextBoolean());
    UiMessageClient client;
    if (random.nextInt(12) == 0) {
      client = new UiMessageClient();
      int cancelAt = random.nextInt(12);
      stream.forEach(
          data -> {
            client.readData(data);
            if (client.chunks.size() > cancelAt) {
              run.cancel();
            }
          });
    } else {
      client = UiMessageClient.read(stream);
    }
    compare(run, client);
  }

  private void compare(Run run, UiMessageClient client) {
    try {
      Answer answer = run.answer();
      assertThat(client.text()).isEqualTo(numbered(answer));
      assertThat(client.citations()).hasSameSizeAs(answer.citations());
      assertThat(client.errors).isEmpty();
      assertThat(client.finishReason).isNotEqualTo("error");
      endings.merge(answer.stopReason().name(), 1, Integer::sum);
    } catch (NoAnswerException e) {
      boolean isCancelled = e.stopReason() == StopReason.CANCELLED;
      assertThat(client.isAborted).isEqualTo(isCancelled);
      assertThat(client.errors).hasSize(isCancelled ? 0 : 1);
      assertThat(client.text()).isEmpty();
      endings.merge(e.stopReason().name(), 1, Integer::sum);
    }
    assertThat(client.metadata.get("stopReason").textValue())
        .isEqualTo(run.trajectory().stopReason().name());
    marks += client.checkMarks();
    drafts += client.drafts.size();
    tools += client.tools().size();
  }

  private static String numbered(Answer answer) {
    StringBuilder text = new StringBuilder(answer.text());
    List<Citation.Marker> markers = new ArrayList<>(answer.markers());
    for (int i = markers.size() - 1; i >= 0; i--) {
      Citation.Marker marker = markers.get(i);
      StringBuilder numbers = new StringBuilder();
      marker.sources().forEach(source -> numbers.append("[" + source.number() + "]"));
      text.replace(marker.start(), marker.end(), numbers.toString());
    }
    return text.toString();
  }

  private static StreamedModel model(Random random) {
    StreamedModel model = new StreamedModel(random.nextLong(), random.nextInt(20) == 0 ? 1 : 0);
    for (int i = 0; i < 12; i++) {
      String text = text(random);
      switch (random.nextInt(9)) {
        case 0 -> model.breaksOff(text);
        case 1 -> model.fails(text, new AuthenticationException("no"));
        case 2, 3, 4 -> model.calls(random.nextBoolean() ? "" : text, calls(random));
        default -> model.answers(text);
      }
    }
    return model;
  }

  private static ToolCall[] calls(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(i -> call(random))
        .toArray(ToolCall[]::new);
  }

  private static ToolCall call(Random random) {
    String id = List.of("", "call_1", "x" + random.nextInt(99)).get(random.nextInt(3));
    String hostile = HOSTILE.get(random.nextInt(HOSTILE.size()));
    return switch (random.nextInt(5)) {
      case 0 -> ToolCall.of(id, hostile.isBlank() ? "x" : hostile, hostile);
      case 1 -> ToolCall.of(id, "keyword_search", "{\"keywords\": [\"bell" + hostile + "\"]}");
      case 2 -> ToolCall.of(id, "semantic_search", "{\"__proto__\": {}, \"query\": \"keeper\"}");
      default ->
          ToolCall.of(
              id,
              "chunk_read",
              "{\"chunk_ids\": [\"k" + random.nextInt(DOCUMENTS) + "\", \"k1\"]}");
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= random.nextInt(14); i++) {
      switch (random.nextInt(5)) {
        case 0 -> text.append(HOSTILE.get(random.nextInt(HOSTILE.size())));
        case 1 -> text.append(" [k").append(random.nextInt(DOCUMENTS + 1)).append("]");
        case 2 ->
            text.append(" [k")
                .append(random.nextInt(3))
                .append(", k")
                .append(random.nextInt(6))
                .append("]");
        case 3 -> text.append(" [k1: \"the keeper rang \uD83C\uDF09 bell\"].");
        default -> text.append("The keeper rang it in ").append(random.nextInt(2_000)).append(". ");
      }
    }
    if (random.nextInt(5) == 0) {
      text.append("\n\nEvidence:\n[k2] \"the keeper rang\"");
    }
    return text.toString();
  }
}
