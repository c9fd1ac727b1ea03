package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests runs with a server that truncates, stalls, resets, or corrupts its response at any byte.
 * Each run must end in time, and an answer that is reported as complete must contain the whole
 * text.
 */
class ByteFaultsTest {
  private static final Duration TIMEOUT = Duration.ofMillis(800);
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final Pattern CASE = Pattern.compile("case (\\d+) (\\d+) (\\d+)");

  private enum Fault {
    CUT,
    RESET,
    STALL,
    GARBLE
  }

  private record Case(Fault fault, int recording, int offset) {
    Recording played() {
      return Recording.ALL.get(recording);
    }

    /**
     * Returns the bits to flip. In a stream, only the high bit is flipped, because a letter that
     * becomes a colon would turn a valid event into a valid comment.
     */
    int garble() {
      return played().isStreamed() ? 0x80 : 1 + offset % 127;
    }

    String question() {
      return "Where was she born? case %d %d %d".formatted(fault.ordinal(), recording, offset);
    }

    static Case of(String body) {
      Matcher matcher = CASE.matcher(body);
      assertThat(matcher.find()).isTrue();
      return new Case(
          Fault.values()[Integer.parseInt(matcher.group(1))],
          Integer.parseInt(matcher.group(2)),
          Integer.parseInt(matcher.group(3)));
    }
  }

  @Test
  void handlesASampleOfFaultyResponses() throws Exception {
    Random random = new Random(20261122);
    List<Case> cases = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (int i = 0; i < 3 * Recording.ALL.size(); i++) {
        int recording = i % Recording.ALL.size();
        int bytes = Recording.ALL.get(recording).bytes().length;
        cases.add(new Case(fault, recording, random.nextInt(bytes)));
      }
    }
    campaign(cases);
  }

  @Tag("full")
  @Test
  void handlesEveryFaultAtEveryByte() throws Exception {
    // The first runs of a process are slow because the JVM warms up.
    handlesASampleOfFaultyResponses();
    campaign(all());
  }

  private static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (int recording = 0; recording < Recording.ALL.size(); recording++) {
        for (int offset = 0; offset < Recording.ALL.get(recording).bytes().length; offset++) {
          cases.add(new Case(fault, recording, offset));
        }
      }
    }
    return cases;
  }

  private static void campaign(List<Case> cases) throws Exception {
    long start = System.nanoTime();
    Tally tally = new Tally();
    ExecutorService threads = Executors.newFixedThreadPool(40);
    try (ServerUnderTest server = new ServerUnderTest()) {
      OpenAiCompatible endpoint = OpenAiCompatible.of(server.bytes.baseUrl(), "tiny-1", "");
      Agent plain = agent(Agent.builder(CORPUS, endpoint.chatModel()));
      Agent streaming = agent(Agent.builder(CORPUS, endpoint.streamingChatModel()));
      List<Future<?>> runs = new ArrayList<>();
      for (Case each : cases) {
        Agent agent = each.played().isStreamed() ? streaming : plain;
        runs.add(threads.submit(() -> tally.count(each, agent)));
      }
      for (Future<?> run : runs) {
        run.get();
      }
      assertNoRequestIsWaiting(server.bytes);
    } finally {
      threads.shutdownNow();
    }
    System.out.printf(
        "faulty responses: %d runs, %s, longest %d ms of %d ms, %d over 250 ms late; %d ms%n",
        cases.size(),
        tally.reasons,
        tally.longestMillis.get(),
        TIMEOUT.toMillis(),
        tally.late.sum(),
        (System.nanoTime() - start) / 1_000_000);
  }

  private static Agent agent(Agent.Builder builder) {
    return builder.modelRetries(0).budget(Budget.builder().timeout(TIMEOUT).build()).build();
  }

  private static void assertNoRequestIsWaiting(ByteServer server) throws InterruptedException {
    for (int i = 0; i < 1_200 && server.stalled() > 0; i++) {
      Thread.sleep(50);
    }
    assertThat(server.stalled()).isZero();
  }

  private static final class Tally {
    private final AtomicLong longestMillis = new AtomicLong();
    private final LongAdder late = new LongAdder();
    private final Map<StopReason, LongAdder> reasons =
        Collections.synchronizedMap(new java.util.EnumMap<>(StopReason.class));

    void count(Case each, Agent agent) {
      long start = System.nanoTime();
      StopReason reason = outcome(each, agent);
      long millis = (System.nanoTime() - start) / 1_000_000;
      longestMillis.accumulateAndGet(millis, Math::max);
      reasons.computeIfAbsent(reason, any -> new LongAdder()).increment();
      late.add(millis > TIMEOUT.toMillis() + 250 ? 1 : 0);
      // This limit only detects runs that hang, because the delay of a run depends on the load of
      // the machine.
      assertThat(millis).as(each.toString()).isLessThan(TIMEOUT.toMillis() * 50);
    }

    private static StopReason outcome(Case each, Agent agent) {
      try {
        Answer answer = agent.ask(each.question());
        if (answer.isComplete()) {
          assertIsWhole(each, answer.text());
        }
        return answer.stopReason();
      } catch (NoAnswerException e) {
        return e.stopReason();
      }
    }

    /**
     * Checks that a complete answer contains the whole text. A changed letter within the text
     * cannot be detected, but a missing letter can.
     */
    private static void assertIsWhole(Case each, String text) {
      if (each.fault() == Fault.GARBLE) {
        assertThat(text.length()).as(each.toString()).isGreaterThan(10);
        assertThat(Recording.ANSWER.startsWith(text) && !Recording.ANSWER.equals(text))
            .as(each + ": " + text)
            .isFalse();
        assertThat(each.played().isWhole() || isInFinishReason(each)).as(each.toString()).isTrue();
      } else {
        assertThat(each.played().isWhole()).as(each.toString()).isTrue();
        assertThat(text).as(each.toString()).isEqualTo(Recording.ANSWER);
      }
    }

    /** Whether the fault corrupts the finish reason. In this case the stop reason is not known. */
    private static boolean isInFinishReason(Case each) {
      String response = new String(each.played().bytes(), StandardCharsets.UTF_8);
      int start = response.lastIndexOf("\"finish_reason\"");
      return each.offset() >= start && each.offset() < response.indexOf('}', start);
    }
  }

  /**
   * A server that replays the case that the question names. After a successful tool call, it
   * replays the answer.
   */
  private static final class ServerUnderTest implements AutoCloseable {
    private final ByteServer bytes = new ByteServer(this::answer);

    private boolean answer(String body, Socket socket) throws IOException {
      if (body.contains("tool_call_id")) {
        socket.getOutputStream().write(Recording.ALL.get(0).bytes());
        return true;
      }
      Case now = Case.of(body);
      byte[] response = now.played().bytes().clone();
      OutputStream out = socket.getOutputStream();
      switch (now.fault()) {
        case CUT -> out.write(response, 0, now.offset());
        case RESET -> {
          out.write(response, 0, now.offset());
          out.flush();
          socket.setSoLinger(true, 0);
        }
        case STALL -> {
          out.write(response, 0, now.offset());
          return bytes.stall(socket);
        }
        case GARBLE -> {
          response[now.offset()] ^= (byte) now.garble();
          out.write(response);
        }
      }
      return false;
    }

    @Override
    public void close() {
      bytes.close();
    }
  }
}
