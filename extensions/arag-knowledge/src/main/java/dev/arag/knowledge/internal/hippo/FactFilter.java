package dev.arag.knowledge.internal.hippo;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.knowledge.internal.extract.Prompt;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Asks a model which facts help to answer a question: the recognition memory of HippoRAG 2. */
final class FactFilter {
  static final String ROLE = "fact-filter";

  private static final String PROMPT = Prompt.read(FactFilter.class, "filter");
  private static final String CANCELLED = "cancelled";

  private FactFilter() {}

  /** The numbers of the facts that help. */
  record ChosenFacts(List<Integer> facts) {}

  /** Returns the facts that help; all if the model fails or the budget does not allow the call. */
  static List<ScoredFact> choose(RunContext run, String question, List<ScoredFact> facts) {
    if (!run.affords(2)) {
      run.warn("The budget does not allow the call that chooses facts, so all facts were used.");
      return facts;
    }
    String numbered =
        IntStream.range(0, facts.size())
            .mapToObj(i -> (i + 1) + ". " + facts.get(i).fact())
            .collect(Collectors.joining("\n"));
    String prompt = PROMPT.replace("{question}", question).replace("{facts}", numbered);
    Optional<ChosenFacts> chosen = fill(run, prompt);
    if (chosen.isEmpty()) {
      run.warn("The model chose no facts that can be read, so all facts were used.");
      return facts;
    }
    return IntStream.range(0, facts.size())
        .filter(i -> chosen.get().facts().contains(i + 1))
        .mapToObj(facts::get)
        .toList();
  }

  private static Optional<ChosenFacts> fill(RunContext run, String prompt) {
    try {
      return run.as(ROLE).fill(ChosenFacts.class, prompt);
    } catch (ModelException e) {
      if (e.type().equals(CANCELLED) || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return Optional.empty();
    }
  }
}
