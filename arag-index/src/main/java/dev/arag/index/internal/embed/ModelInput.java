package dev.arag.index.internal.embed;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.TensorInfo;
import dev.arag.core.error.EmbeddingException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** One input of a model. Creates the tensors for this input. */
public final class ModelInput {
  /** The token id for padding. Any id can be used that exists in every vocabulary. */
  private static final long PAD = 0;

  private final String name;
  private final InputKind kind;
  private final OnnxJavaType type;
  private final long[] shape;

  private ModelInput(String name, InputKind kind, TensorInfo info) {
    this.name = name;
    this.kind = kind;
    this.type = info.type;
    this.shape = info.getShape();
  }

  /** Returns all inputs of a model. Fails if an input is not supported. */
  static List<ModelInput> all(Map<String, NodeInfo> infos, int maxTokens) {
    List<ModelInput> inputs =
        infos.values().stream().map(info -> of(info, infos.keySet())).toList();
    if (inputs.stream().noneMatch(input -> input.kind == InputKind.IDS)) {
      throw new EmbeddingException(
          "The ONNX model is not an embedding model: it has no input input_ids, only "
              + infos.keySet()
              + ".");
    }
    inputs.forEach(input -> input.requireCapacity(maxTokens));
    return inputs;
  }

  private static ModelInput of(NodeInfo node, Collection<String> all) {
    if (node.getInfo() instanceof TensorInfo info) {
      ModelInput input = new ModelInput(node.getName(), InputKind.of(node.getName()), info);
      if (input.isUsable()) {
        return input;
      }
    }
    throw new EmbeddingException(
        ("The ONNX model has an input that is not supported: %s. All inputs: %s."
                + " Supported inputs: input_ids, attention_mask, token_type_ids and position_ids"
                + " as 32-bit or 64-bit integers, and past_key_values with 4 dimensions as floats."
                + " Export the model for feature-extraction.")
            .formatted(node, all));
  }

  private boolean isUsable() {
    return switch (kind) {
      case IDS, MASK, ZEROS, POSITIONS ->
          shape.length == 2 && (type == OnnxJavaType.INT64 || type == OnnxJavaType.INT32);
      case PAST ->
          shape.length == 4
              && shape[1] > 0
              && shape[3] > 0
              && shape[2] <= 0
              && (type == OnnxJavaType.FLOAT || type == OnnxJavaType.FLOAT16);
      case UNKNOWN -> false;
    };
  }

  private void requireCapacity(int maxTokens) {
    if (fixedColumns() > 0 && fixedColumns() < maxTokens) {
      throw new EmbeddingException(
          ("The ONNX model accepts exactly %s tokens, but texts may have %s. Set"
                  + " maxTokens(%s), or export the model with a dynamic sequence length.")
              .formatted(fixedColumns(), maxTokens, fixedColumns()));
    }
  }

  String name() {
    return name;
  }

  boolean acceptsSeveral() {
    return shape[0] != 1;
  }

  /**
   * Returns the length to which every text must be padded, in tokens; 0 if there is no such length.
   */
  int fixedColumns() {
    return kind == InputKind.PAST || shape[1] < 1 ? 0 : (int) shape[1];
  }

  /** Creates the tensor of a batch for this input. The caller closes the tensor. */
  OnnxTensor tensor(OrtEnvironment environment, TokenBatch batch) throws OrtException {
    return switch (kind) {
      case IDS -> integers(environment, batch, batch.ids(PAD));
      case MASK -> integers(environment, batch, batch.mask());
      case POSITIONS -> integers(environment, batch, batch.positions());
      case ZEROS -> integers(environment, batch, new long[batch.rows() * batch.columns()]);
      case PAST, UNKNOWN -> emptyPast(environment, batch);
    };
  }

  private OnnxTensor integers(OrtEnvironment environment, TokenBatch batch, long[] values)
      throws OrtException {
    long[] actual = {batch.rows(), batch.columns()};
    if (type == OnnxJavaType.INT32) {
      int[] narrow = LongStream.of(values).mapToInt(Math::toIntExact).toArray();
      return OnnxTensor.createTensor(environment, IntBuffer.wrap(narrow), actual);
    }
    return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), actual);
  }

  /** Creates an empty key-value cache, which models for text generation require as input. */
  private OnnxTensor emptyPast(OrtEnvironment environment, TokenBatch batch) throws OrtException {
    long[] actual = {batch.rows(), shape[1], 0, shape[3]};
    return OnnxTensor.createTensor(environment, ByteBuffer.allocateDirect(0), actual, type);
  }

  @Override
  public String toString() {
    return name + " " + type + Arrays.toString(shape);
  }

  private enum InputKind {
    IDS,
    MASK,
    ZEROS,
    POSITIONS,
    PAST,
    UNKNOWN;

    static InputKind of(String name) {
      return switch (name) {
        case "input_ids" -> IDS;
        case "attention_mask" -> MASK;
        case "token_type_ids" -> ZEROS;
        case "position_ids" -> POSITIONS;
        default -> name.startsWith("past_key") ? PAST : UNKNOWN;
      };
    }
  }
}
