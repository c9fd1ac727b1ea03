package dev.arag.web.internal.trajectory;

import dev.arag.agent.answer.Markup;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.call.ChunkNames;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the turns of a run as HTML: requests, replies, tool calls, and observations. */
final class TurnSections {
  private final Trajectory run;
  private final QuoteHighlighter highlights;
  private final long largest;
  private final StringBuilder out = new StringBuilder();
  private List<Message> lastRequest = List.of();
  private int turn = -1;

  TurnSections(Trajectory run, QuoteHighlighter highlights) {
    this.run = run;
    this.highlights = highlights;
    this.largest =
        run.steps().stream()
            .filter(Step.ModelCall.class::isInstance)
            .mapToLong(step -> ((Step.ModelCall) step).tokens().input())
            .max()
            .orElse(0);
  }

  String html() {
    out.append("<ol class=\"turns\">\n");
    for (Step step : run.steps()) {
      begin(step.turn());
      write(step);
    }
    out.append(turn < 0 ? "<li>The run has no steps.</li>\n" : "</li>\n").append("</ol>\n");
    return out.toString();
  }

  private void begin(int next) {
    if (next != turn) {
      out.append(turn < 0 ? "" : "</li>\n");
      out.append("<li>\n<h3>").append(next == 0 ? "Before the first turn" : "Turn " + next);
      out.append("</h3>\n");
      turn = next;
    }
  }

  private void write(Step step) {
    if (step instanceof Step.ModelCall call) {
      modelCall(call);
    } else if (step instanceof Step.ModelFailure failure) {
      request(failure, "");
      line("failure", "The model failed after " + HtmlLabels.duration(failure.elapsed()) + ":");
      untrusted(failure.error());
    } else if (step instanceof Step.ToolUse use) {
      toolUse(use);
    } else if (step instanceof Step.Correction correction) {
      line("small", "Message to the model:");
      untrusted(correction.text());
    } else if (step instanceof Step.Retry retry) {
      String pause = HtmlLabels.duration(retry.pause());
      line("failure", "An attempt failed and was retried after " + pause + ":");
      untrusted(retry.error());
    }
  }

  private void modelCall(Step.ModelCall call) {
    List<String> offered = call.request().tools();
    String tools = offered.isEmpty() ? "no tools" : "tools " + String.join(", ", offered);
    request(call, ", " + (call.request().isClosing() ? "tool calls forbidden" : tools));
    Reply.Tokens tokens = call.tokens();
    usage(call, tokens);
    Reply reply = call.reply();
    if (!reply.thinking().isBlank()) {
      details("Reasoning", false, Markup.HTML.escape(reply.thinking()));
    }
    if (!reply.text().isBlank()) {
      line("said", "Reply:");
      untrusted(reply.text());
    } else if (reply.calls().isEmpty()) {
      line("failure", "Empty reply.");
    }
    form(reply);
  }

  /** Writes how the request was adapted to the server, and the finish reason if it is unusual. */
  private void form(Reply reply) {
    Reply.Form form = reply.form();
    if (!form.leftOut().isEmpty()) {
      line(
          "small",
          "Parameters omitted because the server does not support them: "
              + String.join(", ", form.leftOut()));
    }
    if (form.closing() != null) {
      line("small", "Form of the closing call: " + HtmlLabels.words(form.closing()));
    }
    boolean isUsual =
        reply.finish() == Reply.Finish.STOP || reply.finish() == Reply.Finish.TOOL_CALLS;
    if (!isUsual) {
      String word = form.finishWord() == null ? "" : " (\"" + form.finishWord() + "\")";
      line("small", "Finish reason: " + HtmlLabels.name(reply.finish()) + word);
    }
  }

  /** Writes the token usage and a bar whose length is relative to the largest request. */
  private void usage(Step.ModelCall call, Reply.Tokens tokens) {
    long percent = largest == 0 ? 0 : Math.max(1, 100 * tokens.input() / largest);
    out.append("<div class=\"bar\"><span style=\"width:")
        .append(percent)
        .append("%\"></span></div>\n");
    String cached =
        tokens.cachedInput() == 0
            ? ""
            : " (" + HtmlLabels.number(tokens.cachedInput()) + " cached)";
    String model = call.reply().model() == null ? "" : ", " + call.reply().model();
    line(
        "small",
        HtmlLabels.duration(call.elapsed())
            + ", "
            + HtmlLabels.number(tokens.input())
            + " input tokens"
            + cached
            + ", "
            + HtmlLabels.number(tokens.output())
            + " output tokens"
            + (tokens.isEstimated() ? " (estimated)" : "")
            + model);
  }

