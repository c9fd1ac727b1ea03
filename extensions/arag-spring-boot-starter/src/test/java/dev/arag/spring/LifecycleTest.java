package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import dev.langchain4j.model.chat.ChatModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;

/** What happens to runs, syncs and the index when an application stops. */
class LifecycleTest {
  private static final Duration PHASE = Duration.ofSeconds(5);

  @TempDir Path folder;

  private final CountDownLatch isAsked = new CountDownLatch(1);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index"))
        .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
        .withPropertyValues(
            "arag.strategy=direct",
            "spring.lifecycle.timeout-per-shutdown-phase=" + PHASE.toSeconds() + "s")
        .withBean(ChatModel.class, this::hangingModel);
  }

  /** A model that answers when the test allows it. */
  private ChatModel hangingModel() {
    return ScriptedChatModel.script()
        .reply(
            request -> {
              isAsked.countDown();
              try {
                mayAnswer.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return dev.langchain4j.model.chat.response.ChatResponse.builder()
                  .aiMessage(dev.langchain4j.data.message.AiMessage.from("The answer."))
                  .build();
            });
  }

  private static Duration close(ConfigurableApplicationContext context) {
    long start = System.nanoTime();
    context.close();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void aRunThatHangsIsCancelledWithinThePhase() {
    starter()
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Run run = context.getBean(Agent.class).start(Starter.QUESTION);
              isAsked.await();
              Duration stop =
                  close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              assertThat(stop).isLessThan(PHASE).isGreaterThan(PHASE.dividedBy(2));
              assertCancelled(run);
              assertThatThrownBy(index::stats).isInstanceOf(IllegalStateException.class);
            });
  }

  private static void assertCancelled(Run run) {
    assertThatThrownBy(run::answer)
        .isInstanceOfSatisfying(
            NoAnswerException.class,
            e -> assertThat(e.stopReason()).isEqualTo(StopReason.CANCELLED));
  }

  @Test
  void aRunThatEndsInTimeHasItsAnswer() {
    starter()
        .run(
            context -> {
              Run run = context.getBean(Agent.class).start(Starter.QUESTION);
              isAsked.await();
              CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                  .execute(mayAnswer::countDown);
              Duration stop =
                  close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              assertThat(stop).isLessThan(PHASE.dividedBy(2));
              assertThat(run.answer().text()).isEqualTo("The answer.");
            });
  }

  @Test
  void anImmediateShutdownCancelsAtOnce() {
    starter()
        .withPropertyValues("server.shutdown=immediate")
        .run(
            context -> {
              Run run = context.getBean(Agent.class).start(Starter.QUESTION);
              isAsked.await();
              Duration stop =
                  close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              assertThat(stop).isLessThan(PHASE.dividedBy(2));
              assertCancelled(run);
            });
  }

  /** A request thread has to write its response after the run was cancelled. */
  @Test
  void theThreadOfACancelledQuestionIsNotInterrupted() {
    AtomicReference<Boolean> isInterrupted = new AtomicReference<>();
    starter()
        .withPropertyValues("server.shutdown=immediate")
        .run(
            context -> {
              Agent agent = context.getBean(Agent.class);
              Thread request =
                  new Thread(
                      () -> {
                        assertThatThrownBy(() -> agent.ask(Starter.QUESTION))
                            .isInstanceOf(NoAnswerException.class);
                        isInterrupted.set(Thread.currentThread().isInterrupted());
                      });
              request.start();
              isAsked.await();
              close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              request.join();
              assertThat(isInterrupted).hasValue(false);
            });
  }

  /** Two beans that stop in the phases of a web server see the index open. */
  @Test
  void theIndexIsClosedAfterTheWebServer() {
    AtomicReference<Boolean> wasOpen = new AtomicReference<>();
    Starter.with(folder.resolve("index"))
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .withBean(SmartLifecycle.class, () -> new LastPhase(wasOpen))
        .run(
            context -> {
              context.getBean(LastPhase.class).index = context.getBean(Index.class);
              close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              assertThat(wasOpen).hasValue(true);
            });
  }

  /** Stops after web servers. */
  private static final class LastPhase implements SmartLifecycle {
    private final AtomicReference<Boolean> wasOpen;
    private Index index;
    private boolean isRunning;

    LastPhase(AtomicReference<Boolean> wasOpen) {
      this.wasOpen = wasOpen;
    }

    @Override
    public void start() {
      isRunning = true;
    }

    @Override
    public void stop() {
      isRunning = false;
      wasOpen.set(index.stats().documents() == 0);
    }

    @Override
    public boolean isRunning() {
      return isRunning;
    }

    @Override
    public int getPhase() {
      return DEFAULT_PHASE - 4096;
    }
  }

  /** Spring 7 stops contexts between tests, and starts them again. */
  @Test
  void aStoppedContextCanStartAgain() {
    Starter.write(folder.resolve("docs"), "a.txt", "The first text.");
    Starter.with(folder.resolve("index"))
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .withPropertyValues("arag.sources[0].path=" + folder.resolve("docs"))
        .run(
            context -> {
              Index index = context.getBean(Index.class);
              Starter.await(() -> index.documentIds().size() == 1);
              var source =
                  context.getSourceApplicationContext(ConfigurableApplicationContext.class);
              source.stop();
              Starter.write(folder.resolve("docs"), "b.txt", "The head of finance pays.");
              source.start();
              Starter.await(() -> index.documentIds().size() == 2);
              assertThat(context.getBean(Agent.class).ask("Who pays?").text())
                  .contains("head of finance");
            });
  }

  @Test
  void aRunningSyncIsCancelled() {
    for (int i = 0; i < 400; i++) {
      Starter.write(folder.resolve("docs"), i + ".txt", "Sentence number one. ".repeat(500) + i);
    }
    starter()
        .withPropertyValues("arag.sources[0].path=" + folder.resolve("docs"))
        .run(
            context -> {
              BackgroundSync sync = context.getBean(BackgroundSync.class);
              Starter.await(() -> sync.progress() != null);
              Duration stop =
                  close(context.getSourceApplicationContext(ConfigurableApplicationContext.class));
              assertThat(stop).isLessThan(PHASE);
              assertThat(sync.last()).isNull();
            });
    assertThat(Index.openOrCreate(folder.resolve("index")).documentIds()).hasSizeLessThan(400);
  }
}
