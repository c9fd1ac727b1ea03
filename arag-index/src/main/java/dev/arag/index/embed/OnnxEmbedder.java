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
 * Encodes on this machine with ONNX Runtime; no network, no account. Nothing native is loaded
 * before the first call that needs the model, which then takes about a second for a small one. The
 * same text gives the same vector, bit by bit, whatever else is encoded with it, in whichever order
 * and by however many threads; with more than one text a run up to rounding. Safe for use by
 * several threads.
 *
 * <p>Of a text longer than the model takes, the first tokens are encoded; {@link #fits} tells.
 * Characters nobody sees are left out, and text that looks like a special token of the model stays
 * text.
 *
 * <p>Models other than the default are read from a folder that holds {@code config.json}, {@code
 * tokenizer.json} and an ONNX graph, there or in a folder {@code onnx} below; where there are
 * several and none is called {@code model.onnx}, give the path of one. A folder that cannot be used
 * is an EmbeddingException that says why, when the embedder is built or at the first call.
 *
 * <p>Whoever made it closes it. Every method but {@link #dimension}, {@link #fingerprint} and
 * {@link #close} throws IllegalStateException afterwards.
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
   * BAAI's bge-small-en-v1.5 with weights quantised to 8 bits, in the artifact
   * arag-model-bge-small-en: English, 384 floats, texts of up to 512 tokens (about 350 words).
   */
  public static OnnxEmbedder bgeSmallEnglish() {
    return builder().build();
  }

  /**
   * Qwen3-Embedding (0.6B, 4B, 8B), the paper's encoder: many languages, 1,024 floats and more. A
   * query is put behind an instruction, a sentence goes bare, the last token is the vector. See
   * docs/qwen3.md for the files.
   */
  public static OnnxEmbedder qwen3(Path folder) {
    return builder().qwen3(folder).build();
  }

  /**
   * An embedder with options; without any it is {@link #bgeSmallEnglish}.
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
   * <p>For a model in a folder it is made from samples of its files, which are read once.
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
   * <p>Encodes a sentence once, however often it is given. Uses as many threads as there are
   * processors, or as were asked for. An interrupt of the calling thread ends the work before the
   * next sentence with an EmbeddingException; the thread stays interrupted.
   */
  @Override
  public List<Embedding> embedSentences(List<String> sentences) {
    List<String> bare = List.copyOf(sentences);
    bare.forEach(OnnxEmbedder::requireText);
    List<String> texts = bare.stream().map(this::addPrefix).toList();
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

  /** Waits for calls that are running, then frees the model. May be called twice. */
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

  /** Freeing the model under a running call would crash the process. */
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

  /** Chooses a model and how it is run. One model; the last one named counts. */
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

    /** {@link OnnxEmbedder#qwen3}; texts of up to 2,048 tokens unless said otherwise. */
    public Builder qwen3(Path folder) {
      return folder(folder, files -> FolderSpecs.qwen3(files, task));
    }

    /** sentence-transformers/all-MiniLM-L6-v2: English, 384 floats, 256 tokens, no prefixes. */
    public Builder allMiniLm(Path folder) {
      return folder(folder, FolderSpecs::allMiniLm);
    }

    /** intfloat/e5-small-v2: English, 384 floats, 512 tokens, its own prefixes. */
    public Builder e5Small(Path folder) {
      return folder(folder, FolderSpecs::e5Small);
    }

    /**
     * Any model that sentence-transformers would run from this folder by a transformer, pooling
     * (first token, mean, last token) and scaling: limits, pooling and the prompts {@code query}
     * and {@code document} are read from {@code 1_Pooling/config.json}, {@code
     * sentence_bert_config.json}, {@code config_sentence_transformers.json} and {@code
     * modules.json}.
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
     * What queries are for, in one English sentence: the instruction of Qwen3-Embedding; other
     * models have none. Default: web search. It is part of the fingerprint.
     */
    public Builder task(String task) {
      if (task.isBlank()) {
        throw new IllegalArgumentException("task must not be blank");
      }
      this.task = task;
      return this;
    }

    /**
     * Floats kept of each vector. Only for models trained so that the first ones say the most, as
     * Qwen3-Embedding is from 32 on. Default: all.
     */
    public Builder dimension(int dimension) {
      if (dimension < 32) {
        throw new IllegalArgumentException("dimension must be >= 32, was " + dimension);
      }
      this.dimension = OptionalInt.of(dimension);
      return this;
    }

    /**
     * The most tokens of a text that are read, at least 8 and no more than the model was made for,
     * which is not checked. Memory grows with the square of it. Default: the model's own, at most
     * 2,048.
     */
    public Builder maxTokens(int maxTokens) {
      this.maxTokens = OptionalInt.of(maxTokens);
      return this;
    }

    /** Runs side by side. Default: as many as there are processors; at least 1. */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Threads of ONNX Runtime in one run; at least 1. Default 1, best for many sentences; more
     * answer a single query sooner with a large model.
     */
    public Builder threadsPerRun(int threadsPerRun) {
      this.threadsPerRun = threadsPerRun;
      return this;
    }

    /**
     * Texts of one run; at least 1. Default 1: exact, and as fast on processors. A card wants more,
     * and then a text's vector depends on its company, by rounding only: a model for which it is
     * more than that, as with dynamically quantised ones, is refused when it is loaded.
     */
    public Builder textsPerRun(int textsPerRun) {
      this.textsPerRun = textsPerRun;
      return this;
    }

    /** What runs the model; where it is missing, the first call fails and says so. Default CPU. */
    public Builder provider(ExecutionProvider provider) {
      this.provider = provider;
      return this;
    }

    /**
     * Reads the folder's settings; nothing native is loaded.
     *
     * @throws IllegalArgumentException if an option is out of its bounds
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
      ModelSpec cut = dimension.isPresent() ? cut(spec, dimension.getAsInt()) : spec;
      return maxTokens.isPresent() ? cut.withMaxTokens(maxTokens.getAsInt()) : cut;
    }

    private static ModelSpec cut(ModelSpec spec, int dimension) {
      if (spec.pooling() != Pooling.LAST && dimension != spec.dimension()) {
        throw new IllegalArgumentException(
            spec.name() + " was not trained for vectors of fewer floats than " + spec.width());
      }
      return spec.withDimension(dimension);
    }

    private RunSettings run() {
      return new RunSettings(threads, threadsPerRun, textsPerRun, provider);
    }
  }
}
