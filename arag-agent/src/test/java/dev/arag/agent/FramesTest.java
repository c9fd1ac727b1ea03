package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.lang.Thread.State;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Counts the frames of the library's classes between a caller and the strategy, and between the
 * strategy and the model, and the objects that are built for a run. Generated classes of lambda
 * expressions are not counted.
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
      awaitWaiting(caller);
      toModel.clear();
      toModel.addAll(above(Thread.currentThread().getStackTrace(), "Thread.run"));
      toModel.addAll(above(caller.getStackTrace(), "ToolLoop.run"));
      return ChatResponse.builder()
          .aiMessage(AiMessage.from("NOT FOUND"))
          .finishReason(FinishReason.STOP)
          .build();
    }
  }

  /** Waits until the thread has started this call and waits for its result. */
  private static void awaitWaiting(Thread thread) {
    while (!Set.of(State.WAITING, State.TIMED_WAITING).contains(thread.getState())) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private String answer(String question, RunContext run) {
    toStrategy.addAll(above(Thread.currentThread().getStackTrace(), "FramesTest.passesFewFrames"));
    return Strategies.arag().run(question, run);
  }

  @Test
  @Timeout(20)
  void passesFewFrames() {
    Agent agent =
        Agent.builder(InMemoryCorpus.of(Document.of("a", "Tarn.")), new Model())
            .strategy(this::answer)
            .build();
    agent.ask("Where?");
    assertThat(toStrategy).hasSizeBetween(1, 4);
    assertThat(toModel).hasSizeBetween(2, 12);
  }

  @Test
  void buildsFewObjectsForARun() throws IllegalAccessException {
    Agent agent = Agent.builder(InMemoryCorpus.of(Document.of("a", "Tarn.")), new Model()).build();
    Set<Object> ofRun = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> ofAgent = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(agent.prepare("Where?", "", new ConversationState(List.of()), List.of()), ofRun);
    collect(agent, ofAgent);
    ofRun.removeAll(ofAgent);
    List<String> built =
        ofRun.stream()
            .map(Object::getClass)
            .filter(type -> type.getPackageName().matches("dev.arag.agent.internal.(run|loop)"))
            .filter(type -> !type.isRecord() || type.getSimpleName().equals("RunState"))
            .map(Class::getSimpleName)
            // Built for each conversation, and for each turn.
            .filter(name -> !name.matches("Conversation.*|SeededFences|Turn"))
            .sorted()
            .toList();
    // The view of the run for a strategy is built when the strategy starts.
    assertThat(built).hasSizeBetween(5, 11);
  }

  /** Collects an object and the objects of the library to which it refers. */
  private static void collect(Object object, Set<Object> found) throws IllegalAccessException {
    if (object == null
        || !object.getClass().getName().startsWith("dev.arag.agent.")
        || object.getClass().isHidden()
        || !found.add(object)) {
      return;
    }
    for (Field field : object.getClass().getDeclaredFields()) {
      if (!field.getType().isPrimitive()) {
        field.setAccessible(true);
        collect(field.get(object), found);
      }
    }
  }
}
