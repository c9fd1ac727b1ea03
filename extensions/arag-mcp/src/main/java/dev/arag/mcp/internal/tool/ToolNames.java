package dev.arag.mcp.internal.tool;

import static java.util.Objects.requireNonNull;

import dev.arag.tools.Toolbox;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the tools, which start with a prefix if several servers of a host have the same
 * tools.
 */
public record ToolNames(String prefix) {
  /** The name of the tool that checks quotes. */
  public static final String CHECK_QUOTES = "check_quotes";

  /** The name of the tool that answers a question. */
  public static final String ASK = "ask";

  private static final int MAX_PREFIX = 40;
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]{0," + MAX_PREFIX + "}");
  private static final Pattern NAMES =
      Pattern.compile(
          "\\b("
              + String.join(
                  "|",
                  Toolbox.KEYWORD_SEARCH,
                  Toolbox.SEMANTIC_SEARCH,
                  Toolbox.CHUNK_READ,
                  CHECK_QUOTES)
              + ")\\b|(?<=Call it like this: )(outline|find)\\b");

  public ToolNames {
    requireNonNull(prefix, "prefix");
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "prefix must be at most "
              + MAX_PREFIX
              + " letters, digits, underscores or dashes, was \""
              + prefix
              + "\"");
    }
  }

  String of(String tool) {
    return prefix + tool;
  }

  /** Returns what the model can use instead of a tool that failed; may be empty. */
  public String alternative(String failed) {
    return failed.equals(of(Toolbox.SEMANTIC_SEARCH))
        ? " Use " + of(Toolbox.KEYWORD_SEARCH) + " instead."
        : "";
  }

  /** Returns a text in which the names of the tools have the prefix. */
  public String in(String text) {
    return NAMES.matcher(text).replaceAll(name -> Matcher.quoteReplacement(of(name.group())));
  }
}
