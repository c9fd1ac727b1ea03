package dev.arag.index.embed;

import static dev.arag.index.embed.OnnxGraph.Attribute.one;
import static dev.arag.index.embed.OnnxGraph.Attribute.several;
import static dev.arag.index.embed.Qwen3Weights.HEADS;
import static dev.arag.index.embed.Qwen3Weights.HEAD_WIDTH;
import static dev.arag.index.embed.Qwen3Weights.INNER;
import static dev.arag.index.embed.Qwen3Weights.KEY_HEADS;
import static dev.arag.index.embed.Qwen3Weights.WIDTH;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Writes a folder with a small Qwen3 model, in one of the variants that export tools produce. */
final class TinyQwen3 {
  /** The id of the end token. Each byte value is a token, and the end token has the next id. */
  static final long END = 256;

  private final Qwen3Weights weights;
  private final Set<Form> forms;
  private final OnnxGraph graph;
  private final String batch;
  private final String position;

  /** Properties in which an export differs from a plain one. */
  enum Form {
    POSITION_IDS,
    PAST,
    INT32,
    FLOAT16_PAST,
    POOLED,
    FLOAT16_OUTPUT,
    UINT8_OUTPUT,
    EXTERNAL_DATA,
    BATCH_OF_ONE,
    FIXED_LENGTH,
    IN_FOLDER_ONNX,
    /** A graph that is not an embedding model, like {@link #UNKNOWN_INPUT}. */
    LOGITS_ONLY,
    UNKNOWN_INPUT,
    /** A mistake that the comparison with the reference must detect, like all that follow. */
    NO_ROTATION,
    NO_CAUSAL_MASK,
    NO_MASK,
    NO_KEY_NORM,
    WRONG_HEADS
  }

  private TinyQwen3(Qwen3Weights weights, Set<Form> forms) {
    this.weights = weights;
    this.forms = forms;
    this.graph = new OnnxGraph(forms.contains(Form.EXTERNAL_DATA) ? "model.onnx_data" : "");
    this.batch = forms.contains(Form.BATCH_OF_ONE) ? "1" : "batch";
    this.position = forms.contains(Form.FIXED_LENGTH) ? "64" : "position";
  }

