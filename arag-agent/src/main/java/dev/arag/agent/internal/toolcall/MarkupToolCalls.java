package dev.arag.agent.internal.toolcall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds tool calls that are written as markup in which each argument has separate tags. */
final class MarkupToolCalls {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** The start tags of a parameter, with its name as the group, and the end tags. */
  private static final List<List<Pattern>> PARAMETERS =
      List.of(
          List.of(
              Pattern.compile("<parameter=(\\w{1,60})>"), //
              Pattern.compile("</parameter>")),
          List.of(
              Pattern.compile("<[^<>]{0,20}parameter name=\"(\\w{1,60})\"[^<>]{0,40}>"),
              Pattern.compile("</[^<>]{0,20}parameter>")),
          List.of(
              Pattern.compile("<arg_key>\\s*(\\w{1,60})\\s*</arg_key>\\s*<arg_value>"),
              Pattern.compile("</arg_value>")));

  private static final Pattern CLOSE =
      Pattern.compile("</function>|</[^<>]{0,20}invoke>|</tool_call>");

  private final String text;
  private final Collection<String> tools;
  private final Matcher open;

  MarkupToolCalls(String text, Collection<String> tools) {
    this.text = text;
    this.tools = tools;
    String name = "(" + JsonToolCalls.Tools.anyOf(tools) + ")";
    open =
        Pattern.compile(
                "<function=\"?%1$s\"?>|<[^<>]{0,20}invoke name=\"%1$s\"[^<>]{0,20}>|<tool_call>\\s*%1$s\\s*(?=<)"
                    .formatted(name),
                Pattern.CASE_INSENSITIVE)
            .matcher(text);
  }

  List<TextualToolCall> find() {
    List<TextualToolCall> found = new ArrayList<>();
    int at = 0;
    while (at < text.length() && open.find(at)) {
      found.add(call(open.start(), open.end(), nameFound()));
      at = found.get(found.size() - 1).end();
    }
    return found;
  }

  private String nameFound() {
    String name = open.group(1);
    for (int i = 2; name == null; i++) {
      name = open.group(i);
    }
    return String.valueOf(JsonToolCalls.Tools.named(name, tools));
  }

  private TextualToolCall call(int start, int bodyStart, String tool) {
    Matcher close = CLOSE.matcher(text);
    boolean isClosed = close.find(bodyStart);
    String body = text.substring(bodyStart, isClosed ? close.start() : text.length());
    int end = isClosed ? close.end() : text.length();
    return new TextualToolCall(start, end, tool, arguments(body).toString());
  }

  private static ObjectNode arguments(String body) {
    ObjectNode arguments = JSON.createObjectNode();
    for (List<Pattern> tags : PARAMETERS) {
      Matcher start = tags.get(0).matcher(body);
      Matcher end = tags.get(1).matcher(body);
      for (int at = 0; start.find(at) && end.find(start.end()); at = end.end()) {
        arguments.set(start.group(1), value(body.substring(start.end(), end.start()).strip()));
      }
    }
    return arguments;
  }

  /**
   * Parses an argument as JSON. If the argument is not JSON, it is used as a string, because models
   * do not quote plain text inside tags.
   */
  private static JsonNode value(String written) {
    try {
      JsonNode value = JSON.readTree(written);
      return value.isMissingNode() ? JSON.getNodeFactory().textNode("") : value;
    } catch (JsonProcessingException e) {
      return JSON.getNodeFactory().textNode(written);
    }
  }
}
