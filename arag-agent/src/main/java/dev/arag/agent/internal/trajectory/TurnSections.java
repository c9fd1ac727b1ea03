package dev.arag.agent.internal.trajectory;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.model.Tokens;
import dev.arag.agent.trajectory.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.ChunkNames;
import dev.arag.tools.Observation;
import dev.arag.tools.Snippet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The turns of a run, each with what was sent, said, looked up and found. */
final class TurnSections {
  private final Trajectory run;
  private final Highlights highlights;
  private final long largest;
  private final StringBuilder out = new StringBuilder();
  private List<Message> lastRequest = List.of();
  private int turn = -1;

  TurnSections(Trajectory run, Highlights highlights) {
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
    out.append(turn < 0 ? "<li>Nothing.</li>\n" : "</li>\n").append("</ol>\n");
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
      foreign(failure.error());
    } else if (step instanceof Step.ToolUse use) {
      toolUse(use);
    } else if (step instanceof Step.Nudge nudge) {
      line("small", "It was told:");
      foreign(nudge.text());
    } else if (step instanceof Step.Retry retry) {
      String pause = HtmlLabels.duration(retry.pause());
      line("failure", "An attempt failed; the next one followed after " + pause + ":");
      foreign(retry.error());
    }
  }

  private void modelCall(Step.ModelCall call) {
    String tools = call.tools().isEmpty() ? "no tools" : "tools " + String.join(", ", call.tools());
    request(call, ", " + (call.isClosing() ? "no tool may be called" : tools));
    Tokens tokens = call.tokens();
    spent(call, tokens);
    Reply reply = call.reply();
    if (!reply.thinking().isBlank()) {
      details("Thought", false, HtmlText.text(reply.thinking()));
    }
    if (!reply.text().isBlank()) {
      line("said", "Said:");
      foreign(reply.text());
    } else if (reply.calls().isEmpty()) {
      line("failure", "Said nothing.");
    }
    form(reply);
  }

  /** What is unusual about how the server was asked, and how it ended. */
  private void form(Reply reply) {
    Reply.Form form = reply.form();
    if (!form.leftOut().isEmpty()) {
      line(
          "small",
          "Left out, as the server does not take it: " + String.join(", ", form.leftOut()));
    }
    if (!form.closing().isEmpty()) {
      line("small", "Form of the closing call: " + HtmlLabels.words(form.closing()));
    }
    boolean isUsual =
        reply.finish() == Reply.Finish.STOP || reply.finish() == Reply.Finish.TOOL_CALLS;
    if (!isUsual) {
      String word = form.finishWord().isEmpty() ? "" : " (\"" + form.finishWord() + "\")";
      line("small", "Ended by: " + HtmlLabels.name(reply.finish()) + word);
    }
  }

  /** A bar as long as the request, compared with the largest. */
  private void spent(Step.ModelCall call, Tokens tokens) {
    long percent = largest == 0 ? 0 : Math.max(1, 100 * tokens.input() / largest);
    out.append("<div class=\"bar\"><span style=\"width:")
        .append(percent)
        .append("%\"></span></div>\n");
    String cached =
        tokens.cachedInput() == 0
            ? ""
            : " (" + HtmlLabels.number(tokens.cachedInput()) + " cached)";
    String model = call.reply().model().isEmpty() ? "" : ", " + call.reply().model();
    line(
        "small",
        HtmlLabels.duration(call.elapsed())
            + ", "
            + HtmlLabels.number(tokens.input())
            + " tokens in"
            + cached
            + ", "
            + HtmlLabels.number(tokens.output())
            + " out"
            + (tokens.isEstimated() ? " (estimated)" : "")
            + model);
  }

  /** What of a request stands nowhere else on the page: words of the system and of the user. */
  private void request(Step.Sent sent, String more) {
    int kept = 0;
    int most = Math.min(lastRequest.size(), sent.messages().size());
    while (kept < most && lastRequest.get(kept).equals(sent.messages().get(kept))) {
      kept++;
    }
    String changed = kept < lastRequest.size() ? ", not the one before and more" : "";
    StringBuilder text = new StringBuilder();
    for (Message message : sent.messages().subList(kept, sent.messages().size())) {
      text.append(text.isEmpty() ? "" : "\n\n").append(written(message));
    }
    lastRequest = sent.messages();
    String role = sent.role().equals("agent") ? "" : " to " + sent.role();
    String summary =
        "Sent" + role + ": " + HtmlLabels.count(sent.messages().size(), "message") + more + changed;
    details(summary, false, HtmlText.text(text.toString()));
  }

  private static String written(Message message) {
    String who = TrajectoryCodec.role(message);
    if (message instanceof Message.ToolResult result) {
      return who + " (" + result.tool() + "):\n" + result.text();
    }
    if (message instanceof Message.Assistant assistant && !assistant.calls().isEmpty()) {
      StringBuilder calls = new StringBuilder(assistant.text());
      assistant
          .calls()
          .forEach(
              call -> calls.append("\n").append(call.name()).append(' ').append(call.arguments()));
      return who + ":\n" + calls.toString().strip();
    }
    return who + ":\n" + message.text();
  }

  private void toolUse(Step.ToolUse use) {
    out.append("<div class=\"tool\">\n<p class=\"call\"><b>")
        .append(HtmlText.text(use.call().name()));
    out.append("</b> <code>").append(HtmlText.text(use.call().arguments())).append("</code></p>\n");
    Observation observation = use.observation();
    boolean isRejected = observation instanceof Observation.Rejected;
    String what =
        isRejected ? "Not done" : HtmlLabels.count(observation.tokens(), "token") + " came back";
    line(isRejected ? "failure" : "small", what + ", " + HtmlLabels.duration(use.elapsed()));
    chunks(observation);
    boolean isOpen = isRejected || highlights.areIn(observation);
    details("Text as the model saw it", isOpen, highlights.html(observation));
    out.append("</div>\n");
  }

  private void chunks(Observation observation) {
    Map<String, Snippet> chunks = new LinkedHashMap<>();
    for (Snippet snippet : observation.shown()) {
      chunks.merge(
          ChunkNames.of(snippet.chunk()),
          snippet,
          (one, other) -> other.isWholeChunk() ? other : one);
    }
    if (chunks.isEmpty()) {
      return;
    }
    out.append("<ul class=\"chunks\">\n");
    chunks.forEach(
        (name, snippet) -> {
          out.append("<li><code>").append(HtmlText.text(name)).append("</code> <bdi>");
          out.append(HtmlText.text(HtmlLabels.location(snippet.location()))).append("</bdi>");
          out.append(snippet.isWholeChunk() ? " (read)" : "").append("</li>\n");
        });
    out.append("</ul>\n");
  }

  private void line(String kind, String foreign) {
    out.append("<p class=\"").append(kind).append("\">").append(HtmlText.text(foreign));
    out.append("</p>\n");
  }

  private void foreign(String text) {
    out.append("<div class=\"foreign\">").append(HtmlText.text(text)).append("</div>\n");
  }

  /**
   * @param html of ours, foreign text in it escaped
   */
  private void details(String summary, boolean isOpen, String html) {
    out.append(isOpen ? "<details open>" : "<details>").append("<summary>");
    out.append(HtmlText.text(summary)).append("</summary>\n<div class=\"foreign seen\">");
    out.append(html).append("</div></details>\n");
  }
}
