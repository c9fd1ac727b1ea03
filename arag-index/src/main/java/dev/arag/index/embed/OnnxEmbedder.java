package dev.arag.index.embed;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An encoder that runs locally with ONNX Runtime. It uses no network and needs no account. The
 * first call that needs the model loads it, which takes about a second for a small one. The same
 * text gives the same vector bit by bit, independent of other texts, order and threads; with more
 * than one text per run, up to rounding. Safe for use by several threads.
 *
 * <p>A text longer than the model accepts is truncated; {@link #fits} checks that. Invisible
 * characters are removed, and text that looks like a special token of the model is encoded as
 * ordinary text.
 *
 * <p>Models other than the default are read from a folder with {@code config.json}, {@code
 * tokenizer.json} and an ONNX graph, in it or in its subfolder {@code onnx}. If there are several
 * graphs and none is called {@code model.onnx}, give the path of one. If the folder cannot be used,
 * an EmbeddingException is thrown when the embedder is built or at the first call.
 *
 * <p>Its creator closes it. Afterwards every method but {@link #dimension}, {@link #fingerprint}
 * and {@link #close} throws IllegalStateException.
 */
public final class OnnxEmbedder implements Embedder {
  private final EncoderSettings settings;
  private final ReadWriteLock life = new ReentrantReadWriteLock();
  private final Object loading = new Object();
  private volatile @Nullable Encoder encoder;
  private volatile @Nullable String fingerprint;
  private boolean isClosed;

  OnnxEmbedder(EncoderSettings settings) {
    this.settings = settings;
  }

  /**
   * BAAI's bge-small-en-v1.5 with weights quantized to 8 bits, from the artifact
   * arag-model-bge-small-en: English, 384 floats, texts of up to 512 tokens (about 350 words).
   */
  public static OnnxEmbedder bgeSmallEnglish() {
    return builder().build();
  }

  /**
   * Qwen3-Embedding (0.6B, 4B, 8B), the paper's encoder: many languages, 1,024 floats and more. An
   * instruction precedes a query, sentences have no prefix, and the state of the last token is the
   * vector. docs/qwen3.md describes the files.
   */
  public static OnnxEmbedder qwen3(Path folder) {
    return builder().qwen3(folder).build();
  }

  /**
   * A builder for an embedder; without options it builds {@link #bgeSmallEnglish}.
   *
   * @throws dev.arag.core.error.EncoderUnavailableException if ONNX Runtime or the tokenizers are
   *     not on the class path
   */
  public static Builder builder() {
    RequiredArtifacts.requireLibraries();
    return new Builder();
  }

  @Override
  public int dimension() {
    return settings.spec().dimension();
  }

  /**
   * {@inheritDoc}
   *
   * <p>For a model in a folder it is computed from samples of its files, which are read once.
   */
  @Override
  public String fingerprint() {
    String known = fingerprint;
    if (known == null) {
      known = settings.fingerprint();
      fingerprint = known;
    }
    return known;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Encodes equal sentences once. Uses as many threads as there are processors, or as
   * configured. If the calling thread is interrupted, an EmbeddingException is thrown before the
   * next sentence is encoded, and the thread stays interrupted.
   */
  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    List<String> copies = List.copyOf(sentences);
    copies.forEach(OnnxEmbedder::requireText);
    List<String> texts = copies.stream().map(this::addPrefix).toList();
    return texts.isEmpty()
        ? List.of()
        : withEncoder(loaded -> SentenceBatch.encode(loaded, texts, settings.run()));
  }

  @Override
  public Embedding embedQuery(String query) {
    requireText(query);
    return withEncoder(loaded -> loaded.encode(settings.spec().queryPrefix() + query));
  }

  @Override
  public double unknownShare(String text) {
    return withEncoder(loaded -> loaded.unknownShare(text));
  }

  @Override
  public OptionalDouble weakBelow() {
    return settings.spec().weakBelow();
  }

  @Override
  public Set<String> languages() {
    return settings.spec().languages();
  }

  @Override
  public boolean fits(String text) {
    return withEncoder(loaded -> loaded.fits(addPrefix(text)));
  }

  private String addPrefix(String sentence) {
    return settings.spec().sentencePrefix() + sentence;
  }

  /** Waits for running calls, then frees the model. May be called twice. */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      isClosed = true;
      Encoder loaded = encoder;
      encoder = null;
      if (loaded != null) {
        loaded.close();
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  /** Holds the read lock, since freeing the model during a call would crash the process. */
  private <T> T withEncoder(Function<Encoder, T> work) {
    life.readLock().lock();
    try {
      if (isClosed) {
        throw new IllegalStateException("The embedder " + settings.name() + " is closed.");
      }
      return work.apply(encoder());
    } finally {
      life.readLock().unlock();
    }
  }

  private Encoder encoder() {
    Encoder loaded = encoder;
    return loaded != null ? loaded : load();
  }

  private Encoder load() {
    synchronized (loading) {
      Encoder loaded = encoder;
      if (loaded == null) {
        loaded = Encoder.load(settings);
        encoder = loaded;
      }
      return loaded;
    }
  }

  private static void requireText(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("A text to embed must not be blank.");
    }
  }

  @Override
  public String toString() {
    return "OnnxEmbedder " + settings.name() + " of " + settings.files();
  }

  /** Configures a model and how it is run. If several models are set, the last one is used. */
  public static final class Builder {
    private static final String SEARCH_TASK =
        "Given a web search query, retrieve relevant passages that answer the query";

    private Function<Builder, EncoderSettings> model =
        builder ->
            new EncoderSettings(
                ModelSpec.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, builder.run());

    private final RunSettings defaults = RunSettings.defaults();
    private int threads = defaults.threads();
    private int threadsPerRun = defaults.threadsPerRun();
    private int textsPerRun = defaults.textsPerRun();
    private ExecutionProvider provider = defaults.provider();
    private String task = SEARCH_TASK;
    private OptionalInt dimension = OptionalInt.empty();
    private OptionalInt maxTokens = OptionalInt.empty();

    private Builder() {}

    /** Uses {@link OnnxEmbedder#qwen3}, with texts of up to 2,048 tokens by default. */
    public Builder qwen3(Path folder) {
      return folder(folder, files -> FolderSpecs.qwen3(files, task));
    }

    /**
     * Uses sentence-transformers/all-MiniLM-L6-v2: English, 384 floats, 256 tokens, no prefixes.
     */
    public Builder allMiniLm(Path folder) {
      return folder(folder, FolderSpecs::allMiniLm);
    }

    /** Uses intfloat/e5-small-v2: English, 384 floats, 512 tokens, with its prefixes. */
    public Builder e5Small(Path folder) {
      return folder(folder, FolderSpecs::e5Small);
    }

    /**
     * Uses any model that sentence-transformers runs as a transformer, pooling (first token, mean,
     * last token) and normalization. Limits, pooling and the prompts {@code query} and {@code
     * document} are read from {@code 1_Pooling/config.json}, {@code sentence_bert_config.json},
     * {@code config_sentence_transformers.json} and {@code modules.json}.
     */
    public Builder huggingFace(Path folder) {
      return folder(folder, FolderSpecs::huggingFace);
    }

    private Builder folder(Path folder, Function<ModelFolder, ModelSpec> spec) {
      model =
          builder -> {
            ModelFolder files = ModelFolder.of(folder);
            return new EncoderSettings(spec.apply(files), files, builder.run());
          };
      return this;
    }

    /**
     * Purpose of the queries in one English sentence: the instruction of Qwen3-Embedding. Other
     * models ignore it. Part of the fingerprint. Default: web search.
     */
    public Builder task(String task) {
      if (task.isBlank()) {
        throw new IllegalArgumentException("task must not be blank");
      }
      this.task = task;
      return this;
    }

    /**
     * Number of floats kept of each vector. Only for models trained for truncated vectors, such as
     * Qwen3-Embedding; at least 32. Default: all.
     */
    public Builder dimension(int dimension) {
      if (dimension < 32) {
        throw new IllegalArgumentException("dimension must be >= 32, was " + dimension);
      }
      this.dimension = OptionalInt.of(dimension);
      return this;
    }

    /**
     * Maximal number of tokens read of a text, at least 8. It must not exceed the model's limit,
     * which is not checked. Memory grows with its square. Default: the model's limit, at most
     * 2,048.
     */
    public Builder maxTokens(int maxTokens) {
      this.maxTokens = OptionalInt.of(maxTokens);
      return this;
    }

    /** Number of parallel runs, at least 1. Default: the number of processors. */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Threads of ONNX Runtime in one run, at least 1. Default: 1, which is best for many sentences.
     * More threads reduce the latency of a single query with a large model.
     */
    public Builder threadsPerRun(int threadsPerRun) {
      this.threadsPerRun = threadsPerRun;
      return this;
    }

    /**
     * Number of texts in one run, at least 1. Default: 1, which is exact and as fast on a CPU. A
     * GPU needs more; then rounding makes a text's vector depend on the other texts of its run. A
     * model with larger differences, such as a dynamically quantized one, is rejected when it is
     * loaded.
     */
    public Builder textsPerRun(int textsPerRun) {
      this.textsPerRun = textsPerRun;
      return this;
    }

    /**
     * Hardware that runs the model. If the provider is missing, the first call fails. Default: CPU.
     */
    public Builder provider(ExecutionProvider provider) {
      this.provider = provider;
      return this;
    }

    /**
     * Reads the folder's settings and creates the embedder; loads no native code.
     *
     * @throws IllegalArgumentException if an option is out of bounds
     * @throws dev.arag.core.error.EncoderUnavailableException if the weights of the default encoder
     *     are not on the class path
     * @throws dev.arag.core.error.EmbeddingException if the folder cannot be used
     */
    public OnnxEmbedder build() {
      EncoderSettings chosen = model.apply(this);
      chosen.files().requirePresent();
      return new OnnxEmbedder(
          new EncoderSettings(adjust(chosen.spec()), chosen.files(), chosen.run()));
    }

    private ModelSpec adjust(ModelSpec spec) {
      ModelSpec truncated = dimension.isPresent() ? truncate(spec, dimension.getAsInt()) : spec;
      return maxTokens.isPresent() ? truncated.withMaxTokens(maxTokens.getAsInt()) : truncated;
    }

    private static ModelSpec truncate(ModelSpec spec, int dimension) {
      if (spec.pooling() != Pooling.LAST && dimension != spec.dimension()) {
        throw new IllegalArgumentException(
            spec.name()
                + " was not trained for truncated vectors; its dimension is "
                + spec.width());
      }
      return spec.withDimension(dimension);
    }

    private RunSettings run() {
      return new RunSettings(threads, threadsPerRun, textsPerRun, provider);
    }
  }
}
