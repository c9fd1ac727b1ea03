package dev.arag.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.internal.string.Truncation;
import dev.arag.langchain4j.internal.RemoteCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Calls an embedder whose model runs on a server: in batches, several at the same time, at a
 * limited rate, and again after a transient failure.
 *
 * <pre>{@code
 * Embedder embedder =
 *     RemoteEmbedder.builder(LangChain4j.embedder(model, "bge-m3/1024")).parallelCalls(8).build();
 * }</pre>
 *
 * <p>A failure is transient if the EmbeddingException {@linkplain EmbeddingException#isRetriable
 * says so}, or if its causes show it: HTTP 429 or 5xx, a timeout, a lost connection, and with
 * {@link LangChain4j#embedder} also an unreadable response. The pause before the next attempt is
 * {@link EmbeddingException#retryAfter}, at most 60 seconds; otherwise 0.5 seconds, doubled with
 * each attempt up to 8 seconds. LangChain4j does not report the header {@code Retry-After}. If the
 * server limits the rate, all requests wait. Each failed attempt is logged as a warning (logger
 * {@code dev.arag.langchain4j}) without texts.
 *
 * <p>If the server rejects a batch (HTTP 400), the batch is split to find the sentence that it
 * rejects, which the exception then quotes. The first permanent failure ends all calls of a batch,
 * and so does an interrupt, at once. Thread-safe, if the embedder is. Disable the retries of the
 * model itself.
 */
public final class RemoteEmbedder implements Embedder {
  private static final int QUOTED = 200;
  private static final long NANOS_PER_MINUTE = 60_000_000_000L;

  private final Embedder embedder;
  private final int batchSize;
  private final Duration queryTimeout;
  private final RemoteCalls calls;
  private volatile int dimension;

  private RemoteEmbedder(Builder builder) {
    embedder = builder.embedder;
    batchSize = builder.batchSize;
    queryTimeout = builder.queryTimeout;
    calls =
        new RemoteCalls(
            embedder.fingerprint(),
            builder.parallelCalls,
            builder.retries,
            builder.requestTimeout,
            builder.requestsPerMinute == 0 ? 0 : NANOS_PER_MINUTE / builder.requestsPerMinute);
  }

  /**
   * Returns a builder for an embedder that calls another one. Closing the new embedder closes the
   * given one.
   */
  public static Builder builder(Embedder embedder) {
    return new Builder(embedder);
  }

  @Override
  public int dimension() {
    if (dimension == 0) {
      dimension = calls.within(queryTimeout, () -> calls.retry(embedder::dimension));
    }
    return dimension;
  }

  @Override
  public String fingerprint() {
    return embedder.fingerprint();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Equal sentences are embedded only once.
   */
  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    List<String> distinct = requireNonNull(sentences, "sentences").stream().distinct().toList();
    List<List<String>> batches =
        IntStream.iterate(0, from -> from < distinct.size(), from -> from + batchSize)
            .mapToObj(from -> distinct.subList(from, Math.min(from + batchSize, distinct.size())))
            .toList();
    Map<String, Embedding> vectors = new HashMap<>();
    List<List<Embedding>> embedded = calls.all(batches, this::embed);
    for (int batch = 0; batch < batches.size(); batch++) {
      for (int i = 0; i < batches.get(batch).size(); i++) {
        vectors.put(batches.get(batch).get(i), embedded.get(batch).get(i));
      }
    }
    return sentences.stream().map(sentence -> requireNonNull(vectors.get(sentence))).toList();
  }

  private List<Embedding> embed(List<String> batch) {
    try {
      return calls.retry(() -> request(batch));
    } catch (EmbeddingException e) {
      if (!RemoteCalls.isRejected(e)) {
        throw e;
      }
      if (batch.size() == 1) {
        throw new EmbeddingException(
            "%s The sentence is: \"%s\""
                .formatted(e.getMessage(), Truncation.withEllipsis(batch.get(0), QUOTED)),
            e);
      }
      int half = batch.size() / 2;
      List<Embedding> vectors = new ArrayList<>(embed(batch.subList(0, half)));
      vectors.addAll(embed(batch.subList(half, batch.size())));
      return vectors;
    }
  }

  private List<Embedding> request(List<String> batch) {
    List<Embedding> vectors = embedder.embedSentences(batch);
    if (vectors.size() != batch.size()) {
      throw new EmbeddingException(
          "%s returned %s vectors for %s sentences."
              .formatted(fingerprint(), vectors.size(), batch.size()),
          null,
          true,
          null);
    }
    return vectors;
  }

  @Override
  public Embedding embedQuery(String query) {
    requireNonNull(query, "query");
    return calls.within(queryTimeout, () -> calls.retry(() -> embedder.embedQuery(query)));
  }

  @Override
  public OptionalDouble unknownShare(String text) {
    return embedder.unknownShare(requireNonNull(text, "text"));
  }

  @Override
  public boolean fits(String text) {
    return embedder.fits(requireNonNull(text, "text"));
  }

  @Override
  public OptionalDouble weakBelow() {
    return embedder.weakBelow();
  }

  @Override
  public Set<String> languages() {
    return embedder.languages();
  }

  /** Closes the embedder that was given. Running calls make no further attempts. */
  @Override
  public void close() {
    calls.close();
    embedder.close();
  }

  @Override
  public String toString() {
    return embedder + ", remote";
  }

  /** Sets the limits of the calls. */
  public static final class Builder {
    private final Embedder embedder;
    private int batchSize = 64;
    private int parallelCalls = 4;
    private int retries = 5;
    private int requestsPerMinute;
    private Duration requestTimeout = Duration.ofSeconds(60);
    private Duration queryTimeout = Duration.ofSeconds(10);

    private Builder(Embedder embedder) {
      this.embedder = requireNonNull(embedder, "embedder");
    }

    /** Sets the maximum number of sentences of a request, at least 1. Default: 64. */
    public Builder batchSize(int batchSize) {
      this.batchSize = requireAtLeast(1, batchSize, "batchSize");
      return this;
    }

    /**
     * Sets the maximum number of requests at the same time, at least 1, for each call of {@link
     * #embedSentences}. A sync passes up to 256 sentences to one call. Default: 4.
     */
    public Builder parallelCalls(int parallelCalls) {
      this.parallelCalls = requireAtLeast(1, parallelCalls, "parallelCalls");
      return this;
    }

    /** Sets how often a request is repeated, at least 0. Default: 5. */
    public Builder retries(int retries) {
      this.retries = requireAtLeast(0, retries, "retries");
      return this;
    }

    /** Sets the maximum rate of all requests, at least 1. Default: no limit. */
    public Builder requestsPerMinute(int requestsPerMinute) {
      this.requestsPerMinute = requireAtLeast(1, requestsPerMinute, "requestsPerMinute");
      return this;
    }

    /** Sets the time limit of one request. Default: 60 seconds. */
    public Builder requestTimeout(Duration requestTimeout) {
      this.requestTimeout = requirePositive(requestTimeout, "requestTimeout");
      return this;
    }

    /** Sets the time limit of a query, with all its requests and pauses. Default: 10 seconds. */
    public Builder queryTimeout(Duration queryTimeout) {
      this.queryTimeout = requirePositive(queryTimeout, "queryTimeout");
      return this;
    }

    /** Creates the embedder. Makes no request. */
    public RemoteEmbedder build() {
      return new RemoteEmbedder(this);
    }

    private static int requireAtLeast(int least, int value, String name) {
      if (value < least) {
        throw new IllegalArgumentException(name + " must be >= " + least + ", was " + value);
      }
      return value;
    }

    private static Duration requirePositive(Duration value, String name) {
      if (requireNonNull(value, name).isZero() || value.isNegative()) {
        throw new IllegalArgumentException(name + " must be positive, was " + value);
      }
      return value;
    }
  }
}
