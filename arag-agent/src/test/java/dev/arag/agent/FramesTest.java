package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import dev.arag.core.corpus.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts the frames of the library's classes between a caller and the strategy, and between the
 * strategy and the model. Generated classes of lambda expressions are not counted.
 */
class FramesTest {
  private final Thread caller = Thread.currentThread();
  private final List<String> toStrategy = new ArrayList<>();
  private final List<String> toModel = new ArrayList<>();

  /** Returns the frames above (more recent than) the given method, most recent first. */
  private static List<String> above(StackTraceElement[] stack, String method) {
    return Stream.of(stack)
        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
        .takeWhile(frame -> !frame.endsWith(method))
        .filter(frame -> frame.startsWith("dev.arag."))
        .filter(frame -> !frame.contains("$$Lambda") && !frame.contains("FramesTest"))
        .toList();
  }

  private final class Model implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      toModel.clear();
      toModel.addAll(above(Thread.currentThread().getStackTrace(), "Thread.run"));
      toModel.addAll(above(caller.getStackTrace(), "ARagStrategy.run"));
      return ChatResponse.builder()
          .aiMessage(AiMessage.from("NOT FOUND"))
          .finishReason(FinishReason.STOP)
          .build();
    }
  }

  private String answer(String question, RunContext run) {
    toStrategy.addAll(above(Thread.currentThread().getStackTrace(), "FramesTest.passesFewFrames"));
    return Strategy.arag().run(question, run);
  }

  @Test
  void passesFewFrames() {
    Agent agent =
        Agent.builder(InMemoryCorpus.of(Document.of("a", "Tarn.")), new Model())
            .strategy(this::answer)
            .build();
    agent.ask("Where?");
    assertThat(toStrategy).hasSizeBetween(1, 4);
    assertThat(toModel).hasSizeBetween(2, 12);
  }
}
