package dev.arag.agent.trajectory;

import dev.arag.agent.model.Message;
import dev.arag.tools.Snippet;
import java.util.ArrayList;
import java.util.List;

/** Which corpus text really stood in a request: what a citation may be checked against. */
final class Ledger {
  private final List<Entry> entries = new ArrayList<>();

  static List<Snippet> shown(List<Step> steps) {
    Ledger ledger = new Ledger();
    steps.forEach(ledger::add);
    return ledger.entries.stream()
        .filter(entry -> entry.isShown)
        .map(entry -> entry.snippet)
        .toList();
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
