package dev.arag.agent.internal.trajectory;

import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.text.FencedText;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Determines which corpus text was sent in requests. Citations are checked against this text. */
public final class ShownTextLog {
  private final List<Entry> entries = new ArrayList<>();

  /**
   * Returns the snippets that were sent in any request.
   *
   * @param earlier the earlier questions of the conversation. Text that was found for a question
   *     without an answer counts only if it was sent for another question.
   */
  public static List<Snippet> shown(List<RunRecord> earlier, List<Step> steps) {
    ShownTextLog log = new ShownTextLog();
    for (RunRecord each : earlier) {
      if (each.answer() == null) {
        log.addFound(each.steps());
      } else {
        each.steps().forEach(log::add);
      }
    }
    steps.forEach(log::add);
    return log.entries.stream().filter(entry -> entry.isShown).map(entry -> entry.snippet).toList();
  }

  private void addFound(List<Step> steps) {
    steps.stream().filter(Step.ToolUse.class::isInstance).forEach(this::add);
  }

  /** Returns the snippets that were found before a request and sent in that request. */
  public static List<Snippet> shownIn(
      Step.Sent request, List<RunRecord> earlier, List<Step> steps) {
    int at = steps.indexOf(request);
    if (at < 0) {
      throw new IllegalArgumentException("The request is not a step of this trajectory.");
    }
    ShownTextLog log = new ShownTextLog();
    earlier.forEach(each -> log.addFound(each.steps()));
    log.addFound(steps.subList(0, at));
    log.add(request);
    return log.entries.stream().filter(entry -> entry.isShown).map(entry -> entry.snippet).toList();
  }

  /**
   * Returns all texts from which a name or figure of an answer may come: the question, user
   * messages, and the fenced text of observations. Text outside of a fence is excluded because it
   * may repeat words of the model. Snippets that were found after the last request are included
   * because an answer may be composed of them.
   */
  public static List<String> texts(String question, List<Snippet> shown, List<Step> steps) {
    Set<String> texts = new LinkedHashSet<>();
    texts.add(question);
    shown.forEach(snippet -> texts.add(snippet.text()));
    List<Snippet> late = new ArrayList<>();
    for (Step step : steps) {
      if (step instanceof Step.Sent sent && !isCheck(sent)) {
        sent.messages().forEach(message -> add(message, texts));
        late.clear();
      } else if (step instanceof Step.ToolUse use) {
        late.addAll(use.observation().shown());
      }
    }
    late.forEach(snippet -> texts.add(snippet.text()));
    return List.copyOf(texts);
  }

  /**
   * Whether a request compares an answer with its quotes. It follows the answer and repeats its
   * words.
   */
  private static boolean isCheck(Step.Sent sent) {
    return sent.role().equals(ModelsByRole.CHECK);
  }

  private static void add(Message message, Set<String> texts) {
    if (message instanceof Message.User) {
      texts.add(message.text());
    } else if (message instanceof Message.ToolResult) {
      texts.add(FencedText.in(message.text()));
    }
  }

  private void add(Step step) {
    if (step instanceof Step.ToolUse use) {
      String observation = use.observation().text();
      use.observation().shown().forEach(each -> entries.add(new Entry(each, observation)));
    } else if (step instanceof Step.Sent sent && !isCheck(sent)) {
      entries.stream().filter(entry -> !entry.isShown).forEach(entry -> entry.check(sent));
    }
  }

  private static final class Entry {
    private final Snippet snippet;
    private final String observation;
    private boolean isShown;

    Entry(Snippet snippet, String observation) {
      this.snippet = snippet;
      this.observation = observation;
    }

    /**
     * Whether a message shows the snippet. A strategy may send the whole observation or a prompt
     * that contains the snippet. Messages of the model do not count, because they are not corpus
     * text. Most results are sent as they are, so the slow search for a text is rarely necessary.
     */
    void check(Step.Sent sent) {
      isShown =
          isIn(sent, text -> text.equals(observation))
              || isIn(sent, text -> text.contains(snippet.text()));
    }

    private static boolean isIn(Step.Sent sent, Predicate<String> isShown) {
      return sent.messages().stream()
          .anyMatch(each -> !(each instanceof Message.Assistant) && isShown.test(each.text()));
    }
  }
}
