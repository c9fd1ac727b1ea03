package dev.arag.index.embed;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.index.internal.embed.BundledFiles;
import dev.arag.index.internal.embed.EmbedderSettings;
import dev.arag.index.internal.embed.FolderSpecs;
import dev.arag.index.internal.embed.Hardware;
import dev.arag.index.internal.embed.LoadedModel;
import dev.arag.index.internal.embed.ModelFolder;
import dev.arag.index.internal.embed.ModelSpec;
import dev.arag.index.internal.embed.OnnxSettings;
import dev.arag.index.internal.embed.Pooling;
import dev.arag.index.internal.embed.RequiredArtifacts;
import dev.arag.index.internal.embed.SentenceBatch;
import dev.arag.index.internal.embed.SharedModels;
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
 * An embedder that runs locally with ONNX Runtime. It does not use the network or need an account.
 * The first call that needs the model loads it, which takes about a second for a small model.
 * Thread-safe.
 *
 * <p>By default, the same text always has exactly the same vector, regardless of other texts, their
 * order and the number of threads. With more than one text per ONNX Runtime call ({@link
 * Builder#textsPerRun}), vectors can differ by rounding errors.
 *
 * <p>A text that is longer than the model accepts is truncated; {@link #fits} checks the length.
 * Invisible characters are removed. Text that looks like a special token of the model is tokenized
 * as ordinary text.
 *
 * <p>Models other than the default model are read from a folder. The folder must contain {@code
 * config.json} and {@code tokenizer.json}. The model file (ONNX) must be in the folder or in its
 * subfolder {@code onnx}. If there are several model files and none is named {@code model.onnx},
 * pass the path of a model file instead of the folder. If the folder cannot be used, {@link
 * Builder#build} or the first call that uses the model throws an EmbeddingException.
 *
 * <p>All embedders of the default model in a process share one loaded model if their other options
 * are equal. Indexes that use this model by default also share it. Closing the last of these
 * embedders frees the memory of the model.
 *
 * <p>The creator of an embedder must close it. After that, calls throw IllegalStateException,
 * except calls of methods that do not use the model, such as {@link #dimension} and {@link
 * #fingerprint}.
 */
public final class OnnxEmbedder implements Embedder {
  private final EmbedderSettings settings;
  private final ReadWriteLock life = new ReentrantReadWriteLock();
  private final Object loading = new Object();
  private volatile @Nullable LoadedModel model;
  private volatile @Nullable String fingerprint;
  private boolean isClosed;

  OnnxEmbedder(EmbedderSettings settings) {
    this.settings = settings;
  }

  /**
   * Creates an embedder for BAAI's bge-small-en-v1.5 with weights quantized to 8 bits. The artifact
   * arag-model-bge-small-en contains the model. The model supports English and texts of up to 512
   * tokens (about 350 words). Its vectors have 384 floats.
   */
  public static OnnxEmbedder bgeSmallEnglish() {
    return builder().build();
  }

  /**
   * Creates an embedder for Qwen3-Embedding (0.6B, 4B or 8B), the embedding model used in the A-RAG
   * paper. The model supports many languages. Its vectors have 1,024 or more floats. Queries get an
   * instruction as a prefix; sentences get no prefix. docs/qwen3.md describes the files.
   */
  public static OnnxEmbedder qwen3(Path folder) {
    return builder().qwen3(folder).build();
  }

  /**
   * Returns a builder for an embedder. If no model is set, it builds {@link #bgeSmallEnglish}.
   *
   * @throws dev.arag.core.error.EmbedderUnavailableException if ONNX Runtime or the tokenizer
   *     library is not on the class path
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
   * <p>For a model in a folder, the fingerprint is computed from samples of the model files. The
   * samples are read only once.
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
   * <p>Equal sentences are embedded only once. {@link Builder#threads} sets the number of threads.
   * If the calling thread is interrupted, this method throws an EmbeddingException before it embeds
   * the next sentence. The interrupt flag stays set.
   */
  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    List<String> copies = List.copyOf(sentences);
    copies.forEach(OnnxEmbedder::requireText);
    List<String> texts = copies.stream().map(this::addPrefix).toList();
    return texts.isEmpty()
        ? List.of()
        : withModel(loaded -> SentenceBatch.embed(loaded, texts, settings.run()));
  }

  @Override
  public Embedding embedQuery(String query) {
    requireText(query);
    return withModel(loaded -> loaded.embed(settings.spec().queryPrefix() + query));
  }

  @Override
  public OptionalDouble unknownShare(String text) {
    return OptionalDouble.of(withModel(loaded -> loaded.unknownShare(text)));
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
    return withModel(loaded -> loaded.fits(addPrefix(text)));
  }

  private String addPrefix(String sentence) {
    return settings.spec().sentencePrefix() + sentence;
  }

  /**
   * Waits until running calls of this embedder have ended, then frees the model if no other
   * embedder of this process uses the model. Can be called more than once.
   */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      isClosed = true;
      LoadedModel loaded = model;
      model = null;
      if (loaded != null) {
        SharedModels.release(settings);
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  /**
   * Calls a function with the loaded model. The read lock prevents {@link #close} from releasing
   * the model during the call, because the last release frees the model, which would crash the
   * process.
   */
  private <T> T withModel(Function<LoadedModel, T> work) {
    life.readLock().lock();
    try {
      if (isClosed) {
        throw new IllegalStateException("The embedder " + settings.name() + " is closed.");
      }
      return work.apply(model());
    } finally {
      life.readLock().unlock();
    }
  }

  private LoadedModel model() {
    LoadedModel loaded = model;
    return loaded != null ? loaded : load();
  }

  private LoadedModel load() {
    synchronized (loading) {
      LoadedModel loaded = model;
      if (loaded == null) {
        loaded = SharedModels.acquire(settings);
        model = loaded;
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

  /**
   * Sets the model and the options with which it runs. If several models are set, the last one is
   * used.
   */
  public static final class Builder {
    private static final String SEARCH_TASK =
        "Given a web search query, retrieve relevant passages that answer the query";

    private Function<Builder, EmbedderSettings> model =
        builder ->
            new EmbedderSettings(
                ModelSpec.BGE_SMALL_ENGLISH, BundledFiles.BGE_SMALL_ENGLISH, builder.run());

    private final OnnxSettings defaults = OnnxSettings.defaults();
    private int threads = defaults.threads();
    private int threadsPerRun = defaults.threadsPerRun();
    private int textsPerRun = defaults.textsPerRun();
    private Hardware hardware = defaults.provider();
    private String task = SEARCH_TASK;
    private OptionalInt dimension = OptionalInt.empty();
    private OptionalInt maxTokens = OptionalInt.empty();

    private Builder() {}

    /**
     * Uses the model of {@link OnnxEmbedder#qwen3}. By default, a text is truncated to 2,048
     * tokens.
     */
    public Builder qwen3(Path folder) {
      return folder(folder, files -> FolderSpecs.qwen3(files, task));
    }

    /**
     * Uses sentence-transformers/all-MiniLM-L6-v2. The model supports English and texts of up to
     * 256 tokens. Its vectors have 384 floats. Texts get no prefix.
     */
    public Builder allMiniLm(Path folder) {
      return folder(folder, FolderSpecs::allMiniLm);
    }

    /**
     * Uses intfloat/e5-small-v2. The model supports English and texts of up to 512 tokens. Its
     * vectors have 384 floats. Texts get the prefixes that the model was trained with.
     */
    public Builder e5Small(Path folder) {
      return folder(folder, FolderSpecs::e5Small);
    }

    /**
     * Uses any sentence-transformers model that consists of a transformer, a pooling method (first
     * token, mean or last token) and a normalization. The token limit, the pooling method and the
     * prompts {@code query} and {@code document} are read from the files {@code modules.json},
     * {@code 1_Pooling/config.json}, {@code sentence_bert_config.json} and {@code
     * config_sentence_transformers.json}.
     */
    public Builder huggingFace(Path folder) {
      return folder(folder, FolderSpecs::huggingFace);
    }

    private Builder folder(Path folder, Function<ModelFolder, ModelSpec> spec) {
      requireNonNull(folder, "folder");
      model =
          builder -> {
            ModelFolder files = ModelFolder.of(folder);
            return new EmbedderSettings(spec.apply(files), files, builder.run());
          };
      return this;
    }

    /**
     * Sets the purpose of the queries in one English sentence, which Qwen3-Embedding uses as the
     * instruction. Other models ignore this option. The task is part of the fingerprint. Default:
     * {@value #SEARCH_TASK}.
     */
    public Builder task(String task) {
      if (requireNonNull(task, "task").isBlank()) {
        throw new IllegalArgumentException("task must not be blank");
      }
      this.task = task;
      return this;
    }

    /**
     * Sets the number of floats to keep of each vector. Only for models that were trained for
     * truncated vectors, such as Qwen3-Embedding. Minimum: 32. Default: all floats.
     */
    public Builder dimension(int dimension) {
      if (dimension < 32) {
        throw new IllegalArgumentException("dimension must be >= 32, was " + dimension);
      }
      this.dimension = OptionalInt.of(dimension);
      return this;
    }

    /**
     * Sets the maximum number of tokens of a text; a longer text is truncated. Minimum: 8. The
     * number must not exceed the limit of the model, which this method does not check. Memory use
     * grows with the square of this number. Default: the limit of the model, but at most 2,048.
     */
    public Builder maxTokens(int maxTokens) {
      this.maxTokens = OptionalInt.of(maxTokens);
      return this;
    }

    /**
     * Sets the number of parallel calls of ONNX Runtime (runs), at least 1. Default: the number of
     * processors.
     */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Sets the number of ONNX Runtime threads in one run, at least 1. Default: 1, which is best for
     * many sentences. With a large model, more threads reduce the latency of a single query.
     */
    public Builder threadsPerRun(int threadsPerRun) {
      this.threadsPerRun = threadsPerRun;
      return this;
    }

    /**
     * Sets the number of texts in one run, at least 1. Default: 1. On a CPU, more texts per run are
     * not faster; a GPU needs more texts per run to be fast. With more than one text per run, a
     * vector can differ by rounding errors, depending on the other texts in the run. A model with
     * larger differences, such as a dynamically quantized model, is rejected when it is loaded.
     */
    public Builder textsPerRun(int textsPerRun) {
      this.textsPerRun = textsPerRun;
      return this;
    }

    /**
     * Sets the hardware that runs the model. If the provider is not available, the first call that
     * uses the model throws an EmbeddingException. Default: CPU.
     */
    public Builder provider(ExecutionProvider provider) {
      hardware = Hardware.valueOf(requireNonNull(provider, "provider").name());
      return this;
    }

    /**
     * Reads the settings in the model folder and creates the embedder. Does not load native code.
     *
     * @throws IllegalArgumentException if an option is out of bounds
     * @throws dev.arag.core.error.EmbedderUnavailableException if the weights of the default
     *     embedder are not on the class path
     * @throws dev.arag.core.error.EmbeddingException if the folder cannot be used
     */
    public OnnxEmbedder build() {
      EmbedderSettings chosen = model.apply(this);
      chosen.files().requirePresent();
      return new OnnxEmbedder(
          new EmbedderSettings(adjust(chosen.spec()), chosen.files(), chosen.run()));
    }

    private ModelSpec adjust(ModelSpec spec) {
      ModelSpec truncated = dimension.isPresent() ? truncate(spec, dimension.getAsInt()) : spec;
      return maxTokens.isPresent() ? truncated.withMaxTokens(maxTokens.getAsInt()) : truncated;
    }

    private static ModelSpec truncate(ModelSpec spec, int dimension) {
      if (spec.pooling() != Pooling.LAST && dimension != spec.dimension()) {
        throw new IllegalArgumentException(
            "dimension must be %s, was %s: %s was not trained for truncated vectors"
                .formatted(spec.width(), dimension, spec.name()));
      }
      return spec.withDimension(dimension);
    }

    private OnnxSettings run() {
      return new OnnxSettings(threads, threadsPerRun, textsPerRun, hardware);
    }
  }
}
