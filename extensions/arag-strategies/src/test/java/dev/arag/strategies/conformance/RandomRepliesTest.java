package dev.arag.strategies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.strategies.OtherStrategies;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every strategy with a model that replies at random, in the forms that strategies ask for and
 * in others, and that sometimes fails. Each run ends within its budget, shows no text that its
 * record does not contain, and can be replayed.
 */
class RandomRepliesTest {
  private static final List<String> REPLIES =
      List.of(
          "In Tarn [voss].\n\nEvidence:\n[voss] \"was born in Tarn in 1881\"",
          "In Quill [k9]. \"was born in Quill\" [voss: \"was born in Quill\"]",
          "NOT FOUND\nThe birthplace of Mira Voss is missing.",
          "Mira Voss was born in Tarn.",
          "So the answer is Tarn.",
          "FINAL: Tarn",
          "1: 10\n2: 0\n3: 5",
          "1: 99\n7: -4\n3: x",
          "YES",
          "no",
          "MULTI",
          "SINGLE, or NONE",
          "PARTLY",
          "UNSUPPORTED",
          "1. Who designed the bridge?\n2. Where was #1 born?\n3. Mira Voss",
          "[\"Mira Voss\", \"Tarn\", \"Old Bridge\"]",
          "{\"enough\":false,\"next\":\"Where was Mira Voss born?\"}",
          "{\"enough\":true}",
          "{\"evidence\":[{\"text\":\"From Tarn\",\"id\":\"voss\",\"quote\":\"born in Tarn\"},"
              + "{\"text\":\"x\",\"id\":\"?\",\"quote\":\"\"}],\"answer\":{\"text\":\"\"}}",
          "{\"steps\":[{\"task\":\"Who designed the bridge?\"},{\"task\":\"Where was #1 born?\","
              + "\"after\":[1,9]},{\"task\":\"Is #2 in #3?\",\"type\":\"AGGREGATE\"}]}",
          "{\"task\":\"Where was Mira Voss born?\",\"type\":\"SEARCH\"}",
          "{\"note\":\"From Tarn.\",\"quotes\":[\"born in Tarn in 1881\",\"in Rome\"]}",
          "{\"answer\":\"Mira Voss\",\"success\":true,\"rating\":99}",
          "{\"components\":[{\"text\":\"birth\",\"covered\":\"PART\",\"citations\":[1,7],"
              + "\"followUp\":\"Where was Mira Voss born?\"},"
              + "{\"text\":\"x\",\"covered\":\"FULL\",\"citations\":[]}]}",
          "{\"notes\":[{\"note\":\"From Tarn.\",\"quotes\":[\"born in Tarn in 1881\"]}]}",
          "{\"evidence\":",
          "```json\n{}\n```",
          "",
          " \n",
          "#?!",
          "word ".repeat(400),
          "{question} {passages} $1 \\ {id}");

  private static final Corpus CORPUS = InMemoryCorpus.of(new HashEmbedder(256), Texts.ALL);

  static Stream<String> names() {
    return StrategyContract.CASTS.stream().map(Cast::name).distinct();
  }

  @ParameterizedTest
  @MethodSource("names")
  void keepsTheRulesInASampleOfRuns(String name) {
    run(OtherStrategies.all().named(name), CORPUS, 3, 1);
  }

  @ParameterizedTest
  @MethodSource("names")
  @Tag("full")
  void keepsTheRulesInAThousandRuns(String name) {
    run(OtherStrategies.all().named(name), CORPUS, 1_000, 2);
  }

  static void run(Strategy strategy, Corpus corpus, int runs, long seed) {
    String name = strategy.name();
    for (int i = 0; i < runs; i++) {
      Random random = new Random(seed * 1_000_003 + i);
      Budget budget =
          Budget.builder()
              .maxTurns(1 + random.nextInt(15))
              .maxModelCalls(1 + random.nextInt(30))
              .contextTokens(random.nextInt(4) == 0 ? Budget.MIN_CONTEXT_TOKENS : 128_000)
              .build();
      List<ChatRequest> requests = Collections.synchronizedList(new ArrayList<>());
      AtomicInteger repeated = new AtomicInteger();
      Agent agent =
          Agent.builder(corpus, model(random, requests, repeated))
              .strategy(strategy)
              .budget(budget)
              .modelRetries(0)
              .build();
      Trajectory ended = trajectory(agent);
      assertThat(ended.steps())
          .as(name + " " + i)
          .filteredOn(Step.Sent.class::isInstance)
          .hasSizeLessThanOrEqualTo(budget.maxModelCalls() + 1);
      // A request that the server rejects, and a closing call whose reply calls a tool, is sent
      // once more in another form, in the same call.
      assertThat(requests)
          .as(name + " " + i)
          .hasSizeLessThanOrEqualTo(budget.maxModelCalls() + 1 + repeated.get());
      assertThat(StrategyContract.unrecorded(ended)).as(name + " " + i).isEmpty();
      Agent replaying =
          Agent.builder(corpus, Trajectory.parse(ended.toJson()).replay())
              .strategy(strategy)
              .budget(budget)
              .modelRetries(0)
              .build();
      assertThat(trajectory(replaying).toJson()).as(name + " " + i).isEqualTo(ended.toJson());
    }
  }

  private static Trajectory trajectory(Agent agent) {
    try {
      return agent.ask(Texts.QUESTION).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static ChatModel model(
      Random random, List<ChatRequest> requests, AtomicInteger repeated) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        return reply(random, request, repeated);
      }
    };
  }

  private static synchronized ChatResponse reply(
      Random random, ChatRequest request, AtomicInteger repeated) {
    int kind = random.nextInt(40);
    if (kind == 0) {
      repeated.incrementAndGet();
      throw new InvalidRequestException("nonsense");
    }
    if (kind == 1) {
      throw new ContentFilteredException("no");
    }
    boolean hasTools =
        request.toolSpecifications() != null && !request.toolSpecifications().isEmpty();
    if (hasTools && kind < 20) {
      if (request.toolChoice() == ToolChoice.NONE) {
        repeated.incrementAndGet();
      }
      String tool =
          request
              .toolSpecifications()
              .get(random.nextInt(request.toolSpecifications().size()))
              .name();
      return response(
          AiMessage.from(
              ToolExecutionRequest.builder()
                  .id("call_" + random.nextInt(1_000_000))
                  .name(tool)
                  .arguments(
                      "{\"query\":\"Mira Voss\",\"keywords\":[\"Tarn\"],\"chunk_ids\":[\"voss\"]}")
                  .build()),
          FinishReason.TOOL_EXECUTION);
    }
    String text = REPLIES.get(random.nextInt(REPLIES.size()));
    return response(
        AiMessage.from(text), random.nextInt(20) == 0 ? FinishReason.LENGTH : FinishReason.STOP);
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).finishReason(reason).build();
  }
}
