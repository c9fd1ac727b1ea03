package dev.arag.agent.answer;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.markup.HtmlEscaper;
import dev.arag.agent.internal.markup.PrintableText;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A markup language for which an answer can be rendered. */
public enum Markup {
  /**
   * HTML. The escaped text is safe between tags and in a quoted value of an attribute. It is not
   * safe as an address: a value of the attribute {@code href} can run a script even if it contains
   * no character that this method escapes.
   */
  HTML {
    @Override
    public String escape(String text) {
      return HtmlEscaper.text(requireNonNull(text, "text"));
    }
  },

  /**
   * Markdown, as specified by CommonMark, with the extensions of GitHub. The escaped text creates
   * no formatting, links, images, lists, tables, code blocks or HTML. A Markdown extension that
   * turns plain addresses into links may still create links.
   */
  MARKDOWN {
    @Override
    public String escape(String text) {
      return Stream.of(PrintableText.of(requireNonNull(text, "text")).split("\n", -1))
          .map(Markup::escapeLine)
          .collect(Collectors.joining("\n"));
    }
  },

  /** Plain text. */
  PLAIN {
    @Override
    public String escape(String text) {
      return PrintableText.of(requireNonNull(text, "text"));
    }
  };

  /** Characters that have a special meaning anywhere in a line of Markdown. */
  private static final Pattern ANYWHERE =
      Pattern.compile(
          "[\\\\`*_{}\\[\\]()<>!|~&$]|:(?=//)|(?<=\\bwww)\\.", Pattern.CASE_INSENSITIVE);

  /** Has a special meaning at the start of a line of Markdown, also after a number. */
  private static final Pattern AT_START = Pattern.compile("^(\\s*|\\s*\\d{1,9})([#+=:.-])");

  /** An indentation that would turn the line into code. */
  private static final Pattern INDENTED = Pattern.compile("^(?: {4}| {0,3}\\t)");

  /**
   * Escapes a text, for example a title, so that it is shown as it is. In all markups, control
   * characters and characters that change the direction of text are replaced with U+FFFD, and
   * carriage returns are removed.
   *
   * @param text any text, including text from untrusted documents or from a model
   */
  public abstract String escape(String text);

  /**
   * Renders an answer, for example that of {@code LangChain4jCitations}, for display on a web page.
   * The text outside the citation markers is escaped, so that neither a document nor the model can
   * add formatting, links or scripts. Each marker is replaced by the concatenated results of
   * calling the function for each chunk that the marker cites. These results are not escaped. If a
   * result contains a title, a quote or a claim, escape this text with {@link #escape}.
   *
   * @param citation renders one cited chunk, for example as a link to a footnote. For each marker,
   *     the function is called once for each chunk that the marker cites, in the order of {@link
   *     Citation#number()}. The argument is the first citation of the chunk in the marker. A marker
   *     is removed if all its results are empty
   */
  public String render(ParsedAnswer answer, Function<? super Citation, String> citation) {
    String text = requireNonNull(answer, "answer").text();
    requireNonNull(citation, "citation");
    StringBuilder page = new StringBuilder();
    int done = 0;
    for (Citation.Marker marker : answer.markers()) {
      page.append(escape(text.substring(done, marker.start())));
      marker.sources().forEach(source -> page.append(citation.apply(source)));
      done = marker.end();
    }
    return page.append(escape(text.substring(done))).toString();
  }

  private static String escapeLine(String line) {
    String escaped = ANYWHERE.matcher(line).replaceAll("\\\\$0");
    escaped = AT_START.matcher(escaped).replaceFirst("$1\\\\$2");
    return INDENTED.matcher(escaped).find()
        ? "&#" + (int) escaped.charAt(0) + ";" + escaped.substring(1)
        : escaped;
  }
}
