package dev.arag.index.internal.embed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.error.EmbeddingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the specifications of models in a folder, either for known models or from the settings
 * files in the folder.
 */
public final class FolderSpecs {
  /**
   * The default limit on tokens. Each token attends to all previous tokens, so memory grows with
   * the square of the number of tokens.
   */
  private static final int QWEN3_MAX_TOKENS = 2048;

  private static final Set<String> MODULES = Set.of("Transformer", "Pooling", "Normalize");

  /**
   * Models whose positions start at 2. Their {@code max_position_embeddings} is therefore 2 more
   * than the maximum number of tokens.
   */
  private static final Set<String> OFFSET_POSITIONS =
      Set.of("roberta", "xlm-roberta", "camembert", "mpnet");

  private FolderSpecs() {}

  /**
   * @param task the purpose of the queries in one sentence
   */
  public static ModelSpec qwen3(ModelFolder folder, String task) {
    JsonNode config = folder.config();
    String type = config.path("model_type").asText();
    if (!type.equals("qwen3")) {
      throw new EmbeddingException(
          ("The config.json of %s describes a model of type \"%s\", expected qwen3. Use the"
                  + " preset of this model, or OnnxEmbedder.Builder.huggingFace.")
              .formatted(folder, type));
    }
    int width = width(config, folder);
    return new ModelSpec(
        "qwen3-embedding",
        width,
        width,
        Math.min(QWEN3_MAX_TOKENS, config.path("max_position_embeddings").asInt(Integer.MAX_VALUE)),
        Pooling.LAST,
        Padding.LEFT,
        // The model was trained without a space after "Query:".
        "Instruct: " + task + "\nQuery:",
        "",
        "<|endoftext|>");
  }

  public static ModelSpec allMiniLm(ModelFolder folder) {
    requireBert(folder, 6);
    return bert("all-MiniLM-L6-v2", 256, "", "");
  }

  public static ModelSpec e5Small(ModelFolder folder) {
    requireBert(folder, 12);
    return bert("e5-small-v2", 512, "query: ", "passage: ");
  }

  private static ModelSpec bert(
      String name, int maxTokens, String queryPrefix, String sentencePrefix) {
    return new ModelSpec(
        name, 384, 384, maxTokens, Pooling.MEAN, Padding.RIGHT, queryPrefix, sentencePrefix, "");
  }

  private static void requireBert(ModelFolder folder, int layers) {
    JsonNode config = folder.config();
    int width = config.path("hidden_size").asInt();
    int found = config.path("num_hidden_layers").asInt();
    if (width != 384 || found != layers) {
      throw new EmbeddingException(
          ("The config.json of %s describes another model: it has %s dimensions and %s"
                  + " layers instead of 384 and %s. Use the preset of this model, or"
                  + " OnnxEmbedder.Builder.huggingFace.")
              .formatted(folder, width, found, layers));
    }
  }

  /** Creates the specification that sentence-transformers would derive from the folder. */
  public static ModelSpec huggingFace(ModelFolder folder) {
    requireKnownModules(folder);
    JsonNode config = folder.config();
    JsonNode prompts = folder.json("config_sentence_transformers.json").path("prompts");
    int width = width(config, folder);
    Pooling pooling = pooling(folder);
    return new ModelSpec(
        name(config),
        width,
        width,
        maxTokens(folder),
        pooling,
        pooling == Pooling.LAST ? Padding.LEFT : Padding.RIGHT,
        prompts.path("query").asText(""),
        prompts.path("document").asText(prompts.path("passage").asText("")),
        "");
  }

  private static String name(JsonNode config) {
    String path = config.path("_name_or_path").asText(config.path("model_type").asText("model"));
    String last = path.substring(path.lastIndexOf('/') + 1);
    return last.isBlank() ? "model" : last.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  private static int width(JsonNode config, ModelFolder folder) {
    return Stream.of("hidden_size", "dim", "d_model", "n_embd")
        .map(config::path)
        .filter(JsonNode::canConvertToInt)
        .mapToInt(JsonNode::asInt)
        .filter(width -> width > 0)
        .findFirst()
        .orElseThrow(
            () ->
                new EmbeddingException(
                    ("The config.json of %s has no hidden_size (the dimension of the vectors). Copy"
                            + " the file from the source of the model.")
                        .formatted(folder)));
  }

  /** Returns the number of tokens that a model in a folder accepts. */
  public static int maxTokens(ModelFolder folder) {
    JsonNode config = folder.config();
    int positions = config.path("max_position_embeddings").asInt(512);
    int offset = OFFSET_POSITIONS.contains(config.path("model_type").asText()) ? 2 : 0;
    int stated = folder.json("sentence_bert_config.json").path("max_seq_length").asInt(0);
    int limit = Math.min(positions - offset, QWEN3_MAX_TOKENS);
    return stated > 0 ? Math.min(stated, limit) : limit;
  }

  private static void requireKnownModules(ModelFolder folder) {
    for (JsonNode module : folder.json("modules.json")) {
      String type = module.path("type").asText();
      if (!MODULES.contains(type.substring(type.lastIndexOf('.') + 1))) {
        throw new EmbeddingException(
            ("The modules.json of %s contains the module %s, which is not supported."
                    + " Supported modules: %s.")
                .formatted(folder, type, MODULES.stream().sorted().toList()));
      }
    }
  }

  /** Returns null if the folder does not specify a pooling method, since the model may pool. */
  private static @Nullable Pooling pooling(ModelFolder folder) {
    JsonNode config = folder.json("1_Pooling/config.json");
    List<String> modes = modes(config);
    if (config.isMissingNode()) {
      return null;
    }
    return switch (modes.size() == 1 ? modes.get(0) : "") {
      case "cls", "cls_token" -> Pooling.CLS;
      case "mean", "mean_tokens" -> Pooling.MEAN;
      case "lasttoken" -> Pooling.LAST;
      default ->
          throw new EmbeddingException(
              ("The 1_Pooling/config.json of %s specifies the pooling %s, which is not supported."
                      + " Supported: one of %s.")
                  .formatted(
                      folder, modes, Arrays.toString(Pooling.values()).toLowerCase(Locale.ROOT)));
    };
  }

  private static List<String> modes(JsonNode config) {
    String prefix = "pooling_mode_";
    JsonNode named = config.path("pooling_mode");
    if (named.isTextual()) {
      return List.of(named.asText());
    }
    return config.properties().stream()
        .filter(field -> field.getKey().startsWith(prefix) && field.getValue().asBoolean())
        .map(field -> field.getKey().substring(prefix.length()))
        .toList();
  }
}
