package dev.arag.agent.internal.toolcall;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.internal.server.ServerRule;
import dev.arag.agent.internal.server.ServerRule.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds tool calls that are written as JSON. Such a call is either an object that names a tool, or
 * an object with arguments that follows the name of a tool.
 */
final class JsonToolCalls {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

  private static final List<String> NAMES = ServerRule.values(Kind.CALL_NAME);
  private static final List<String> ARGUMENTS = ServerRule.values(Kind.CALL_ARGUMENTS);
  private static final List<String> WRAPPERS = ServerRule.values(Kind.CALL_WRAPPER);

  private static final int MAX_ATTEMPTS = 200;
  private static final int MAX_DEPTH = 4;
  private static final int MAX_PREFIX = 160;

  private final String text;
  private final Collection<String> tools;
  private final Pattern nameBefore;
  private final List<TextualToolCall> found = new ArrayList<>();

  JsonToolCalls(String text, Collection<String> tools) {
    this.text = text;
    this.tools = tools;
    nameBefore =
        Pattern.compile(
            "(?:<[^<>\\s]{1,20}=\"?)?(?:functions\\.)?("
                + Tools.anyOf(tools)
                + ")(?::\\d+)?"
                + "(?:\\s|[\"'`:=>\\]]|\\[[A-Z_]{2,20}\\]|<[^<>]{1,40}>|json|arguments|action|input)*+\\z",
            Pattern.CASE_INSENSITIVE);
  }

  List<TextualToolCall> find() {
    int at = nextOpening(0);
    for (int tries = 0; at >= 0 && tries < MAX_ATTEMPTS; tries++) {
      at = nextOpening(addFrom(at));
    }
    return found;
  }

  private int nextOpening(int from) {
    return Stream.of(text.indexOf('{', from), text.indexOf('[', from))
        .filter(at -> at >= 0)
        .min(Integer::compare)
        .orElse(-1);
  }

  /**
   * Adds the calls in the JSON value that starts at the given index, and returns the index at which
   * to continue.
   */
  private int addFrom(int start) {
    try (JsonParser parser = JSON.createParser(text.substring(start))) {
      JsonNode value = JSON.readTree(parser);
      int end = start + (int) parser.currentLocation().getCharOffset();
      int before = found.size();
      add(value, start, end, 0);
      if (found.size() == before && value.isObject()) {
        addNamedBefore(value, start, end);
      }
      return end;
    } catch (IOException e) {
      return start + 1;
    }
  }

  private void add(JsonNode value, int start, int end, int depth) {
    if (depth > MAX_DEPTH) {
      return;
    }
    if (value.isArray()) {
      value.forEach(element -> add(element, start, end, depth + 1));
    } else if (value instanceof ObjectNode object) {
      nameKey(object)
          .ifPresentOrElse(
              key -> found.add(named(object, key, start, end)),
              () ->
                  WRAPPERS.stream()
                      .filter(object::has)
                      .findFirst()
                      .ifPresent(key -> add(object.get(key), start, end, depth + 1)));
    }
  }

  private Optional<String> nameKey(ObjectNode object) {
    return NAMES.stream()
        .filter(key -> object.path(key).isTextual())
        .filter(key -> Tools.named(object.path(key).textValue(), tools) != null)
        .findFirst();
  }

  private TextualToolCall named(ObjectNode object, String key, int start, int end) {
    String tool = String.valueOf(Tools.named(object.path(key).textValue(), tools));
    JsonNode arguments = arguments(object, key);
    String json = arguments.isTextual() ? arguments.textValue() : arguments.toString();
    return new TextualToolCall(start, end, tool, json);
  }

  /**
   * Returns the arguments of a call. If the object has no field for arguments, its other fields are
   * the arguments.
   */
  private static JsonNode arguments(ObjectNode object, String key) {
    return ARGUMENTS.stream()
        .filter(object::has)
        .findFirst()
        .<JsonNode>map(object::get)
        .orElseGet(() -> object.deepCopy().without(List.of(key, "type", "id")));
  }

  private void addNamedBefore(JsonNode arguments, int start, int end) {
    int from = Math.max(0, start - MAX_PREFIX);
    Matcher name = nameBefore.matcher(text.substring(from, start));
    if (name.find()) {
      String tool = String.valueOf(Tools.named(name.group(1), tools));
      found.add(new TextualToolCall(from + name.start(), end, tool, arguments.toString()));
    }
  }

  /** Recognizes the names of tools as models write them. */
  static final class Tools {
    private Tools() {}

    static String anyOf(Collection<String> tools) {
      return String.join("|", tools.stream().map(Pattern::quote).toList());
    }

    static @Nullable String named(String written, Collection<String> tools) {
      String bare = written.strip().replaceFirst("^functions\\.", "").replaceFirst(":\\d+$", "");
      return tools.stream().filter(bare::equalsIgnoreCase).findFirst().orElse(null);
    }
  }
}
