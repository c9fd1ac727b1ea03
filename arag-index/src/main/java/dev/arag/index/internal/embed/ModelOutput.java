package dev.arag.index.internal.embed;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.TensorInfo;
import dev.arag.core.error.EmbeddingException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The output of a model that contains the vectors. A model returns either one vector for each text
 * or one vector for each token.
 *
 * @param name the name of the output
 * @param isPooled whether the output has one vector for each text
 * @param width the length of a vector
 * @param pooling how the vectors of the tokens are combined into one; null if the model does this
 */
public record ModelOutput(String name, boolean isPooled, int width, @Nullable Pooling pooling) {
  private static final List<String> POOLED = List.of("sentence_embedding", "text_embeds");
  private static final List<String> STATES = List.of("last_hidden_state", "token_embeddings");

  static ModelOutput of(Map<String, NodeInfo> infos, EmbedderSettings settings) {
    NodeInfo node = choose(infos).orElseThrow(() -> unusable(infos, reason(infos)));
    TensorInfo info = (TensorInfo) node.getInfo();
    boolean isPooled = info.getShape().length == 2;
    Pooling pooling = settings.spec().pooling();
    if (!isPooled && pooling == null) {
      throw unusable(
          infos, "The pooling of token vectors is not specified: add 1_Pooling/config.json");
    }
    requireWidth(info.getShape(), settings);
    return new ModelOutput(node.getName(), isPooled, settings.spec().width(), pooling);
  }

  /** Chooses an output with a well-known name, or else the only output that can contain vectors. */
  private static Optional<NodeInfo> choose(Map<String, NodeInfo> infos) {
    List<NodeInfo> candidates = infos.values().stream().filter(ModelOutput::canBeVectors).toList();
    List<String> usual = new ArrayList<>(POOLED);
    usual.addAll(STATES);
    for (String name : usual) {
      Optional<NodeInfo> named =
          candidates.stream().filter(node -> node.getName().startsWith(name)).findFirst();
      if (named.isPresent()) {
        return named;
      }
    }
    return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private static boolean canBeVectors(NodeInfo node) {
    return node.getInfo() instanceof TensorInfo info
        && (info.getShape().length == 2 || info.getShape().length == 3)
        && !node.getName().equals("logits")
        && !node.getName().startsWith("present")
        && isNumber(info.type);
  }

  private static boolean isNumber(OnnxJavaType type) {
    return switch (type) {
      case FLOAT, FLOAT16, BFLOAT16 -> true;
      default -> false;
    };
  }

  /**
   * Returns the reason why no output can be used. 8-bit outputs cannot be decoded, because ONNX
   * Runtime does not expose their zero point.
   */
  private static String reason(Map<String, NodeInfo> infos) {
    boolean hasBytes =
        infos.values().stream()
            .anyMatch(
                node ->
                    node.getInfo() instanceof TensorInfo info
                        && (info.type == OnnxJavaType.UINT8 || info.type == OnnxJavaType.INT8));
    return hasBytes
        ? "Vectors of 8-bit numbers are not supported (8-bit weights are supported)"
        : "None of these outputs is a vector";
  }

  private static void requireWidth(long[] shape, EmbedderSettings settings) {
    long width = shape[shape.length - 1];
    if (width > 0 && width != settings.spec().width()) {
      throw wrongWidth(width, settings.spec().width());
    }
  }

  private static EmbeddingException unusable(Map<String, NodeInfo> infos, String why) {
    return new EmbeddingException(
        ("The ONNX model has the outputs %s. %s. Export the model for feature-extraction,"
                + " with last_hidden_state or sentence_embedding as float32 or float16.")
            .formatted(infos.values(), why));
  }

  private static EmbeddingException wrongWidth(long actual, int expected) {
    return new EmbeddingException(
        ("The ONNX model returns vectors of %s floats, but config.json says %s. The ONNX"
                + " model and config.json belong to different models.")
            .formatted(actual, expected));
  }

  /** Returns one vector for each text of the batch. */
  List<float[]> vectors(OnnxTensor tensor, TokenBatch batch) {
    FloatBuffer floats = tensor.getFloatBuffer();
    int expected = batch.rows() * (isPooled ? 1 : batch.columns()) * width;
    if (floats.remaining() != expected) {
      throw new EmbeddingException(
          ("The ONNX model returned %s floats, expected %s. Export the model for"
                  + " feature-extraction.")
              .formatted(floats.remaining(), expected));
    }
    List<float[]> vectors = new ArrayList<>(batch.rows());
    for (int row = 0; row < batch.rows(); row++) {
      vectors.add(vector(floats, batch, row));
    }
    return vectors;
  }

  private float[] vector(FloatBuffer floats, TokenBatch batch, int row) {
    if (isPooled || pooling == null) {
      float[] vector = new float[width];
      floats.get(row * width, vector);
      return vector;
    }
    int first = row * batch.columns();
    return pooling.pool(floats, first + batch.start(row), first + batch.end(row), width);
  }
}
