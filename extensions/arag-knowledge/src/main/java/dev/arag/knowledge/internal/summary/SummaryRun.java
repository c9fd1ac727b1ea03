package dev.arag.knowledge.internal.summary;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.error.NotIndexedException;
import dev.arag.index.Index;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The steps that {@code raptor} and {@code overview} have in common. */
record SummaryRun(Index index, SummaryStore store, Summarizer summarizer, int lazy) {
  private static final double MIN_COVERAGE = 0.95;

  Catalogue corpus(RunContext run) {
    if (run.corpus() instanceof Catalogue catalogue) {
      return catalogue;
    }
    throw new NotIndexedException("Summaries need a corpus that can list its documents.");
  }

  /**
   * Returns the summaries of a run, after it has made missing ones.
   *
   * @param wanted the parts to use, the most important first
   * @param later the number of calls that the run needs afterwards
   */
  KnownSummaries summaries(RunContext run, List<Unit> wanted, int later) {
    store.refresh();
    if (lazy == 0 && store.isEmpty()) {
      throw new NotIndexedException(
          "The index has no summaries. Make them with Knowledge.extractSummaries.");
    }
    KnownSummaries known = new KnownSummaries(corpus(run), index::ignoringRights, store, "");
    if (lazy > 0) {
      known.make(run, summarizer, wanted, lazy, later);
    }
    return known;
  }

  /** Warns if summaries are missing, or are those of earlier versions of their texts. */
  static void warn(RunContext run, KnownSummaries known, Collection<Unit> units) {
    long covered = units.stream().filter(each -> known.find(each).isPresent()).count();
    if (covered < MIN_COVERAGE * units.size()) {
      run.warn(
          "Only %d of the %d summaries that the question needs are known."
              .formatted(covered, units.size()));
    }
    int earlier = known.countEarlier(units);
    if (earlier > 0) {
      run.warn(
          "%d of %d summaries are of earlier versions of their texts, of which at least 90 %% are unchanged."
              .formatted(earlier, covered));
    }
  }

  /** Returns the request for the final answer with text that was shown. */
  static List<Message> messages(RunContext run, String text, String question) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(run.answerRules()));
    messages.addAll(run.earlier());
    messages.add(new Message.User(text + "\n\nQuestion: " + question));
    return messages;
  }

  static String ask(RunContext run, String text, String question) {
    return run.chat(messages(run, text, question), Toolbox.empty()).text();
  }
}
