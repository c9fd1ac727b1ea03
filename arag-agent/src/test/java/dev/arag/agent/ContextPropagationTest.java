package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.tools.Toolbox;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the caller's context reaches the model, the tools and the run, and nothing else. */
@Timeout(60)
class ContextPropagationTest {
  private static final String QUESTION = "Who designed the Old Bridge?";
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "The Old Bridge was designed by Mira Voss."));

  /** A thread local that holds the user, as a security context does. */
  private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

  /** The methods of SLF4J's MDC, over a thread local that child threads do not inherit. */
  private static final class Mdc {
    private static final ThreadLocal<@Nullable Map<String, String>> VALUES = new ThreadLocal<>();

    static @Nullable Map<String, String> getCopyOfContextMap() {
      return VALUES.get();
    }

    static void setContextMap(Map<String, String> values) {
      VALUES.set(Map.copyOf(values));
    }

    static void clear() {
      VALUES.remove();
    }
  }

  /** The overloaded methods of Micrometer's ContextSnapshot. */
  private record Snapshot(@Nullable String user) {
    static Snapshot captureAll() {
      return new Snapshot(USER.get());
    }

    Runnable wrap(Runnable work) {
      return () -> {
        String before = USER.get();
        USER.set(user);
        try {
          work.run();
        } finally {
          USER.set(before);
        }
      };
    }

    <T> Callable<T> wrap(Callable<T> work) {
      throw new UnsupportedOperationException();
    }
  }

  /** The shape of Spring's TaskDecorator. */
  private interface TaskDecorator {
    Runnable decorate(Runnable work);
  }

  /** The user that each call saw, with the kind of the call. */
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void logIn() {
    USER.set("ada");
  }

  @AfterEach
  void logOut() {
    USER.remove();
    Mdc.clear();
  }

  private void see(String what) {
    seen.add(what + " " + USER.get());
  }

  private ChatModel model() {
    ScriptedChatModel script =
        ScriptedChatModel.script()
            .call("count", Map.of())
            .call("chunk_read", Map.of("chunk_ids", List.of("k1")))
            .answer("Mira Voss [k1: \"designed by Mira Voss\"].");
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        see("model");
        return script.doChat(request);
      }
    };
  }

  private Agent.Builder agent() {
    return Agent.builder(CORPUS, model())
        .tools(corpus -> Toolbox.of(corpus).with(CustomTool.running("count", () -> see("tool"))))
        .listener(
            event -> {
              if (event instanceof RunEvent.Finished) {
                see("listener");
              }
            });
  }

  @Test
  void withoutAFunctionThreadLocalsAreNotCarried() {
    agent().build().ask(QUESTION);
    assertThat(seen)
        .containsExactly("model null", "tool null", "model null", "model null", "listener ada");
  }

  @Test
  void carriesTheContextOfAsk() {
    agent().contextPropagation(work -> Snapshot.captureAll().wrap(work)).build().ask(QUESTION);
    assertThat(seen)
        .containsExactly("model ada", "tool ada", "model ada", "model ada", "listener ada");
  }

  @Test
  void carriesTheContextInWhichStartWasCalled() {
    TaskDecorator decorator = work -> Snapshot.captureAll().wrap(work);
    Run run = agent().contextPropagation(decorator::decorate).build().start(QUESTION);
    USER.set("bob");
    run.answer();
    assertThat(seen)
        .containsExactly("model ada", "tool ada", "model ada", "model ada", "listener ada");
  }

  @Test
  void carriesTheContextOfAVirtualThread() throws Exception {
    Agent agent = agent().contextPropagation(work -> Snapshot.captureAll().wrap(work)).build();
    FutureTask<Answer> ask =
        new FutureTask<>(
            () -> {
              USER.set("eve");
              return agent.ask(QUESTION);
            });
    ComputingCallsTest.startVirtual(ask);
    ask.get(20, TimeUnit.SECONDS);
    assertThat(seen)
        .containsExactly("model eve", "tool eve", "model eve", "model eve", "listener eve");
  }

  @Test
  void carriesTheMdc() {
    Queue<String> requests = new ConcurrentLinkedQueue<>();
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            requests.add(String.valueOf(Mdc.getCopyOfContextMap()));
            return ScriptedChatModel.script().answer("NOT FOUND").doChat(request);
          }
        };
    Mdc.setContextMap(Map.of("request", "r17"));
    Agent.builder(CORPUS, model)
        .contextPropagation(ContextPropagationTest::withMdc)
        .build()
        .ask(QUESTION);
    assertThat(requests).isNotEmpty().containsOnly("{request=r17}");
  }

  private static Runnable withMdc(Runnable work) {
    Map<String, String> values = Mdc.getCopyOfContextMap();
    return () -> {
      if (values != null) {
        Mdc.setContextMap(values);
      }
      try {
        work.run();
      } finally {
        Mdc.clear();
      }
    };
  }

  @Test
  void keepsTheContextsOfConcurrentCallersApart() throws Exception {
    Queue<String> mixed = new ConcurrentLinkedQueue<>();
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            String user = String.valueOf(USER.get());
            if (!request.messages().toString().contains("I am " + user + ".")) {
              mixed.add(user);
            }
            return ScriptedChatModel.script().answer("NOT FOUND").doChat(request);
          }
        };
    Agent agent =
        Agent.builder(CORPUS, model)
            .contextPropagation(work -> Snapshot.captureAll().wrap(work))
            .build();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Future<?>> asked = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String user = "user" + i;
        asked.add(
            threads.submit(
                () -> {
                  USER.set(user);
                  return agent.start("I am " + user + ". Who am I?").answer();
                }));
      }
      for (Future<?> each : asked) {
        assertThat(each.get(30, TimeUnit.SECONDS)).isNotNull();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(mixed).isEmpty();
  }

  @Test
  void aRunWithoutItsContextFails() {
    List<UnaryOperator<Runnable>> broken =
        List.of(
            work -> {
              throw new UnsupportedOperationException("no context");
            },
            work ->
                () -> {
                  throw new UnsupportedOperationException("no context");
                },
            work -> () -> {},
            work -> null);
    for (UnaryOperator<Runnable> each : broken) {
      Conversation conversation = agent().contextPropagation(each).build().conversation();
      assertThatIllegalStateException()
          .isThrownBy(() -> conversation.ask(QUESTION))
          .withMessageStartingWith("contextPropagation of the agent failed: ");
      assertThatIllegalStateException()
          .isThrownBy(() -> conversation.start(QUESTION).answer())
          .withMessageStartingWith("contextPropagation of the agent failed: ");
    }
    assertThat(seen).isEmpty();
  }
}
