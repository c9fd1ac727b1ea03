package dev.arag.agent.internal.toolcall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds tool calls that are written in Python syntax, such as {@code keyword_search(keywords=["Old
 * Bridge"], top_k=5)}.
 */
final class PythonToolCalls {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final String text;
  private final Collection<String> tools;
  private final Matcher name;

  PythonToolCalls(String text, Collection<String> tools) {
    this.text = text;
    this.tools = tools;
    name =
        Pattern.compile(
                "\\b(" + JsonToolCalls.Tools.anyOf(tools) + ")(?:\\.call)?[ \\t]{0,4}\\(",
                Pattern.CASE_INSENSITIVE)
            .matcher(text);
  }

  List<TextualToolCall> find() {
    List<TextualToolCall> found = new ArrayList<>();
    int at = 0;
    while (at < text.length() && name.find(at)) {
      at = name.end();
      ArgumentParser parser = new ArgumentParser(at);
      try {
        ObjectNode arguments = parser.arguments();
        String tool = String.valueOf(JsonToolCalls.Tools.named(name.group(1), tools));
        found.add(new TextualToolCall(name.start(), parser.at, tool, arguments.toString()));
        at = parser.at;
      } catch (NotPythonException e) {
        // The text is prose with a parenthesis after the name of a tool, so there is no call.
      }
    }
    return found;
  }

  private static final class NotPythonException extends Exception {
    NotPythonException() {
      super("", null, false, false);
    }
  }

  /** Parses keyword arguments: strings, numbers, booleans, and lists of these. */
  private final class ArgumentParser {
    private int at;

    ArgumentParser(int at) {
      this.at = at;
    }

    ObjectNode arguments() throws NotPythonException {
      ObjectNode arguments = JSON.objectNode();
      while (!accept(')')) {
        String key = word();
        require('=');
        arguments.set(key, value());
        if (!accept(',') && peek() != ')') {
          throw new NotPythonException();
        }
      }
      return arguments;
    }

    private JsonNode value() throws NotPythonException {
      char first = peek();
      if (first == '"' || first == '\'') {
        return JSON.textNode(quoted());
      }
      return accept('[') ? list() : literal(word());
    }

    private ArrayNode list() throws NotPythonException {
      ArrayNode list = JSON.arrayNode();
      while (!accept(']')) {
        JsonNode element = value();
        if (element.isArray()) {
          throw new NotPythonException();
        }
        list.add(element);
        if (!accept(',') && peek() != ']') {
          throw new NotPythonException();
        }
      }
      return list;
    }

    private JsonNode literal(String word) throws NotPythonException {
      return switch (word) {
        case "True", "true" -> JSON.booleanNode(true);
        case "False", "false" -> JSON.booleanNode(false);
        case "None", "null" -> JSON.nullNode();
        default -> number(word);
      };
    }

    private JsonNode number(String word) throws NotPythonException {
      try {
        return JSON.numberNode(new BigDecimal(word));
      } catch (NumberFormatException e) {
        throw new NotPythonException();
      }
    }

    private String quoted() throws NotPythonException {
      char quote = text.charAt(at++);
      StringBuilder out = new StringBuilder();
      while (at < text.length() && text.charAt(at) != quote) {
        boolean isEscaped = text.charAt(at) == '\\' && at + 1 < text.length();
        at += isEscaped ? 1 : 0;
        out.append(isEscaped && text.charAt(at) == 'n' ? '\n' : text.charAt(at));
        at++;
      }
      require(quote);
      return out.toString();
    }

    private String word() throws NotPythonException {
      peek();
      int start = at;
      while (at < text.length() && isOfWord(text.charAt(at)) && at - start < 60) {
        at++;
      }
      if (at == start) {
        throw new NotPythonException();
      }
      return text.substring(start, at);
    }

    private static boolean isOfWord(char character) {
      return Character.isLetterOrDigit(character)
          || character == '_'
          || character == '.'
          || character == '-';
    }

    private void require(char character) throws NotPythonException {
      if (!accept(character)) {
        throw new NotPythonException();
      }
    }

    private boolean accept(char character) throws NotPythonException {
      boolean isNext = peek() == character;
      at += isNext ? 1 : 0;
      return isNext;
    }

    /** Skips whitespace and returns the next character without consuming it. */
    private char peek() throws NotPythonException {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at == text.length()) {
        throw new NotPythonException();
      }
      return text.charAt(at);
    }
  }
}
