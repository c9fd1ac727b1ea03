package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Syncs with LangChain4j's model of OpenAI and a server on loopback that is slow or fails. */
@Tag("langchain4j-newest")
@Timeout(120)
class OpenAiEmbeddingsTest {
  /** The sentences of a sync whose time is printed. */
  private static final int SENTENCES = Integer.getInteger("arag.sentences", 400);

  private static final int PER_DOCUMENT = 20;

  @TempDir private Path folder;
  private final EmbeddingServer server;

  OpenAiEmbeddingsTest() throws IOException {
    server = new EmbeddingServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private Embedder direct() {
    return direct(Duration.ofSeconds(60));
  }

  private Embedder direct(Duration timeout) {
    OpenAiEmbeddingModel model =
        OpenAiEmbeddingModel.builder()
            .baseUrl(server.url())
            .apiKey("key")
            .modelName("hash")
            .timeout(timeout)
            .maxRetries(0)
            .build();
    return LangChain4j.embedder(model, "hash/1");
  }

  private static List<Document> documents(int sentences) {
    return IntStream.range(0, sentences / PER_DOCUMENT)
        .mapToObj(i -> Document.of("d%03d".formatted(i), text(i)))
        .toList();
  }

  private static String text(int document) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < PER_DOCUMENT; i++) {
      text.append("The bridge of town ").append(document * PER_DOCUMENT + i).append(" is old. ");
    }
    return text.toString();
  }

  private Index sync(String name, Embedder embedder, int sentences) {
    Index index = Index.builder(folder.resolve(name)).embedder(embedder).openOrCreate();
    try {
      index.sync(Source.documents("towns", documents(sentences)));
      return index;
    } catch (RuntimeException e) {
      index.close();
      throw e;
    }
  }

  /** Each fault once: after it, the request is repeated. */
  private boolean fault(int request, List<String> texts, EmbeddingServer.Reply reply)
      throws Exception {
    return switch (request) {
      case 0 -> reply.send(500, "{\"error\": {\"message\": \"internal\"}}");
      case 1 -> reply.send(200, "<html>Gateway</html>");
      case 2 -> reply.send(200, "{\"data\": []}");
      case 3 -> reply.send(200, server.answer(texts.subList(1, texts.size())));
      case 6 -> server.hang();
      case 7 -> reply.send(503, "");
      case 9 -> {
        reply.exchange().close();
        yield true;
      }
      case 10 -> reply.send(429, "{\"error\": {\"message\": \"slow down\"}}");
      default -> false;
    };
  }

  @Test
  void aSyncSurvivesTransientFaults() {
    server.fault = this::fault;
    Embedder embedder = RemoteEmbedder.builder(direct(Duration.ofMillis(1500))).retries(9).build();
    try (Index remote = sync("remote.arag", embedder, 600);
        Index local = sync("local.arag", new HashEmbedder(), 600)) {
      assertThat(remote.stats().documents()).isEqualTo(30);
      SemanticQuery query = SemanticQuery.of("town 123");
      assertThat(remote.semanticSearch(query, 40, 0)).isEqualTo(local.semanticSearch(query, 40, 0));
    }
    assertThat(server.requests).hasSizeGreaterThan(11);
  }

  @Test
  void theNextSyncContinuesAfterAPermanentFailure() {
    server.fault = (request, texts, reply) -> request >= 8 && reply.send(401, "wrong key");
    Embedder embedder = RemoteEmbedder.builder(direct()).build();
    EmbeddingException failure =
        catchThrowableOfType(
            EmbeddingException.class, () -> sync("towns.arag", embedder, 1000).close());
    assertThat(failure.isRetriable()).isFalse();
    assertThat(failure).hasMessageContaining("hash/1").hasMessageContaining("wrong key");
    List<String> first = server.texts();
    assertThat(server.requests).hasSizeLessThanOrEqualTo(12);
    server.requests.clear();
    server.fault = (request, texts, reply) -> false;
    try (Index index = sync("towns.arag", embedder, 1000)) {
      assertThat(index.stats().documents()).isEqualTo(50);
      assertThat(index.semanticSearch("The bridge of town 999 is old.", 1)).hasSize(1);
    }
    assertThat(server.texts()).hasSizeLessThan(1000);
    Set<String> all = new HashSet<>(first);
    all.addAll(server.texts());
    // The query is one of the sentences.
    assertThat(all).filteredOn(text -> text.startsWith("The bridge of town")).hasSize(1000);
  }

  /** Prints the time of a sync with and without parallel requests. It does not check the time. */
  @Test
  void measuresASlowServer() {
    server.fault =
        (request, texts, reply) -> {
          Thread.sleep(30 + texts.size() / 2);
          return false;
        };
    Embedder plain = direct();
    Embedder remote = RemoteEmbedder.builder(direct()).batchSize(32).parallelCalls(8).build();
    long start = System.nanoTime();
    sync("plain.arag", plain, SENTENCES).close();
    long between = System.nanoTime();
    sync("remote.arag", remote, SENTENCES).close();
    long end = System.nanoTime();
    System.out.printf(
        "%d sentences, 30 ms a request and 0.5 ms a sentence: %d ms, with RemoteEmbedder %d ms%n",
        SENTENCES, (between - start) / 1_000_000, (end - between) / 1_000_000);
    assertThat(server.mostAtOnce.get()).isBetween(2, 8);
  }
}
