package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.CorpusException;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(60)
class RunTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private static final String QUESTION = "Where was the designer of the Old Bridge born?";

  private static Agent agent(ChatModel model) {
    return Agent.builder(CORPUS, model).build();
  }

  private static ScriptedChatModel twoHops() {
    return ScriptedChatModel.script()
        .call("keyword_search", Map.of("keywords", List.of("Old Bridge")))
        .call("chunk_read", Map.of("chunk_ids", List.of("k1", "k2")))
        .answer("In Tarn [k2: \"born in Tarn\"].");
  }

  /** A model that waits for a permit before each reply and can be interrupted. */
  private static final class Gate implements ChatModel {
    private final Semaphore permits = new Semaphore(0);
    private final CountDownLatch requested = new CountDownLatch(1);
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public ChatResponse doChat(ChatRequest request) {
      requests.incrementAndGet();
      requested.countDown();
      try {
        permits.acquire();
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw new IllegalStateException(e);
      }
      return ChatResponse.builder().aiMessage(AiMessage.from("In Tarn [k2].")).build();
    }
  }

  /** A subscriber that requests a number of events when it subscribes and collects them. */
  private static final class Collector implements Flow.Subscriber<RunEvent> {
    private final long demand;
    private final List<RunEvent> events = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

    Collector(long demand) {
      this.demand = demand;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription.complete(given);
      if (demand != 0) {
        given.request(demand);
      }
    }

    @Override
    public void onNext(RunEvent event) {
      events.add(event);
    }

    @Override
    public void onError(Throwable failure) {
      end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      end.complete(null);
    }

    void awaitEvents(int count) throws InterruptedException {
      while (events.size() < count) { // The time limit of the class ends this loop.
        Thread.sleep(10);
      }
      assertThat(events).hasSize(count);
    }
  }

  @Nested
  class AnswersAndEvents {
    @Test
    void startReturnsTheSameAnswerAsAsk() {
      Run run = agent(twoHops()).start(QUESTION);
      assertThat(run.answer().text()).startsWith("In Tarn");
      assertThat(run.answer()).isSameAs(run.answer());
      assertThat(run.trajectory()).isSameAs(run.answer().trajectory());
      assertThat(run.toFuture()).succeedsWithin(Duration.ofSeconds(10)).isSameAs(run.answer());
    }

    @Test
    void deliversAllEventsInOrderEvenToLateReaders() {
      Run run = agent(twoHops()).start(QUESTION);
      List<RunEvent> early = new ArrayList<>();
      run.forEach(early::add);
      List<RunEvent> late = new ArrayList<>();
      run.forEach(late::add);

      assertThat(late).isEqualTo(early);
      assertThat(early.get(0)).isEqualTo(new RunEvent.TurnStarted(1, "agent", null, "other"));
      assertThat(early.get(early.size() - 1)).isInstanceOf(RunEvent.Finished.class);
      assertThat(early)
          .filteredOn(RunEvent.StepCompleted.class::isInstance)
          .extracting(event -> ((RunEvent.StepCompleted) event).step())
          .isEqualTo(run.trajectory().steps());
    }

    @Test
    void sendsEachCitationBeforeTheEnd() {
      Run run = agent(twoHops()).start(QUESTION);
      List<RunEvent> events = new ArrayList<>();
      run.forEach(events::add);
      assertThat(run.answer().citations()).hasSize(1);
      assertThat(events.get(events.size() - 2))
          .isEqualTo(new RunEvent.CitationChecked(run.answer().citations().get(0)));
    }

    @Test
    void continuesTheRunIfAConsumerThrows() {
      Run run = agent(twoHops()).start(QUESTION);
      assertThatThrownBy(
              () ->
                  run.forEach(
                      event -> {
                        throw new IllegalStateException("page closed");
                      }))
          .hasMessage("page closed");
      assertThat(run.answer().stopReason()).isEqualTo(StopReason.ANSWERED);
      assertThat(run.answer().warnings()).isEmpty();
    }

    @Test
    void sendsTheEventsOfAStartedRunToTheListenerOfTheAgent() {
      List<RunEvent> received = Collections.synchronizedList(new ArrayList<>());
      Run run = Agent.builder(CORPUS, twoHops()).listener(received::add).build().start(QUESTION);
      List<RunEvent> events = new ArrayList<>();
      run.forEach(events::add);
      assertThat(received).isEqualTo(events);
    }

    @Test
    void failsTheAnswerAndTheEventsIfTheCorpusIsBroken() {
      Agent agent =
          Agent.builder(CORPUS, ScriptedChatModel.script())
              .strategy(
                  (question, run) -> {
                    throw new CorpusException("The index is damaged.");
                  })
              .build();
      Run run = agent.start(QUESTION);
      assertThatThrownBy(run::answer).isInstanceOf(CorpusException.class);
      assertThatThrownBy(run::trajectory).isInstanceOf(CorpusException.class);
      Collector collector = new Collector(Long.MAX_VALUE);
      run.events().subscribe(collector);
      assertThatThrownBy(collector.end::join).hasCauseInstanceOf(CorpusException.class);
    }

    @Test
    void completesManyConcurrentRuns() {
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        runs.add(agent(twoHops()).start(QUESTION));
      }
      assertThat(runs).allSatisfy(run -> assertThat(run.answer().isComplete()).isTrue());
    }
  }

  @Nested
  class Cancellation {
    @Test
    void interruptsTheCurrentCallWhenCancelled() throws Exception {
      Gate gate = new Gate();
      Run run = agent(gate).start(QUESTION);
      gate.requested.await();
      run.cancel();
      NoAnswerException failure = catchThrowableOfType(NoAnswerException.class, run::answer);
      assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThat(gate.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThat(run.trajectory().steps()).hasOnlyElementsOfType(Step.ModelFailure.class);
    }

    @Test
    void ignoresASecondCancel() throws Exception {
      Gate gate = new Gate();
      Run run = agent(gate).start(QUESTION);
      gate.requested.await();
      run.cancel();
      run.cancel();
      assertThat(catchThrowableOfType(NoAnswerException.class, run::answer).stopReason())
          .isEqualTo(StopReason.CANCELLED);
      run.cancel();
    }

    @Test
    void ignoresACancelAfterTheEnd() {
      Run run = agent(twoHops()).start(QUESTION);
      Answer answer = run.answer();
      run.cancel();
      assertThat(run.answer()).isSameAs(answer);
      assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    @Test
    void makesAtMostOneCallWhenCancelledImmediately() {
      for (int i = 0; i < 50; i++) {
        Gate gate = new Gate();
        Run run = agent(gate).start(QUESTION);
        run.cancel();
        assertThat(catchThrowableOfType(NoAnswerException.class, run::answer).stopReason())
            .isEqualTo(StopReason.CANCELLED);
        assertThat(gate.requests.get()).isLessThanOrEqualTo(1);
      }
    }

    @Test
    void cancelsTheRunWhenItsFutureIsCancelled() throws Exception {
      Gate gate = new Gate();
      Run run = agent(gate).start(QUESTION);
      gate.requested.await();
      CompletableFuture<Answer> future = run.toFuture();
      future.cancel(true);
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThatThrownBy(() -> run.toFuture().get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NoAnswerException.class);
    }
  }

  @Nested
  class InterruptsAndDeadlines {
    @Test
    void continuesTheRunWhenAWaitingCallerIsInterrupted() throws Exception {
      Gate gate = new Gate();
      Run run = agent(gate).start(QUESTION);
      gate.requested.await();
      for (Runnable waiting : List.<Runnable>of(run::answer, () -> run.forEach(event -> {}))) {
        Thread.currentThread().interrupt();
        assertThatThrownBy(waiting::run).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
      }
      gate.permits.release(10);
      assertThat(run.answer().text()).startsWith("In Tarn");
    }

    @Test
    void endsAnInterruptedAskImmediatelyAndRestoresTheFlag() throws Exception {
      Gate gate = new Gate();
      Thread asking = Thread.currentThread();
      Thread interrupter =
          new Thread(
              () -> {
                try {
                  gate.requested.await();
                  asking.interrupt();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      interrupter.start();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent(gate).ask(QUESTION));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure.stopReason()).isEqualTo(StopReason.CANCELLED);
      assertThat(gate.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      interrupter.join();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void endsTheRunAtItsDeadlineIfTheModelHangs() {
      Gate gate = new Gate();
      Budget budget = Budget.builder().timeout(Duration.ofSeconds(3)).build();
      Agent agent = Agent.builder(CORPUS, gate).budget(budget).build();
      long start = System.nanoTime();
      NoAnswerException failure =
          catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
      long millis = (System.nanoTime() - start) / 1_000_000;
      assertThat(failure.stopReason()).isEqualTo(StopReason.DEADLINE);
      assertThat(millis).isBetween(2_600L, 40_000L);
      assertThat(gate.requests.get()).isBetween(1, 2);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void ignoresALateReply() throws Exception {
      CountDownLatch mayAnswer = new CountDownLatch(1);
      CountDownLatch answers = new CountDownLatch(1);
      ChatModel late =
          new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
              awaitIgnoringInterrupts(mayAnswer);
              answers.countDown();
              return ChatResponse.builder().aiMessage(AiMessage.from("In Tarn [k2].")).build();
            }
          };
      Budget budget = Budget.builder().timeout(Duration.ofSeconds(2)).build();
      Run run = Agent.builder(CORPUS, late).budget(budget).build().start(QUESTION);
      Trajectory ended = run.trajectory();
      int steps = ended.steps().size();
      mayAnswer.countDown();
      answers.await();
      assertThat(run.trajectory().steps()).hasSize(steps);
      assertThat(run.trajectory().stopReason()).isEqualTo(StopReason.DEADLINE);
    }

    private static void awaitIgnoringInterrupts(CountDownLatch latch) {
      while (latch.getCount() > 0) {
        try {
          latch.await();
        } catch (InterruptedException e) {
          // This model simulates a client that ignores interrupts.
        }
      }
    }
  }

  @Nested
  class Subscribers {
    @Test
    void deliversAsManyEventsAsASubscriberRequested() throws Exception {
      Run run = agent(twoHops()).start(QUESTION);
      List<RunEvent> all = new ArrayList<>();
      run.forEach(all::add);
      Collector slow = new Collector(2);
      run.events().subscribe(slow);
      slow.awaitEvents(2);
      Thread.sleep(50);
      assertThat(slow.events).isEqualTo(all.subList(0, 2));
      slow.subscription.join().request(1);
      slow.awaitEvents(3);
      slow.subscription.join().request(Long.MAX_VALUE);
      slow.subscription.join().request(Long.MAX_VALUE);
      slow.end.get(10, TimeUnit.SECONDS);
      assertThat(slow.events).isEqualTo(all);
    }

    @Test
    void deliversEventsToASubscriberDuringTheRun() throws Exception {
      Gate gate = new Gate();
      Run run = agent(gate).start(QUESTION);
      Collector collector = new Collector(Long.MAX_VALUE);
      run.events().subscribe(collector);
      collector.awaitEvents(1);
      assertThat(collector.end).isNotDone();
      gate.permits.release(10);
      collector.end.get(10, TimeUnit.SECONDS);
      assertThat(collector.events.get(collector.events.size() - 1))
          .isInstanceOf(RunEvent.Finished.class);
    }

    @Test
    void deliversNoFurtherEventsAfterASubscriberCancels() throws Exception {
      Run run = agent(twoHops()).start(QUESTION);
      Collector collector = new Collector(1);
      run.events().subscribe(collector);
      collector.awaitEvents(1);
      collector.subscription.join().cancel();
      collector.subscription.join().request(5);
      run.answer();
      Thread.sleep(100);
      assertThat(collector.events).hasSize(1);
      assertThat(collector.end).isNotDone();
    }

    @Test
    void rejectsARequestForANegativeNumberOfEvents() {
      Run run = agent(twoHops()).start(QUESTION);
      Collector collector = new Collector(-1);
      run.events().subscribe(collector);
      assertThatThrownBy(collector.end::join).hasCauseInstanceOf(IllegalArgumentException.class);
      assertThat(run.answer().isComplete()).isTrue();
    }

    @Test
    void continuesTheRunIfASubscriberThrows() throws Exception {
      Run run = agent(twoHops()).start(QUESTION);
      CountDownLatch received = new CountDownLatch(1);
      run.events()
          .subscribe(
              new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                  subscription.request(Long.MAX_VALUE);
                }

                @Override
                public void onNext(RunEvent event) {
                  received.countDown();
                  throw new IllegalStateException("page closed");
                }

                @Override
                public void onError(Throwable failure) {}

                @Override
                public void onComplete() {}
              });
      assertThat(received.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(run.answer().isComplete()).isTrue();
    }
  }
}
