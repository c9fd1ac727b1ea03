package dev.arag.openai.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.event.RunEvent;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that sends the end of its answer only after the reader has seen the beginning. */
@Timeout(60)
class SlowAnswerTest {
  private static final String CALL =
      """
      {"choices":[{"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function",\
      "function":{"name":"chunk_read","arguments":"{\\"chunk_ids\\":[\\"k2\\"]}"}}]},\
      "finish_reason":"tool_calls"}]}""";

  private final CountDownLatch textSeen = new CountDownLatch(1);
  private final CountDownLatch citationSeen = new CountDownLatch(1);
  private final AtomicBoolean isComplete = new AtomicBoolean();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::reply);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void reply(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      if (requests.incrementAndGet() == 1) {
        send(out, CALL);
      } else {
        send(out, delta("In Tarn [k"));
        require(textSeen);
        send(out, delta("2]. Mira"));
        require(citationSeen);
        send(out, delta(" Voss was born there.\\n\\nEvidence:\\n[k2] \\\"born in Tarn\\\""));
        isComplete.set(true);
        send(out, "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
      }
      send(out, "[DONE]");
    }
  }

  private static void require(CountDownLatch seen) throws IOException {
    try {
      if (!seen.await(30, TimeUnit.SECONDS)) {
        throw new IOException("The reader did not see the text in time.");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static String delta(String text) {
    return "{\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}";
  }

  private static void send(OutputStream out, String data) throws IOException {
    out.write(("data: " + data + "\n\n").getBytes(UTF_8));
    out.flush();
  }

  @Test
  void theFirstTextArrivesBeforeTheLastTokenIsSent() {
    String url = "http://localhost:" + server.getAddress().getPort() + "/v1";
    Run run =
        Agent.builder(
                InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881.")),
                OpenAiCompatible.of(url, "tiny-1", "").streamingChatModel())
            .build()
            .start("Where was Mira Voss born?");
    List<Boolean> completeAtText = new ArrayList<>();
    StringBuilder page = new StringBuilder();
    run.forEach(
        event -> {
          if (event instanceof RunEvent.AnswerText text) {
            completeAtText.add(isComplete.get());
            page.append(text.text());
            textSeen.countDown();
          } else if (event instanceof RunEvent.AnswerCitation citation) {
            assertThat(isComplete).isFalse();
            assertThat(citation.sources().get(0).chunkId().value()).isEqualTo("k2");
            page.append("<").append(citation.sources().get(0).number()).append(">");
            citationSeen.countDown();
          } else if (event instanceof RunEvent.AnswerDiscarded) {
            page.append("discarded");
          }
        });
    assertThat(completeAtText).startsWith(false);
    assertThat(page).hasToString("In Tarn <1>. Mira Voss was born there.");
    assertThat(run.answer().text()).isEqualTo("In Tarn [k2]. Mira Voss was born there.");
  }
}
