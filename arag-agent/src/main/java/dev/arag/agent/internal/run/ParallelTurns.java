package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.LoopContext;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.internal.run.ParallelSender.Group;
import dev.arag.agent.internal.run.ParallelSender.Result;
import dev.arag.agent.internal.run.RequestSender.Send;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.strategy.Completion;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sends several conversations together: reserves the budget for all of them, sends those that fit,
 * and returns one result for each.
 */
final class ParallelTurns {
  private final LoopContext loop;
  private final BudgetTracker budget;
  private final ModelsByRole models;
  private final RunControl control;
  private final RequestSender sender;

  ParallelTurns(LoopContext loop, ModelsByRole models, RunControl control, RequestSender sender) {
    this.loop = loop;
    this.budget = loop.budget();
    this.models = models;
    this.control = control;
    this.sender = sender;
  }

  /** The results of conversations, and the requests that were sent. */
  record Outcome(List<Completion> completions, List<Result> sent) {}

  /**
   * Sends conversations that offer no tools.
   *
   * @throws BudgetExhaustedException if the budget allows none of the requests, if all of them
   *     exceeded the run's time limit or the model's context window, or if the run was cancelled
   * @throws ModelException if all requests failed otherwise
   */
  Outcome send(String role, List<List<Message>> conversations, Send send) {
    control.requireNotCancelled();
    if (conversations.isEmpty()) {
      return new Outcome(List.of(), List.of());
    }
    try {
      Plan plan = reserve(role, conversations);
      List<Result> results =
          sender.parallel().send(new Group(models.of(role), role, plan.requests, send));
      control.requireNotCancelled();
      learnWindow(results);
      requireSuccess(results);
      return new Outcome(plan.completions(results), results);
    } finally {
      budget.releaseReservations();
    }
  }

  /**
   * The requests to send.
   *
   * @param limits for each conversation the limit that prevents its request; empty if it is sent
   */
  private record Plan(List<Request> requests, List<Optional<StopReason>> limits) {
    List<Completion> completions(List<Result> results) {
      List<Completion> completions = new ArrayList<>();
      int sent = 0;
      for (Optional<StopReason> limit : limits) {
        completions.add(
            limit.isPresent()
                ? new Completion.Skipped(limit.get())
                : completion(results.get(sent++)));
      }
      return List.copyOf(completions);
    }

    private static Completion completion(Result result) {
      ModelException failure = result.failure();
      return failure == null
          ? new Completion.Text(result.text())
          : new Completion.Failed(failure.kind(), String.valueOf(failure.getMessage()));
    }
  }

  /**
   * Counts and reserves the first requests that fit. A request that exceeds the context window does
   * not prevent those after it.
   */
  private Plan reserve(String role, List<List<Message>> conversations) {
    Plan plan = new Plan(new ArrayList<>(), new ArrayList<>());
    Optional<StopReason> limit = Optional.empty();
    for (List<Message> messages : conversations) {
      Request request = sender.fit(new Request(messages, Toolbox.empty()), false);
      int tokens = loop.count(request);
      if (limit.isEmpty() || limit.get() == StopReason.CONTEXT_LIMIT) {
        limit = budget.limitReached(role, tokens, false);
      }
      plan.limits.add(limit);
      if (limit.isEmpty()) {
        plan.requests.add(request);
        budget.reserve(role, tokens);
        int unused = budget.addModelCall(role);
      }
    }
    if (plan.requests.isEmpty()) {
      throw new BudgetExhaustedException(plan.limits.get(0).orElseThrow());
    }
    return plan;
  }

  /** Lowers the limit of later requests, like {@link RequestSender}, if a server rejected one. */
  private void learnWindow(List<Result> results) {
    for (Result result : results) {
      ModelException failure = result.failure();
      if (failure != null && failure.isContextOverflow()) {
        budget.limitRequests(loop.count(result.request()) * 3 / 4);
      }
    }
  }

  private static void requireSuccess(List<Result> results) {
    List<ModelException> failures =
        results.stream().flatMap(each -> Stream.ofNullable(each.failure())).toList();
    if (failures.size() < results.size()) {
      return;
    }
    if (failures.stream().allMatch(ModelException::isOutOfTime)) {
      throw new BudgetExhaustedException(StopReason.DEADLINE);
    }
    if (failures.stream().allMatch(ModelException::isContextOverflow)) {
      throw RequestSender.tooLong(failures.get(0));
    }
    throw failures.stream().filter(each -> !each.isOutOfTime()).findFirst().orElseThrow();
  }
}