  static Path write(Path folder, Qwen3Weights weights, Form... forms) {
    Set<Form> chosen = EnumSet.noneOf(Form.class);
    chosen.addAll(List.of(forms));
    Path place = chosen.contains(Form.IN_FOLDER_ONNX) ? folder.resolve("onnx") : folder;
    try {
      Files.createDirectories(place);
      Files.writeString(folder.resolve("config.json"), config());
      Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    new TinyQwen3(weights, chosen).write(place.resolve("model.onnx"));
    return folder;
  }

  static long[] ids(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    long[] ids = new long[bytes.length + 1];
    for (int i = 0; i < bytes.length; i++) {
      ids[i] = Byte.toUnsignedInt(bytes[i]);
    }
    ids[bytes.length] = END;
    return ids;
  }

  private static String config() {
    return "{\"model_type\": \"qwen3\", \"hidden_size\": %d, \"max_position_embeddings\": 32768}"
        .formatted(WIDTH);
  }

  private static String tokenizer() {
    List<String> vocabulary = new ArrayList<>();
    for (int value = 0; value < 256; value++) {
      vocabulary.add("\"\\u%04x\": %d".formatted(visible(value), value));
    }
    return """
        {"version": "1.0", "truncation": null, "padding": null,
         "added_tokens": [{"id": 256, "content": "<|endoftext|>", "single_word": false,
           "lstrip": false, "rstrip": false, "normalized": false, "special": true}],
         "normalizer": {"type": "NFC"},
         "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false,
           "use_regex": true},
         "post_processor": null,
         "decoder": {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false,
           "use_regex": false},
         "model": {"type": "BPE", "dropout": null, "unk_token": null,
           "continuing_subword_prefix": "", "end_of_word_suffix": "", "fuse_unk": false,
           "byte_fallback": false, "vocab": {%s}, "merges": []}}
        """
        .formatted(String.join(", ", vocabulary));
  }

  /** Returns the character that stands for a byte in byte-level vocabularies. */
  private static int visible(int value) {
    int shifted = 256;
    for (int other = 0; other < value; other++) {
      shifted += isVisible(other) ? 0 : 1;
    }
    return isVisible(value) ? value : shifted;
  }

  private static boolean isVisible(int value) {
    return value >= '!' && value <= '~'
        || value >= 0xa1 && value <= 0xac
        || value >= 0xae && value <= 0xff;
  }

  private void write(Path file) {
    int integers = forms.contains(Form.INT32) ? OnnxGraph.INT32 : OnnxGraph.INT64;
    graph.input("input_ids", integers, batch, position);
    graph.input("attention_mask", integers, batch, position);
    if (forms.contains(Form.POSITION_IDS)) {
      graph.input("position_ids", integers, batch, position);
    }
    if (forms.contains(Form.UNKNOWN_INPUT)) {
      graph.input("pixel_values", OnnxGraph.FLOAT, batch, "3", "32", "32");
    }
    output(normed(layers(), graph.floats(weights.norm, WIDTH), 2));
    graph.write(file);
  }

  private String layers() {
    String ids = node("Cast", "input_ids", one("to", OnnxGraph.INT64));
    String mask = node("Cast", "attention_mask", one("to", OnnxGraph.INT64));
    String state =
        graph.node("Gather", graph.floats(weights.embeddings, Qwen3Weights.VOCABULARY, WIDTH), ids);
    String allowed = allowed(mask);
    String angles = angles(mask);
    for (int i = 0; i < weights.layers.size(); i++) {
      Qwen3Weights.Layer layer = weights.layers.get(i);
      state = graph.node("Add", state, attention(i, layer, state, allowed, angles));
      state = graph.node("Add", state, inner(layer, state));
    }
    return state;
  }

  /** Adds the attention mask, with the shape (batch, 1, query position, key position). */
  private String allowed(String mask) {
    String present =
        graph.node("Unsqueeze", node("Cast", mask, one("to", OnnxGraph.BOOL)), graph.longs(1, 2));
    String length = graph.node("Gather", graph.node("Shape", mask), graph.scalar(1));
    String range = graph.node("Range", graph.scalar(0), length, graph.scalar(1));
    String causal =
        graph.node(
            "LessOrEqual",
            graph.node("Unsqueeze", range, graph.longs(0)),
            graph.node("Unsqueeze", range, graph.longs(1)));
    if (forms.contains(Form.NO_MASK)) {
      return causal;
    }
    return forms.contains(Form.NO_CAUSAL_MASK) ? present : graph.node("And", present, causal);
  }

  /** Adds the rotation angles, with the shape (batch, 1, position, half of the head width). */
  private String angles(String mask) {
    String positions =
        forms.contains(Form.POSITION_IDS)
            ? node("Cast", "position_ids", one("to", OnnxGraph.FLOAT))
            : node(
                "Cast",
                graph.node("Sub", graph.node("CumSum", mask, graph.scalar(1)), graph.scalar(1)),
                one("to", OnnxGraph.FLOAT));
    float[] frequencies = new float[HEAD_WIDTH / 2];
    for (int i = 0; i < frequencies.length; i++) {
      frequencies[i] =
          forms.contains(Form.NO_ROTATION)
              ? 0
              : (float) Math.pow(Qwen3Weights.ROTATION, -2.0 * i / HEAD_WIDTH);
    }
    return graph.node(
        "Mul",
        graph.node("Unsqueeze", positions, graph.longs(1, 3)),
        graph.floats(frequencies, frequencies.length));
  }

  private String attention(
      int number, Qwen3Weights.Layer layer, String state, String allowed, String angles) {
    String x = normed(state, graph.floats(layer.norm(), WIDTH), 2);
    String query = rotated(heads(x, layer.query(), HEADS, layer.queryNorm()), angles);
    float[] keyNorm = forms.contains(Form.NO_KEY_NORM) ? new float[0] : layer.keyNorm();
    String key =
        shared(past(number, "key", rotated(heads(x, layer.key(), KEY_HEADS, keyNorm), angles)));
    String value = shared(past(number, "value", heads(x, layer.value(), KEY_HEADS, new float[0])));
    String scores =
        graph.node(
            "Mul",
            graph.node("MatMul", query, node("Transpose", key, several("perm", 0, 1, 3, 2))),
            graph.number((float) (1 / Math.sqrt(HEAD_WIDTH))));
    String weight =
        node("Softmax", graph.node("Where", allowed, scores, graph.number(-1e9f)), one("axis", -1));
    String gathered =
        graph.node(
            "Reshape",
            node("Transpose", graph.node("MatMul", weight, value), several("perm", 0, 2, 1, 3)),
            graph.longs(0, 0, HEADS * HEAD_WIDTH));
    return graph.node("MatMul", gathered, graph.floats(layer.out(), HEADS * HEAD_WIDTH, WIDTH));
  }

  /**
   * Adds a projection to heads, with the shape (batch, head, position, head width). It is
   * normalized unless the scale is empty.
   */
  private String heads(String x, float[] matrix, int count, float[] scale) {
    String split =
        graph.node(
            "Reshape",
            graph.node("MatMul", x, graph.floats(matrix, WIDTH, (long) count * HEAD_WIDTH)),
            graph.longs(0, 0, count, HEAD_WIDTH));
    String scaled = scale.length == 0 ? split : normed(split, graph.floats(scale, HEAD_WIDTH), 3);
    return node("Transpose", scaled, several("perm", 0, 2, 1, 3));
  }

  private String rotated(String x, String angles) {
    int half = HEAD_WIDTH / 2;
    String cos = graph.node("Cos", angles);
    String sin = graph.node("Sin", angles);
    String first = slice(x, 0, half);
    String second = slice(x, half, HEAD_WIDTH);
    return node(
        "Concat",
        List.of(
            graph.node("Sub", graph.node("Mul", first, cos), graph.node("Mul", second, sin)),
            graph.node("Add", graph.node("Mul", second, cos), graph.node("Mul", first, sin))),
        one("axis", 3));
  }

  private String slice(String x, int start, int end) {
    return graph.node("Slice", x, graph.longs(start), graph.longs(end), graph.longs(3));
  }

  /** Prepends the cached keys or values, which text-generation exports have as inputs. */
  private String past(int layer, String what, String x) {
    if (!forms.contains(Form.PAST) && !forms.contains(Form.FLOAT16_PAST)) {
      return x;
    }
    boolean isHalf = forms.contains(Form.FLOAT16_PAST);
    String name = "past_key_values." + layer + "." + what;
    String keyHeads = Integer.toString(KEY_HEADS);
    String headWidth = Integer.toString(HEAD_WIDTH);
    int type = isHalf ? OnnxGraph.FLOAT16 : OnnxGraph.FLOAT;
    graph.input(name, type, batch, keyHeads, "past", headWidth);
    String before = node("Cast", name, one("to", OnnxGraph.FLOAT));
    String present = "present." + layer + "." + what;
    graph.named(present, "Concat", List.of(before, x), one("axis", 2));
    graph.output(present, OnnxGraph.FLOAT, batch, keyHeads, "total", headWidth);
    return present;
  }

  /** Repeats each key head for the query heads that share it. */
  private String shared(String x) {
    long[] served = new long[HEADS];
    for (int head = 0; head < HEADS; head++) {
      served[head] =
          forms.contains(Form.WRONG_HEADS) ? head % KEY_HEADS : head / (HEADS / KEY_HEADS);
    }
    return node("Gather", List.of(x, graph.longs(served)), one("axis", 1));
  }

  private String inner(Qwen3Weights.Layer layer, String state) {
    String x = normed(state, graph.floats(layer.innerNorm(), WIDTH), 2);
    String gate = graph.node("MatMul", x, graph.floats(layer.gate(), WIDTH, INNER));
    String up = graph.node("MatMul", x, graph.floats(layer.up(), WIDTH, INNER));
    String gated = graph.node("Mul", graph.node("Mul", gate, graph.node("Sigmoid", gate)), up);
    return graph.node("MatMul", gated, graph.floats(layer.down(), INNER, WIDTH));
  }

  private String normed(String x, String scale, int axis) {
    String mean = node("ReduceMean", List.of(graph.node("Mul", x, x)), several("axes", axis));
    String root = graph.node("Sqrt", graph.node("Add", mean, graph.number(Qwen3Weights.EPSILON)));
    return graph.node("Mul", graph.node("Div", x, root), scale);
  }

  private void output(String states) {
    if (forms.contains(Form.LOGITS_ONLY)) {
      graph.named("logits", "Identity", List.of(states));
      graph.output("logits", OnnxGraph.FLOAT, batch, position, "40");
    } else if (forms.contains(Form.UINT8_OUTPUT)) {
      List<String> scale = List.of(pooled(states), graph.number(12f / 255), graph.zeroPoint(120));
      graph.named("sentence_embedding_quantized", "QuantizeLinear", scale);
      graph.output("sentence_embedding_quantized", OnnxGraph.UINT8, batch, "40");
    } else {
      floatOutput(states);
    }
  }

  private void floatOutput(String states) {
    boolean isPooled = forms.contains(Form.POOLED);
    int type = forms.contains(Form.FLOAT16_OUTPUT) ? OnnxGraph.FLOAT16 : OnnxGraph.FLOAT;
    String name = isPooled ? "sentence_embedding" : "last_hidden_state";
    graph.named(name, "Cast", List.of(isPooled ? pooled(states) : states), one("to", type));
    if (isPooled) {
      graph.output(name, type, batch, "40");
    } else {
      graph.output(name, type, batch, position, "40");
    }
  }

  /** Selects the state at the last position, as exports for left padding do. */
  private String pooled(String states) {
    return node("Gather", List.of(states, graph.scalar(-1)), one("axis", 1));
  }

  private String node(String operator, String input, OnnxGraph.Attribute attribute) {
    return graph.node(operator, List.of(input), attribute);
  }

  private String node(String operator, List<String> inputs, OnnxGraph.Attribute attribute) {
    return graph.node(operator, inputs, attribute);
  }
}
