package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that hanging calls of some agents do not slow down the other agents. */
class CrowdTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final Budget BUDGET = Budget.builder().timeout(Duration.ofMinutes(5)).build();

  @Test
  void answersQuestionsWhileATenthOfTheCallsHang() throws Exception {
    crowd(20, 2, 2);
  }

  @Tag("full")
  @Test
  void keepsTheThroughputOfAThousandAgentsWhileATenthHang() throws Exception {
    crowd(900, 0, 2);
    double most = 0;
    for (int i = 0; i < 3; i++) {
      double alone = crowd(900, 0, 10);
      double beside = crowd(900, 100, 10);
      most = Math.max(most, beside / alone);
    }
    System.out.printf(
        "crowd: throughput with hanging calls is %.0f %% of the throughput without%n", most * 100);
    assertThat(most).isGreaterThanOrEqualTo(0.95);
  }

  /**
   * Runs all agents concurrently, and returns the answers per second of the agents that do not
   * hang.
   */
  private static double crowd(int healthy, int hanging, int questions) throws Exception {
    AtomicInteger answered = new AtomicInteger();
    AtomicInteger late = new AtomicInteger();
    AtomicLong last = new AtomicLong();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> askers = new ArrayList<>();
    List<Thread> stuck = new ArrayList<>();
    try (PacedServer server = new PacedServer()) {
      ChatModel model = OpenAiCompatible.of(server.bytes.baseUrl(), "tiny-1", "").chatModel();
      Agent agent = Agent.builder(CORPUS, model).budget(BUDGET).build();
      for (int i = 0; i < healthy; i++) {
        askers.add(
            asker(
                start,
                () -> {
                  for (int question = 0; question < questions; question++) {
                    if (agent.ask("Where was she born?").stopReason() == StopReason.ANSWERED) {
                      answered.incrementAndGet();
                    }
                  }
                  last.accumulateAndGet(System.nanoTime(), Math::max);
                }));
      }
      for (int i = 0; i < hanging; i++) {
        stuck.add(asker(start, () -> late.addAndGet(isLate(agent) ? 1 : 0)));
      }
      long begin = System.nanoTime();
      start.countDown();
      for (Thread asker : askers) {
        asker.join();
      }
      double seconds = (last.get() - begin) / 1e9;
      stuck.forEach(Thread::interrupt);
      for (Thread asker : stuck) {
        asker.join();
      }
      assertThat(answered.get()).isEqualTo(healthy * questions);
      assertThat(late.get()).isEqualTo(hanging);
      double pace = answered.get() / seconds;
      System.out.printf(
          "crowd: %d agents, and %d agents that hang: %.0f answers per second%n",
          healthy, hanging, pace);
      return pace;
    }
  }

  private static boolean isLate(Agent agent) {
    try {
      agent.ask("Where does it hang?");
      return false;
    } catch (NoAnswerException e) {
      return e.stopReason() == StopReason.CANCELLED || e.stopReason() == StopReason.DEADLINE;
    }
  }

  private static Thread asker(CountDownLatch start, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                start.await();
                work.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  /** A server that waits briefly before each reply and never answers certain questions. */
  private static final class PacedServer implements AutoCloseable {
    private final ByteServer bytes = new ByteServer(this::answer);

    private boolean answer(String body, Socket socket) throws IOException {
      if (body.contains("Where does it hang?")) {
        return bytes.stall(socket);
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      socket
          .getOutputStream()
          .write(
              body.contains("tool_call_id")
                  ? Recording.ALL.get(0).bytes()
                  : Recording.lengthDelimited(Recording.call()));
      return true;
    }

    @Override
    public void close() {
      bytes.close();
    }
  }
}
