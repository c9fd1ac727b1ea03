package dev.arag.evaluation.internal.batch;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.batch.BatchRun;
import dev.arag.evaluation.internal.row.CitationEntry;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import dev.langchain4j.model.chat.ChatModel;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** Executes single runs. Thread-safe. */
final class QuestionRunner {
  private final BatchSettings settings;
  private final Corpus corpus;
  private final LongSupplier nanoTime;
  private final Map<Variant, AgentOfModel> agents = new HashMap<>();

  /** An agent, and the model that it was built with. */
  private record AgentOfModel(Agent agent, ChatModel model) {}

  QuestionRunner(BatchSettings settings, Corpus corpus) {
    this.settings = settings;
    this.corpus = corpus;
    nanoTime = Objects.requireNonNullElse(settings.nanoTime, System::nanoTime);
  }

  /**
   * Asks a question.
   *
   * @param hidden the chunks that the run may not read
   * @throws AragException if the corpus failed, so that no further question can be answered
   */
  RunResult ask(Variant variant, BatchRun run, Collection<ChunkId> hidden) {
    Agent agent = agent(variant, settings.models.apply(run));
    Agent scoped = hidden.isEmpty() ? agent : agent.within(Scope.chunks(hidden).not());
    long start = nanoTime.getAsLong();
    try {
      Trajectory trajectory = scoped.ask(run.question().text()).trajectory();
      return new RunResult(trajectory, null, millisSince(start));
    } catch (NoAnswerException e) {
      return new RunResult(e.trajectory(), e.getMessage(), millisSince(start));
    } catch (AragException e) {
      throw e;
    } catch (RuntimeException e) {
      return Thread.currentThread().isInterrupted()
          ? cancelled(run)
          : new RunResult(null, e.toString(), millisSince(start));
    }
  }

  /** A strategy or tool may report an interrupt with any exception. */
  private static RunResult cancelled(BatchRun run) {
    String question = run.question().text();
    return new RunResult(
        Trajectory.of(question, List.of(), StopReason.CANCELLED, Duration.ZERO), null, 0);
  }

  private long millisSince(long start) {
    return (nanoTime.getAsLong() - start) / 1_000_000;
  }

  /** Returns the agent of a variant. Agents are shared, because they know the server's limits. */
  private synchronized Agent agent(Variant variant, ChatModel model) {
    AgentOfModel known = agents.get(variant);
    if (known != null && known.model() == model) {
      return known.agent();
    }
    Agent agent = agent(variant.strategy(), variant.budget(), model);
    agents.put(variant, new AgentOfModel(agent, model));
    return agent;
  }

  Agent agent(Strategy strategy, Budget budget, ChatModel model) {
    return Agent.builder(corpus, model)
        .strategy(strategy)
        .profile(settings.profile)
        .budget(budget)
        .build();
  }

  /** Returns the line of a result. */
  ResultRow row(BatchRun run, RunResult result) {
    Trajectory trajectory = result.trajectory();
    RunDetails details =
        new RunDetails(
            run.strategy(),
            settings.profile.label(),
            run.repeat(),
            run.setting(),
            result.shortAnswer(),
            trajectory == null ? null : trajectory.stopReason(),
            trajectory == null ? null : trajectory.outcome().orElse(null),
            result.failure().orElse(null),
            usage(result),
            result.latencyMillis(),
            settings.nanoTime == null && settings.workers > 1,
            trajectory == null
                ? List.of()
                : trajectory.citations().stream().map(CitationEntry::of).toList(),
            trajectory == null ? "" : trajectory.toJson());
    return ResultRow.of(run.question(), trajectory, result.error(), details);
  }

  RunUsage usage(RunResult result) {
    Trajectory trajectory = result.trajectory();
    return trajectory == null ? RunUsage.NONE : RunUsage.of(trajectory, settings.prices);
  }
}
