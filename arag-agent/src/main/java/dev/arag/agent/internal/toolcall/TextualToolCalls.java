package dev.arag.agent.internal.toolcall;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The tool calls a model wrote as text because its server did not know the form: JSON with a name
 * in it or before it, markup, or a function call in Python's way, within whatever marks. Only calls
 * of known tools that stand on lines of their own at the end of the text: what is told about a call
 * is none.
 *
 * @param before the text before the first call
 * @param calls in the order written; empty if there are none
 */
public record TextualToolCalls(String before, List<TextualToolCall> calls) {
  private static final int LONGEST = 64 * 1024;
  private static final int LONGEST_LEAD = 200;

  private static final String MARK =
      "<[^<>\\n]{1,60}>|\\[/?[A-Z_]{2,20}\\]|```\\w{0,12}|functools|to=(?:functions\\.)?"
          + "|\\b(?:Action|Tool|Function|Call|tool_code|json|commentary|assistant)\\b[ \\t]*:?";

  private static final Pattern LEAD =
      Pattern.compile("(?:\\s|" + MARK + "|[\\[({,\"'`])++\\z", Pattern.CASE_INSENSITIVE);

  private static final Pattern END =
      Pattern.compile(
          "(?:\\s|[\\])},;`\"'.]|" + MARK + ")*+(?:Observation:.*)?",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  public static TextualToolCalls in(String text, Collection<String> tools) {
    TextualToolCalls none = new TextualToolCalls(text, List.of());
    if (text.length() > LONGEST || !namesOne(text, tools)) {
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
    String marks = text.substring(end, first.start());
    return marks.contains("\n")
        || marks.contains("<")
        || marks.contains("[")
        || marks.contains("`");
  }

  /** The text before a call, without the marks that lead to it. */
  private static String lead(String text, int start) {
    int from = Math.max(0, start - LONGEST_LEAD);
    var marks = LEAD.matcher(text.substring(from, start));
    return (marks.find() ? text.substring(0, from + marks.start()) : text.substring(0, start))
        .stripTrailing();
  }
}