  /** Writes the messages that a request adds to the previous request. */
  private void request(Step.Sent sent, String more) {
    int kept = shared(lastRequest, sent.messages());
    String changed = kept < lastRequest.size() ? ", not an extension of the previous request" : "";
    StringBuilder text = new StringBuilder();
    for (Message message : sent.messages().subList(kept, sent.messages().size())) {
      text.append(text.isEmpty() ? "" : "\n\n").append(text(message));
    }
    lastRequest = sent.messages();
    String role = sent.isMain() ? "" : " to " + sent.role();
    String group =
        sent.group().isEmpty() ? "" : " at the same time (group " + sent.group().getAsInt() + ")";
    String summary =
        "Sent"
            + role
            + group
            + ": "
            + HtmlLabels.count(sent.messages().size(), "message")
            + more
            + changed;
    details(summary, false, Markup.HTML.escape(text.toString()));
  }

  /** Returns the number of messages that two requests share at their beginning. */
  private static int shared(List<Message> one, List<Message> other) {
    int most = Math.min(one.size(), other.size());
    int shared = 0;
    while (shared < most && one.get(shared).equals(other.get(shared))) {
      shared++;
    }
    return shared;
  }

  private static String role(Message message) {
    if (message instanceof Message.ToolResult) {
      return "tool";
    }
    return message.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String text(Message message) {
    String role = role(message);
    if (message instanceof Message.ToolResult result) {
      return role + " (" + result.tool() + "):\n" + result.text();
    }
    if (message instanceof Message.Assistant assistant && !assistant.calls().isEmpty()) {
      StringBuilder calls = new StringBuilder(assistant.text());
      assistant
          .calls()
          .forEach(
              call -> calls.append("\n").append(call.name()).append(' ').append(call.arguments()));
      return role + ":\n" + calls.toString().strip();
    }
    return role + ":\n" + message.text();
  }

  private void toolUse(Step.ToolUse use) {
    out.append("<div class=\"tool\">\n<p class=\"call\"><b>")
        .append(Markup.HTML.escape(use.call().name()));
    out.append("</b> <code>")
        .append(Markup.HTML.escape(use.call().arguments()))
        .append("</code></p>\n");
    Observation observation = use.observation();
    boolean isRejected = observation instanceof Observation.Rejected;
    String what =
        isRejected ? "Rejected" : HtmlLabels.count(observation.tokens(), "token") + " returned";
    line(isRejected ? "failure" : "small", what + ", " + HtmlLabels.duration(use.elapsed()));
    if (use.error() != null) {
      details("Exception of the tool", false, Markup.HTML.escape(use.error()));
    }
    chunks(observation);
    boolean isOpen = isRejected || highlights.hasAny(observation);
    details("Text shown to the model", isOpen, highlights.html(observation));
    out.append("</div>\n");
  }

  private void chunks(Observation observation) {
    Map<String, Snippet> chunks = new LinkedHashMap<>();
    for (Snippet snippet : observation.shown()) {
      chunks.merge(nameOf(snippet), snippet, (one, other) -> other.isWholeSection() ? other : one);
    }
    if (chunks.isEmpty()) {
      return;
    }
    out.append("<ul class=\"chunks\">\n");
    chunks.forEach(
        (name, snippet) -> {
          out.append("<li><code>").append(Markup.HTML.escape(name)).append("</code> <bdi>");
          out.append(Markup.HTML.escape(HtmlLabels.location(snippet.location()))).append("</bdi>");
          out.append(snippet.isWholeSection() ? " (read)" : "").append("</li>\n");
        });
    out.append("</ul>\n");
  }

  private static String nameOf(Snippet snippet) {
    String chunk = ChunkNames.of(snippet.chunkId());
    return snippet.sections() == 1 ? chunk : chunk + "." + snippet.section().number();
  }

  private void line(String kind, String text) {
    out.append("<p class=\"").append(kind).append("\">").append(Markup.HTML.escape(text));
    out.append("</p>\n");
  }

  private void untrusted(String text) {
    out.append("<div class=\"foreign\">").append(Markup.HTML.escape(text)).append("</div>\n");
  }

  /**
   * Writes a section that can be expanded.
   *
   * @param html trusted HTML in which untrusted text is already escaped
   */
  private void details(String summary, boolean isOpen, String html) {
    out.append(isOpen ? "<details open>" : "<details>").append("<summary>");
    out.append(Markup.HTML.escape(summary)).append("</summary>\n<div class=\"foreign seen\">");
    out.append(html).append("</div></details>\n");
  }
}
