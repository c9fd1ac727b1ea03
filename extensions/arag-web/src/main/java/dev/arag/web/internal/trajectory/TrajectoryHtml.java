package dev.arag.web.internal.trajectory;

import dev.arag.agent.answer.Markup;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Citation.Difference;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.UnseenTerm;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.Usage;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.ChunkNames;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a trajectory as one HTML page with the answer, its sources, and the turns of the run. The
 * page is self-contained: it loads no resources and runs no scripts.
 */
public final class TrajectoryHtml {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      """;

  private final Trajectory run;
  private final QuoteHighlighter highlights;
  private final StringBuilder out = new StringBuilder();

  private TrajectoryHtml(Trajectory run) {
    this.run = run;
    this.highlights = new QuoteHighlighter(run.citations());
  }

  public static String html(Trajectory run) {
    TrajectoryHtml page = new TrajectoryHtml(run);
    page.write();
    return page.out.toString();
  }

  private void write() {
    // The turns must be written first. They determine which quotes occur in an observation, and
    // only these can be linked.
    String turns = new TurnSections(run, highlights).html();
    out.append(HEAD);
    out.append("<title>").append(Markup.HTML.escape(run.question())).append("</title>\n");
    out.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n");
    header();
    out.append("<main>\n");
    answer();
    warnings();
    claims();
    sources();
    out.append("<section aria-labelledby=\"run\">\n<h2 id=\"run\">Turns of the run</h2>\n");
    out.append(turns).append("</section>\n</main>\n</body>\n</html>\n");
  }

  private void header() {
    out.append("<header>\n<p class=\"kind\">Record of a run</p>\n<h1>");
    out.append(Markup.HTML.escape(run.question())).append("</h1>\n");
    earlier();
    String kind = run.stopReason().isComplete() ? "good" : "bad";
    out.append("<p><span class=\"badge ").append(kind).append("\">");
    out.append(HtmlLabels.name(run.stopReason())).append("</span> ");
    out.append(run.stopReason().description()).append("</p>\n");
    run.outcome().filter(each -> each != Outcome.ANSWERED).ifPresent(this::outcome);
    usage(run.usage());
    out.append("</header>\n");
  }

  private void outcome(Outcome outcome) {
    out.append("<p><span class=\"badge\">").append(HtmlLabels.name(outcome)).append("</span> ");
    out.append(outcome.description()).append("</p>\n");
  }

  /** Writes the position of the question in its conversation. */
  private void earlier() {
    if (run.earlier().isEmpty()) {
      return;
    }
    out.append("<p class=\"small\">Question ").append(run.earlier().size() + 1);
    out.append(" of a conversation. Earlier questions:</p>\n<ol class=\"small\">\n");
    for (Trajectory before : run.earlier()) {
      out.append("<li><bdi>").append(Markup.HTML.escape(before.question())).append("</bdi> ");
      out.append(HtmlLabels.name(before.stopReason())).append("</li>\n");
    }
    out.append("</ol>\n");
  }

  private void usage(Usage usage) {
    out.append("<dl>\n");
    figure("turns", HtmlLabels.number(usage.turns()));
    if (usage.modelCalls() != usage.turns()) {
      figure("model calls", HtmlLabels.number(usage.modelCalls()));
    }
    figure("tool calls", HtmlLabels.number(usage.toolCalls()));
    figure("retrieved tokens", HtmlLabels.number(usage.retrievedTokens()));
    figure("input tokens", HtmlLabels.number(usage.inputTokens()));
    figure("cached tokens", HtmlLabels.number(usage.cachedInputTokens()));
    figure("output tokens", HtmlLabels.number(usage.outputTokens()));
    figure("time", HtmlLabels.duration(usage.elapsed()));
    out.append("</dl>\n");
  }

  private void figure(String name, String value) {
    out.append("<div><dt>").append(name).append("</dt><dd>").append(value).append("</dd></div>\n");
  }

  private void answer() {
    out.append("<section aria-labelledby=\"answer\">\n<h2 id=\"answer\">Answer</h2>\n");
    if (run.answer().isEmpty()) {
      out.append("<p class=\"none\">There is no answer.</p>\n</section>\n");
      return;
    }
    out.append("<div class=\"foreign answer\">").append(markedAnswer()).append("</div>\n");
    List<UnseenTerm> unseen = run.unseenTerms();
    if (!unseen.isEmpty()) {
      out.append("<p class=\"warning\">Not found in any text shown to the model: ");
      out.append(
          String.join(
              ", ",
              unseen.stream().map(term -> Markup.HTML.escape(term.text())).distinct().toList()));
      out.append(".</p>\n");
    }
    out.append("</section>\n");
  }

  private void warnings() {
    for (String warning : run.warnings()) {
      out.append("<p class=\"warning\">").append(Markup.HTML.escape(warning)).append("</p>\n");
    }
  }

  /** Writes the cited sentences with the judgment of a model on their quotes. */
  private void claims() {
    if (run.claims().isEmpty()) {
      return;
    }
    out.append("<section aria-labelledby=\"claims\">\n<h2 id=\"claims\">Do the quotes prove the");
    out.append(" sentences?</h2>\n<ol class=\"sources\">\n");
    for (Claim claim : run.claims()) {
      String kind = claim.verdict() == Entailment.ENTAILED ? "good" : "bad";
      out.append("<li>\n<p><span class=\"badge ").append(kind).append("\">");
      out.append(HtmlLabels.name(claim.verdict())).append("</span> <bdi>");
      out.append(Markup.HTML.escape(claim.text())).append("</bdi></p>\n<p class=\"small\">");
      out.append(claim.cached() ? "Judged in an earlier run. " : "");
      out.append(Markup.HTML.escape(claim.reason())).append(" Sources:");
      for (int index : claim.citations()) {
        int number = run.citations().get(index).number();
        out.append(" <a href=\"#source-%d\">%d</a>".formatted(index + 1, number));
      }
      out.append("</p>\n</li>\n");
    }
    out.append("</ol>\n</section>\n");
  }

  private String markedAnswer() {
    String answer = run.answer().orElseThrow();
    HighlightedText text = new HighlightedText(answer);
    for (UnseenTerm term : run.unseenTerms()) {
      text.mark(term.start(), term.end(), "<span class=\"unseen\">", "</span>");
    }
    run.citations().stream()
        .map(Citation::chunkId)
        .distinct()
        .forEach(
            chunk -> {
              link(text, answer, ChunkNames.of(chunk), chunk);
              link(text, answer, chunk.value(), chunk);
            });
    return text.html();
  }

  /** Returns the numbers of the citations of a chunk, or of one of its sections. */
  private List<Integer> numbersOf(ChunkId chunk, String section) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < run.citations().size(); i++) {
      Citation citation = run.citations().get(i);
      boolean isSection = section.isEmpty() || section.equals(numberOf(citation).orElse(""));
      if (citation.chunkId().equals(chunk) && isSection) {
        numbers.add(i + 1);
      }
    }
    return numbers.isEmpty() ? numbersOf(chunk, "") : numbers;
  }

  /** Returns the number of the section that contains the quote. */
  private static Optional<String> numberOf(Citation citation) {
    return citation.section().map(section -> Integer.toString(section.number()));
  }

  /**
   * Replaces the occurrences of an id in brackets with the number of its source, and links all
   * occurrences to the sources: the first occurrence to the first source, the second occurrence to
   * the second source, and so on. The occurrences of the id of a section are linked to the sources
   * in this section.
   */
  private void link(HighlightedText text, String answer, String name, ChunkId chunk) {
    Map<String, Integer> counts = new HashMap<>();
    Matcher id = Pattern.compile(Pattern.quote(name) + "(?:\\.([0-9]+))?").matcher(answer);
    while (id.find()) {
      if (isWholeId(answer, id.start(), id.end())) {
        String section = Objects.requireNonNullElse(id.group(1), "");
        List<Integer> numbers = numbersOf(chunk, section);
        int index = counts.merge(section, 1, Integer::sum) - 1;
        int source = numbers.get(Math.min(index, numbers.size() - 1));
        String shown = Markup.HTML.escape(id.group());
        String label =
            isInBrackets(answer, id.start())
                ? Integer.toString(run.citations().get(source - 1).number())
                : shown;
        text.replace(
            id.start(),
            id.end(),
            "<a href=\"#source-%d\" title=\"%s\">%s</a>".formatted(source, shown, label));
      }
    }
  }

  private static boolean isInBrackets(String text, int at) {
    return text.lastIndexOf('[', at) > text.lastIndexOf(']', at);
  }

  private static boolean isWholeId(String text, int start, int end) {
    return (start == 0 || !isIdCharacter(text.charAt(start - 1)))
        && (end == text.length() || !isIdCharacter(text.charAt(end)));
  }

  private static boolean isIdCharacter(char character) {
    return Character.isLetterOrDigit(character) || character == '#' || character == '_';
  }

  private void sources() {
    if (run.citations().isEmpty()) {
      return;
    }
    out.append("<section aria-labelledby=\"sources\">\n<h2 id=\"sources\">Sources</h2>\n");
    out.append("<ol class=\"sources\">\n");
    for (int i = 0; i < run.citations().size(); i++) {
      source(i + 1, run.citations().get(i));
    }
    out.append("</ol>\n</section>\n");
  }

  private void source(int number, Citation citation) {
    String kind = citation.verdict().isVerified() ? "good" : "bad";
    out.append("<li id=\"source-").append(number).append("\">\n<p><b>");
    out.append(citation.number()).append(".</b> <span class=\"badge ").append(kind).append("\">");
    out.append(HtmlLabels.verdict(citation.verdict())).append("</span> <code>");
    out.append(Markup.HTML.escape(nameOf(citation))).append("</code> ");
    citation.location().map(HtmlLabels::location).ifPresent(this::place);
    out.append("</p>\n");
    citation.quote().ifPresent(this::quote);
    out.append("<p class=\"small\">").append(citation.verdict().description());
    citation.differences().forEach(this::difference);
    out.append(where(citation));
    if (highlights.isAnchored(number)) {
      out.append("; <a href=\"#shown-").append(number).append("\">show in context</a>");
    }
    out.append("</p>\n</li>\n");
  }

  private void place(String location) {
    out.append("<bdi>").append(Markup.HTML.escape(location)).append("</bdi>");
  }

  private void quote(String quote) {
    out.append("<blockquote class=\"foreign\">").append(Markup.HTML.escape(quote));
    out.append("</blockquote>\n");
  }

  /** Returns the name of the cited section; that of the chunk if it has only one section. */
  private String nameOf(Citation citation) {
    String chunk = ChunkNames.of(citation.chunkId());
    boolean hasSections =
        run.shown().stream()
            .anyMatch(each -> each.chunkId().equals(citation.chunkId()) && each.sections() > 1);
    return numberOf(citation)
        .filter(number -> hasSections)
        .map(number -> chunk + "." + number)
        .orElse(chunk);
  }

  private void difference(Difference each) {
    String quoted =
        each.quoted().isEmpty() ? "nothing" : "“" + Markup.HTML.escape(each.quoted()) + "”";
    String shown =
        each.shown().isEmpty() ? "nothing" : "“" + Markup.HTML.escape(each.shown()) + "”";
    out.append("; ").append(quoted).append(" instead of ").append(shown);
  }

  private static String where(Citation citation) {
    String span = citation.span().map(TrajectoryHtml::characters).orElse("");
    return citation
        .location()
        .map(place -> "; <bdi>" + Markup.HTML.escape(place.documentId()) + "</bdi>" + span)
        .orElse("");
  }

  private static String characters(Span span) {
    return ", characters "
        + HtmlLabels.number(span.start())
        + " to "
        + HtmlLabels.number(span.end());
  }

  private static String style() {
    try (InputStream file = TrajectoryHtml.class.getResourceAsStream("trajectory.css")) {
      byte[] bytes = Objects.requireNonNull(file, "trajectory.css").readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The arag-web JAR is corrupt: cannot read trajectory.css.", e);
    }
  }
}
