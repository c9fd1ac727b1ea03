package dev.arag.agent.internal.run;

import dev.arag.agent.Answer;
import dev.arag.agent.NoAnswerException;
import dev.arag.agent.NoValueException;
import dev.arag.agent.TypedAnswer;
import dev.arag.agent.internal.observe.CompositeObserver;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import java.util.function.Supplier;

/** A question that is about to be answered, once. */
public final class PreparedRun {
  private final RunExecutor conductor;
  private final Strategy strategy;
  private final RunContext context;
  private final ConversationState.Asking asking;
  private final CompositeObserver observers;

  public PreparedRun(
      RunExecutor conductor,
      Strategy strategy,
      RunContext context,
      ConversationState.Asking asking,
      CompositeObserver observers) {
    this.conductor = conductor;
    this.strategy = strategy;
    this.context = context;
    this.asking = asking;
    this.observers = observers;
  }

  public Answer answer() {
    return followed(() -> conductor.answer(strategy, context));
  }

  public <T> TypedAnswer<T> answer(RecordSchema<T> form) {
    return followed(() -> conductor.answer(strategy, context, form));
  }

  private <T> T followed(Supplier<T> work) {
    try {
      return work.get();
    } catch (NoAnswerException | NoValueException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      observers.failed(e);
      throw e;
    } finally {
      asking.leave();
    }
  }
}
