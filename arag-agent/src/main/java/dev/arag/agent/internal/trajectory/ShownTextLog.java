package dev.arag.agent.internal.trajectory;

import dev.arag.agent.model.Message;
import dev.arag.agent.trajectory.Step;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which corpus text really stood in a request: what a citation may be checked against. */
public final class ShownTextLog {
  private final List<Entry> entries = new ArrayList<>();

  /**
   * @param before the steps of earlier questions: what they found may stand in a request again
   */
  public static List<Snippet> shown(List<Step> before, List<Step> steps) {
    ShownTextLog ledger = new ShownTextLog();
    ledger.addFound(before);
    steps.forEach(ledger::add);
    return ledger.entries.stream()
        .filter(entry -> entry.isShown)
        .map(entry -> entry.snippet)
        .toList();
  }

  private void addFound(List<Step> steps) {
    steps.stream().filter(Step.ToolUse.class::isInstance).forEach(this::add);
  }

  /** What stood in one request, of what had been found before it. */
  public static List<Snippet> shownIn(Step.Sent request, List<Step> before, List<Step> steps) {
    int at = steps.indexOf(request);
    if (at < 0) {
      throw new IllegalArgumentException("The request is no step of this record.");
    }
    ShownTextLog ledger = new ShownTextLog();
    ledger.addFound(before);
    ledger.addFound(steps.subList(0, at));
    ledger.add(request);
    return ledger.entries.stream()
        .filter(entry -> entry.isShown)
        .map(entry -> entry.snippet)
        .toList();
  }

  /**
   * All that a name or figure of an answer may be from: the question, what users of the
   * conversation said, and what stands in the fences of observations. Outside of a fence a tool
   * repeats what the model wrote. What was found after the last request was shown to nobody but who
   * reads the answer made of it.
   */
  public static List<String> texts(String question, List<Snippet> shown, List<Step> steps) {
    Set<String> texts = new LinkedHashSet<>();
    texts.add(question);
    shown.forEach(snippet -> texts.add(snippet.text()));
    List<Snippet> late = new ArrayList<>();
    for (Step step : steps) {
      if (step instanceof Step.Sent sent) {
        sent.messages().forEach(message -> add(message, texts));
        late.clear();
      } else if (step instanceof Step.ToolUse use) {
        late.addAll(use.observation().shown());
      }
    }
    late.forEach(snippet -> texts.add(snippet.text()));
    return List.copyOf(texts);
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
    } else if (step instanceof Step.Sent sent) {
      entries.stream().filter(entry -> !entry.isShown).forEach(entry -> entry.look(sent));
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

    void look(Step.Sent sent) {
      isShown = sent.messages().stream().anyMatch(this::isIn);
    }

    /**
     * A strategy may pass the observation on whole, or build a prompt of its snippets. What a model
     * wrote itself shows it nothing.
     */
    private boolean isIn(Message message) {
      String text = message.text();
      return !(message instanceof Message.Assistant)
          && (text.equals(observation) || text.contains(snippet.text()));
    }
  }
}
