package dev.arag.index.embed;

import static dev.arag.index.embed.OnnxGraph.Attribute.one;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes a folder with a cross-encoder whose scores can be computed by hand. Each word has a value:
 * {@code [CLS]} 0.5, {@code [SEP]} 0.25, an unknown word 0, and the word {@code wN} the number N.
 * The logit of a pair is the sum of the values of the first segment plus 10 times the sum of the
 * second segment.
 */
public final class TinyCrossEncoder {
  private static final int WORDS = 10;

  /** Properties in which an export differs from a plain one. */
  public enum Form {
    /** The logits are -x and 2x instead of x. */
    TWO_LOGITS,
    THREE_LOGITS,
    /** There is no input for segments, so that both segments count once. */
    NO_SEGMENTS,
    FLOAT16,
    WITHOUT_LOGITS,
    INT32
  }

  private TinyCrossEncoder() {}

  /**
   * @param positions the maximum number of tokens in the configuration of the model
   */
  public static Path write(Path folder, int positions, Form... forms) {
    Set<Form> chosen = EnumSet.noneOf(Form.class);
    chosen.addAll(List.of(forms));
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("config.json"),
          "{\"model_type\": \"bert\", \"hidden_size\": 1, \"max_position_embeddings\": %d}"
              .formatted(positions));
      Files.writeString(folder.resolve("tokenizer.json"), tokenizer());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(folder.resolve("model.onnx"), chosen);
    return folder;
  }

  private static String tokenizer() {
    String words =
        IntStream.range(0, WORDS)
            .mapToObj(i -> ", \"w%d\": %d".formatted(i, 4 + i))
            .collect(Collectors.joining());
    String added =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    """
                    {"id": %d, "content": "%s", "single_word": false, "lstrip": false,
                     "rstrip": false, "normalized": false, "special": true}"""
                        .formatted(i, List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]").get(i)))
            .collect(Collectors.joining(", "));
    return """
        {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [%s],
         "normalizer": null, "pre_tokenizer": {"type": "Whitespace"},
         "post_processor": {"type": "TemplateProcessing",
           "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
             {"Sequence": {"id": "A", "type_id": 0}},
             {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
           "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
             {"Sequence": {"id": "A", "type_id": 0}},
             {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
             {"Sequence": {"id": "B", "type_id": 1}},
             {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
           "special_tokens": {
             "[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
             "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
         "decoder": null,
         "model": {"type": "WordLevel", "unk_token": "[UNK]",
           "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3%s}}}
        """
        .formatted(added, words);
  }

  private static void write(Path file, Set<Form> forms) {
    OnnxGraph graph = new OnnxGraph("");
    int integers = forms.contains(Form.INT32) ? OnnxGraph.INT32 : OnnxGraph.INT64;
    graph.input("input_ids", integers, "batch", "position");
    graph.input("attention_mask", integers, "batch", "position");
    // The value of padding would be visible if the mask were ignored.
    float[] values = new float[4 + WORDS];
    values[0] = 1000;
    values[2] = 0.5f;
    values[3] = 0.25f;
    for (int i = 0; i < WORDS; i++) {
      values[4 + i] = i;
    }
    String value = graph.node("Gather", graph.floats(values, values.length), "input_ids");
    String mask = cast(graph, "attention_mask");
    String masked = graph.node("Mul", value, mask);
    if (!forms.contains(Form.NO_SEGMENTS)) {
      graph.input("token_type_ids", integers, "batch", "position");
      String tens = graph.node("Mul", cast(graph, "token_type_ids"), graph.number(9));
      masked = graph.node("Mul", masked, graph.node("Add", tens, graph.number(1)));
    }
    String x = graph.node("ReduceSum", List.of(masked, graph.longs(1)), one("keepdims", 1));
    int type = forms.contains(Form.FLOAT16) ? OnnxGraph.FLOAT16 : OnnxGraph.FLOAT;
    String minus = graph.node("Neg", x);
    String twice = graph.node("Add", x, x);
    List<String> logits =
        forms.contains(Form.TWO_LOGITS)
            ? List.of(minus, twice)
            : forms.contains(Form.THREE_LOGITS) ? List.of(x, x, x) : List.of(x);
    String name = forms.contains(Form.WITHOUT_LOGITS) ? "last_hidden_state" : "logits";
    String joined = graph.node("Concat", logits, one("axis", 1));
    graph.named(name, "Cast", List.of(joined), one("to", type));
    graph.output(name, type, "batch", Integer.toString(logits.size()));
    graph.write(file);
  }

  private static String cast(OnnxGraph graph, String input) {
    return graph.node("Cast", List.of(input), one("to", OnnxGraph.FLOAT));
  }
}
