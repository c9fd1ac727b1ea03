package dev.arag.mcp.internal.tool;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The tool {@code ask}, which answers a question with an agent. */
final class AskTool implements ServedTool {
  private static final String QUESTION = "question";

  private final Agent agent;
  private final ToolNames names;

  AskTool(Agent agent, ToolNames names) {
    this.agent = agent;
    this.names = names;
  }

  @Override
  public String name() {
    return names.of(ToolNames.ASK);
  }

  @Override
  public String title() {
    return "Ask a question";
  }

  @Override
  public String description() {
    return names.in(TextResource.read("ask.txt"));
  }

  @Override
  public Map<String, Object> parameters() {
    return TextResource.readJson("ask.json");
  }

  @Override
  public CallResult call(Map<String, Object> arguments, ProgressListener progress) {
    if (!(arguments.get(QUESTION) instanceof String question) || question.isBlank()) {
      return CallResult.error(
          "\"question\" must be one string. Call it like this: "
              + name()
              + " {\"question\": \"Who may approve an invoice?\"}");
    }
    Run run = agent.start(question);
    try {
      AtomicInteger steps = new AtomicInteger();
      run.forEach(event -> report(event, steps, progress));
      return CallResult.of(text(run.answer()));
    } catch (NoAnswerException e) {
      StopReason reason = e.stopReason();
      return CallResult.error("There is no answer. " + reason.explanation());
    } finally {
      // The wait for the run ends early if this thread is interrupted.
      run.cancel();
    }
  }

  private static void report(RunEvent event, AtomicInteger steps, ProgressListener progress) {
    if (event instanceof RunEvent.TurnStarted turn) {
      progress.onStep(steps.incrementAndGet(), "Turn " + turn.turn());
    } else if (event instanceof RunEvent.ToolCalled called) {
      progress.onStep(
          steps.incrementAndGet(), "Turn " + called.turn() + ": " + called.call().name());
    }
  }

  /** Returns the answer, its sources in the order of their numbers, and the warnings. */
  private static String text(Answer answer) {
    List<String> lines = new ArrayList<>();
    lines.add(answer.render(Markup.PLAIN, citation -> "[" + citation.number() + "]"));
    if (!answer.citations().isEmpty()) {
      lines.add("\nSources:");
    }
    int last = 0;
    for (Citation citation : sorted(answer.citations())) {
      if (citation.number() != last) {
        lines.add("[" + citation.number() + "] " + source(citation));
        last = citation.number();
      }
      lines.add(quote(citation));
    }
    if (answer.outcome() != Outcome.ANSWERED) {
      lines.add("\nNote: " + answer.outcome().description());
    }
    answer.warnings().forEach(warning -> lines.add("Note: " + warning));
    return String.join("\n", lines);
  }

  private static List<Citation> sorted(List<Citation> citations) {
    return citations.stream().sorted(Comparator.comparingInt(Citation::number)).toList();
  }

  private static String source(Citation citation) {
    String page = citation.page().isPresent() ? ", page " + citation.page().getAsInt() : "";
    String document =
        citation.location().map(place -> " (" + place.documentId() + page + ")").orElse("");
    return line(citation.title() + document + ", chunk " + citation.chunkId());
  }

  private static String quote(Citation citation) {
    String quote = citation.quote().map(words -> "\"" + words + "\" ").orElse("");
    return "- " + line(quote) + citation.verdict() + ": " + citation.verdict().description();
  }

  /** Text of a document must not look like another line of the list. */
  private static String line(String text) {
    return Markup.PLAIN.escape(text).replaceAll("[\\s\\v]+", " ");
  }
}
