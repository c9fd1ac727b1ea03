package dev.arag.examples;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Streams an answer to a web page as server-sent events, with the HTTP server of the JDK. The page
 * receives text and citations while the LLM writes them, and at the end the whole answer as JSON.
 * ARAG_BASE_URL, ARAG_MODEL and ARAG_API_KEY select the LLM; the default is the built-in extractive
 * model, which does not stream. This program also plays the browser: it requests one answer and
 * prints the events. Optional argument: the folder to index.
 */
public final class Example15StreamToAPage {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";
  private static final ObjectMapper JSON = new ObjectMapper();

  private Example15StreamToAPage() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 1))) {
      index.sync(Handbook.documents(args));
      Agent agent = agent(index).build();
      ExecutorService threads = Executors.newCachedThreadPool();
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/ask", exchange -> answer(agent, exchange));
      server.start();
      try {
        request(URI.create("http://localhost:" + server.getAddress().getPort() + "/ask"));
      } finally {
        server.stop(0);
        threads.shutdown();
      }
    }
  }

  private static Agent.Builder agent(Index index) {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? Agent.builder(index, OpenAiCompatible.ofEnvironment().streamingChatModel())
        : Agent.builder(index, new ExtractiveChatModel());
  }

  /** Answers the question in the body of a request with a stream of events. */
  private static void answer(Agent agent, HttpExchange exchange) throws IOException {
    String question = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    exchange.sendResponseHeaders(200, 0);
    Run run = agent.start(question);
    try (OutputStream page = exchange.getResponseBody()) {
      run.forEach(event -> show(event, page));
      send(page, "answer", result(run));
    } catch (UncheckedIOException e) {
      run.cancel(); // The reader closed the page.
    }
  }

  private static void show(RunEvent event, OutputStream page) {
    if (event instanceof RunEvent.AnswerText
        || event instanceof RunEvent.AnswerCitation
        || event instanceof RunEvent.AnswerDiscarded) {
      send(page, event.view().name(), event.view().data());
    }
  }

  private static Object result(Run run) {
    try {
      return run.answer().view();
    } catch (NoAnswerException e) {
      return e.view();
    }
  }

  private static void send(OutputStream page, String name, Object data) {
    try {
      String event = "event: " + name + "\ndata: " + JSON.writeValueAsString(data) + "\n\n";
      page.write(event.getBytes(StandardCharsets.UTF_8));
      page.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A view cannot be written as JSON.", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void request(URI address) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofString(QUESTION)).build();
    HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofLines())
        .body()
        .filter(line -> !line.isEmpty())
        .forEach(System.out::println);
  }
}
