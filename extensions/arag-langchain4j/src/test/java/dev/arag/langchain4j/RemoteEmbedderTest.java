package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.EmbedderContract;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.langchain4j.exception.HttpException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limits of calls with an embedder that is not of LangChain4j, over HTTP on loopback. */
@Timeout(60)
class RemoteEmbedderTest extends EmbedderContract {
  private static final JsonMapper JSON = new JsonMapper();

  private final EmbeddingServer server;
  private final HashEmbedder vectors = new HashEmbedder();

  RemoteEmbedderTest() throws IOException {
    server = new EmbeddingServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  protected Embedder embedder() {
    return RemoteEmbedder.builder(new JdkEmbedder(server.url())).batchSize(3).build();
  }

  private RemoteEmbedder.Builder remote() {
    return RemoteEmbedder.builder(new JdkEmbedder(server.url()));
  }

  private static List<String> sentences(int count) {
    return IntStream.range(0, count).mapToObj(i -> "The bridge number " + i + ".").toList();
  }

  @Test
  void makesSeveralRequestsAtTheSameTimeAndEmbedsEqualSentencesOnce() {
    CountDownLatch together = new CountDownLatch(3);
    server.fault =
        (request, texts, reply) -> {
          together.countDown();
          together.await();
          return false;
        };
    List<String> sentences = new ArrayList<>(sentences(25));
    sentences.addAll(sentences(25));
    Embedder embedder = remote().batchSize(5).parallelCalls(3).build();
    assertThat(embedder.embedSentences(sentences)).isEqualTo(vectors.embedSentences(sentences));
    assertThat(server.mostAtOnce).hasValue(3);
    assertThat(server.requests).hasSize(5).allMatch(texts -> texts.size() == 5);
    assertThat(server.texts()).containsExactlyInAnyOrderElementsOf(sentences(25));
  }

  @Test
  void waitsAsLongAsTheServerAsks() {
    server.fault =
        (request, texts, reply) ->
            request < 5 && reply.send(429, "slow down", "Retry-After-Ms", "3");
    Embedder embedder = remote().build();
    assertThat(embedder.embedSentences(sentences(2))).hasSize(2);
    assertThat(server.requests).hasSize(6);
    server.fault = (request, texts, reply) -> reply.send(429, "slow down", "Retry-After-Ms", "3");
    EmbeddingException failure =
        catchThrowableOfType(EmbeddingException.class, () -> embedder.embedSentences(sentences(2)));
    assertThat(failure.isRetriable()).isTrue();
    assertThat(failure.retryAfter()).hasValue(Duration.ofMillis(3));
    assertThat(server.requests).hasSize(12);
    server.fault =
        (request, texts, reply) -> reply.send(503, "closed", "Retry-After-Ms", "86400000");
    assertThatThrownBy(() -> embedder.embedQuery("a")).isInstanceOf(EmbeddingException.class);
    assertThat(server.requests).hasSize(13);
  }

  @Test
  void quotesTheSentenceThatTheServerRejects() {
    server.fault =
        (request, texts, reply) ->
            texts.stream().anyMatch(text -> text.endsWith(" 41."))
                && reply.send(400, "{\"error\": \"no 41\"}");
    EmbeddingException failure =
        catchThrowableOfType(
            EmbeddingException.class, () -> remote().build().embedSentences(sentences(64)));
    assertThat(failure)
        .hasMessageContaining("HTTP 400")
        .hasMessageContaining("The sentence is: \"The bridge number 41.\"");
    assertThat(failure.isRetriable()).isFalse();
    // One batch of 64, then 32 and 32, 16 and so on.
    assertThat(server.requests).hasSizeLessThanOrEqualTo(13);
  }

  @Test
  void endsAtTheFirstPermanentFailure() throws Exception {
    server.fault =
        (request, texts, reply) -> request == 1 ? reply.send(401, "wrong key") : server.hang();
    Embedder embedder = remote().batchSize(1).parallelCalls(2).build();
    assertThatThrownBy(() -> embedder.embedSentences(sentences(9)))
        .isInstanceOf(EmbeddingException.class)
        .hasMessageContaining("HTTP 401");
    assertThat(server.requests).hasSize(2);
  }

  @Test
  void endsAtAnInterrupt() throws Exception {
    CountDownLatch started = new CountDownLatch(2);
    server.fault =
        (request, texts, reply) -> {
          started.countDown();
          return server.hang();
        };
    Embedder embedder = remote().batchSize(1).parallelCalls(2).build();
    FutureTask<String> call =
        new FutureTask<>(
            () -> {
              try {
                return embedder.embedSentences(sentences(4)).toString();
              } catch (EmbeddingException e) {
                return e.getMessage() + Thread.interrupted();
              }
            });
    Thread thread = new Thread(call);
    thread.start();
    started.await();
    thread.interrupt();
    assertThat(call.get()).contains("interrupted").endsWith("true");
    assertThat(server.requests).hasSize(2);
  }

  @Test
  void limitsTheTimeOfAQueryAndOfARequest() {
    server.fault = (request, texts, reply) -> server.hang();
    RemoteEmbedder embedder = remote().queryTimeout(Duration.ofMillis(200)).build();
    EmbeddingException late =
        catchThrowableOfType(EmbeddingException.class, () -> embedder.embedQuery("a"));
    assertThat(late).hasMessageContaining("did not answer within 0.2 s");
    assertThat(late.isRetriable()).isTrue();
    server.fault = (request, texts, reply) -> request == 1 && server.hang();
    Embedder impatient = remote().requestTimeout(Duration.ofSeconds(1)).retries(9).build();
    assertThat(impatient.embedSentences(sentences(2)))
        .isEqualTo(vectors.embedSentences(sentences(2)));
  }

  @Test
  void limitsTheRateOfRequests() {
    Embedder embedder = remote().batchSize(1).requestsPerMinute(3000).build();
    long start = System.nanoTime();
    embedder.embedSentences(sentences(10));
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(9 * 20_000_000L);
    assertThat(server.requests).hasSize(10);
  }

  @Test
  void makesNoRequestAfterClose() {
    RemoteEmbedder embedder = remote().build();
    assertThat(embedder.dimension()).isEqualTo(vectors.dimension());
    embedder.close();
    assertThatThrownBy(() -> embedder.embedQuery("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThat(server.requests).isEmpty();
  }

  @Test
  void rejectsInvalidLimits() {
    RemoteEmbedder.Builder builder = remote();
    assertThatIllegalArgumentException().isThrownBy(() -> builder.batchSize(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.parallelCalls(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.retries(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.requestsPerMinute(0));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.queryTimeout(Duration.ZERO));
  }

  /** An embedder as an application may write it. */
  private record JdkEmbedder(String url, HttpClient client) implements Embedder {
    JdkEmbedder(String url) {
      this(url, HttpClient.newHttpClient());
    }

    @Override
    public int dimension() {
      return new HashEmbedder().dimension();
    }

    @Override
    public String fingerprint() {
      return "jdk/1";
    }

    @Override
    public List<Embedding> embedSentences(List<String> sentences) {
      try {
        String body = JSON.writeValueAsString(Map.of("input", sentences));
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(url + "/embeddings"))
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
          throw new EmbeddingException(
              "HTTP " + response.statusCode(),
              new HttpException(response.statusCode(), response.body()),
              response.statusCode() == 429,
              response
                  .headers()
                  .firstValue("Retry-After-Ms")
                  .map(millis -> Duration.ofMillis(Long.parseLong(millis)))
                  .orElse(null));
        }
        List<Embedding> embeddings = new ArrayList<>();
        for (JsonNode each : JSON.readTree(response.body()).path("data")) {
          embeddings.add(Embedding.of(JSON.convertValue(each.path("embedding"), float[].class)));
        }
        return embeddings;
      } catch (IOException e) {
        throw new EmbeddingException("The server failed: " + e, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EmbeddingException("Interrupted.", e);
      }
    }

    @Override
    public Embedding embedQuery(String query) {
      return embedSentences(List.of(query)).get(0);
    }
  }
}
