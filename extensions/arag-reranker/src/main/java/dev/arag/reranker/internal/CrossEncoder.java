package dev.arag.reranker.internal;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.TensorInfo;
import dev.arag.core.error.AragException;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.index.internal.embed.FolderSpecs;
import dev.arag.index.internal.embed.ModelFolder;
import dev.arag.index.internal.embed.OnnxModel;
import dev.arag.index.internal.embed.SpecialTokenEscaper;
import dev.arag.index.internal.embed.Tokenizer;
import dev.arag.index.internal.embed.TokenizerJson;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A loaded cross-encoder. Thread-safe, except that {@link #close} must not be called during another
 * call, because this would crash the process.
 */
public final class CrossEncoder implements AutoCloseable {
  private static final String LOGITS = "logits";

  /** The values of the tokens of a pair, by the name of the input of the model. */
  private static final Map<String, Function<Encoding, long[]>> INPUTS =
      Map.of(
          "input_ids", Encoding::getIds,
          "attention_mask", Encoding::getAttentionMask,
          "token_type_ids", Encoding::getTypeIds);

  private final ModelFolder folder;
  private final HuggingFaceTokenizer tokenizer;
  private final SpecialTokenEscaper escaper;
  private final OrtEnvironment environment;
  private final OrtSession session;

  private CrossEncoder(
      ModelFolder folder,
      HuggingFaceTokenizer tokenizer,
      SpecialTokenEscaper escaper,
      OrtEnvironment environment,
      OrtSession session) {
    this.folder = folder;
    this.tokenizer = tokenizer;
    this.escaper = escaper;
    this.environment = environment;
    this.session = session;
  }

  /**
   * @param folder a folder with a model, or a model
   * @param maxTokens the maximum number of tokens of a pair
   */
  public static CrossEncoder load(Path folder, int maxTokens, int threads) {
    ModelFolder files = ModelFolder.of(folder);
    int limit = Math.min(maxTokens, FolderSpecs.maxTokens(files));
    byte[] json = files.tokenizer();
    Map<String, String> options =
        Map.of(
            "truncation",
            "longest_first",
            "padding",
            "do_not_pad",
            "maxLength",
            Integer.toString(limit),
            "modelMaxLength",
            Integer.toString(limit));
    try {
      SpecialTokenEscaper escaper =
          new SpecialTokenEscaper(TokenizerJson.read(json).added().keySet());
      OrtEnvironment environment = OnnxModel.newEnvironment();
      OrtSession session = openSession(files, environment, threads);
      try {
        requireUsable(files, session);
        HuggingFaceTokenizer tokenizer = Tokenizer.loadOffline(json, options);
        return new CrossEncoder(files, tokenizer, escaper, environment, session);
      } catch (RuntimeException | OrtException e) {
        session.close();
        throw e;
      }
    } catch (AragException e) {
      throw e;
    } catch (IOException | OrtException | RuntimeException | LinkageError e) {
      throw new AragException(
          ("The reranker %s could not be loaded: %s. Check the files, and whether the libraries of"
                  + " ONNX Runtime and DJL support this platform.")
              .formatted(files, e),
          e);
    }
  }

  private static OrtSession openSession(ModelFolder files, OrtEnvironment environment, int threads)
      throws OrtException {
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(threads);
      options.setInterOpNumThreads(1);
      return files.open(environment, options);
    }
  }

  private static void requireUsable(ModelFolder files, OrtSession session) throws OrtException {
    boolean isUsable =
        session.getInputInfo().values().stream().allMatch(CrossEncoder::isInput)
            && session.getInputNames().contains("input_ids")
            && session.getOutputNames().contains(LOGITS);
    if (!isUsable) {
      throw new AragException(
          ("%s is not a cross-encoder: its inputs are %s and its outputs %s. Export the model for"
                  + " text-classification, with 64-bit inputs from %s and the output %s.")
              .formatted(
                  files,
                  session.getInputInfo().values(),
                  session.getOutputInfo().values(),
                  INPUTS.keySet().stream().sorted().toList(),
                  LOGITS));
    }
  }

  private static boolean isInput(NodeInfo node) {
    return INPUTS.containsKey(node.getName())
        && node.getInfo() instanceof TensorInfo info
        && info.type == OnnxJavaType.INT64;
  }

  /** Returns one score for each passage; the higher, the better the passage answers the query. */
  public double[] score(String query, List<String> passages) {
    String plain = plain(query);
    try {
      List<Encoding> pairs =
          passages.stream()
              .map(passage -> tokenizer.encode(plain, plain(passage), true, false))
              .toList();
      return run(pairs);
    } catch (OrtException | RuntimeException e) {
      throw new AragException(
          "%s could not score %s passages: %s".formatted(folder, passages.size(), e.getMessage()),
          e);
    }
  }

  /** Removes invisible characters and lone surrogates, and escapes special tokens. */
  private String plain(String text) {
    String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    return escaper.escape(InvisibleText.strip(whole));
  }

  private double[] run(List<Encoding> pairs) throws OrtException {
    int columns = pairs.stream().mapToInt(pair -> pair.getIds().length).max().orElse(0);
    Map<String, OnnxTensor> tensors = new HashMap<>();
    try {
      for (Map.Entry<String, Function<Encoding, long[]>> input : INPUTS.entrySet()) {
        if (session.getInputNames().contains(input.getKey())) {
          LongBuffer values = LongBuffer.allocate(pairs.size() * columns);
          for (int row = 0; row < pairs.size(); row++) {
            values.position(row * columns).put(input.getValue().apply(pairs.get(row)));
          }
          long[] shape = {pairs.size(), columns};
          tensors.put(input.getKey(), OnnxTensor.createTensor(environment, values.rewind(), shape));
        }
      }
      try (OrtSession.Result result = session.run(tensors, Set.of(LOGITS))) {
        return scores(((OnnxTensor) result.get(0)).getFloatBuffer(), pairs.size());
      }
    } finally {
      tensors.values().forEach(OnnxTensor::close);
    }
  }

  private static double[] scores(FloatBuffer logits, int pairs) {
    int width = logits.remaining() / pairs;
    if (width < 1 || width > 2 || logits.remaining() != width * pairs) {
      throw new AragException(
          "The model returned %s logits for %s pairs; expected one or two for each."
              .formatted(logits.remaining(), pairs));
    }
    double[] scores = new double[pairs];
    for (int i = 0; i < pairs; i++) {
      scores[i] = width == 1 ? logits.get(i) : (double) logits.get(2 * i + 1) - logits.get(2 * i);
    }
    return scores;
  }

  @Override
  public void close() {
    tokenizer.close();
    try {
      session.close();
    } catch (OrtException e) {
      throw new AragException(folder + " could not be closed: " + e.getMessage(), e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
