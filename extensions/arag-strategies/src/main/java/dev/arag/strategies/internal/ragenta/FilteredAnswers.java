package dev.arag.strategies.internal.ragenta;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers the question from the documents that pass the filter, and follow-up questions from
 * documents that were not used before. An object serves one run.
 */
final class FilteredAnswers implements Strategy {
  private final int k;
  private final Set<ChunkId> used = new LinkedHashSet<>();
  private boolean isFollowUp;

  FilteredAnswers(int k) {
    this.k = k;
  }

  @Override
  public String run(String question, RunContext run) {
    List<ChunkId> found = find(run);
    if (isFollowUp) {
      used.addAll(found);
      return found.isEmpty() ? "" : answer(question, found, run);
    }
    isFollowUp = true;
    DocumentFilter filter = new DocumentFilter(found, run);
    run.closeFrom(() -> messages(question, filter.kept(), run));
    filter.apply();
    used.addAll(filter.documents());
    return answer(question, filter.kept(), run);
  }

  private List<ChunkId> find(RunContext run) {
    List<ChunkId> found =
        new ArrayList<>(
            Search.HYBRID.ranking(run).rank(run.corpus(), run.question(), k + used.size()));
    found.removeAll(used);
    return List.copyOf(found.subList(0, Math.min(k, found.size())));
  }

  private static String answer(String question, List<ChunkId> documents, RunContext run) {
    return run.chat(messages(question, documents, run), Toolbox.empty()).text();
  }

  private static List<Message> messages(String question, List<ChunkId> documents, RunContext run) {
    List<ChunkId> fitting =
        Passages.fitting(run, documents, FinalAnswer.messages(run, question, ""));
    if (fitting.size() < documents.size()) {
      run.warn(
          "ragenta: only "
              + fitting.size()
              + " of "
              + documents.size()
              + " documents fitted the request for an answer.");
    }
    return FinalAnswer.messages(run, question, run.show(fitting).text());
  }
}
