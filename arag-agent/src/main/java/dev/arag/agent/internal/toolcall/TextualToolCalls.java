package dev.arag.agent.internal.toolcall;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tool calls that a model wrote as text because its server did not parse them. A call can be
 * JSON that contains or follows the name of a tool, markup, or a function call in Python syntax.
 * Markers such as tags may surround a call. To avoid taking prose about a call for a call, only
 * calls of known tools on separate lines at the end of the text are recognized.
 *
 * @param before the text before the first call
 * @param calls the calls in the order of the text; empty if there are none
 */
public record TextualToolCalls(String before, List<TextualToolCall> calls) {
  private static final int MAX_LENGTH = 64 * 1024;
  private static final int MAX_LEAD = 200;

  private static final String MARKER =
      "<[^<>\\n]{1,60}>|\\[/?[A-Z_]{2,20}\\]|```\\w{0,12}|functools|to=(?:functions\\.)?"
          + "|\\b(?:Action|Function|json|commentary|assistant)\\b[ \\t]*:?";

  private static final Pattern LEAD =
      Pattern.compile("(?:\\s|" + MARKER + "|[\\[({,\"'`])++", Pattern.CASE_INSENSITIVE);

  private static final Pattern END =
      Pattern.compile(
          "(?:\\s|[\\])},;`\"'.]|" + MARKER + ")*+(?:Observation:.*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  public static TextualToolCalls in(String text, Collection<String> tools) {
    TextualToolCalls none = new TextualToolCalls(text, List.of());
    if (text.length() > MAX_LENGTH || !namesOne(text, tools)) {
      return none;
    }
    List<TextualToolCall> calls =
        List.of(
                new JsonToolCalls(text, tools).find(),
                new MarkupToolCalls(text, tools).find(),
                new PythonToolCalls(text, tools).find())
            .stream()
            .filter(found -> isAtTheEnd(text, found))
            .findFirst()
            .orElse(List.of());
    return calls.isEmpty() ? none : new TextualToolCalls(lead(text, calls.get(0).start()), calls);
  }

  private static boolean namesOne(String text, Collection<String> tools) {
    String folded = text.toLowerCase(Locale.ROOT);
    return tools.stream().anyMatch(tool -> folded.contains(tool.toLowerCase(Locale.ROOT)));
  }

  private static boolean isAtTheEnd(String text, List<TextualToolCall> calls) {
    if (calls.isEmpty()) {
      return false;
    }
    int end = calls.stream().map(TextualToolCall::end).max(Comparator.naturalOrder()).orElseThrow();
    String before = lead(text, calls.get(0).start());
    boolean beginsALine = before.isEmpty() || startsLine(text, before.length(), calls.get(0));
    return beginsALine && END.matcher(text.substring(end)).matches();
  }

  private static boolean startsLine(String text, int end, TextualToolCall first) {
    String markers = text.substring(end, first.start());
    return markers.contains("\n")
        || markers.contains("<")
        || markers.contains("[")
        || markers.contains("`");
  }

  /** Returns the text before a call, without the markers that introduce the call. */
  private static String lead(String text, int start) {
    int from = Math.max(0, start - MAX_LEAD);
    Matcher markers = LEAD.matcher(text.substring(from, start));
    int end = start;
    while (markers.find()) {
      end = from + markers.end() == start ? from + markers.start() : start;
    }
    return text.substring(0, end).stripTrailing();
  }
}
