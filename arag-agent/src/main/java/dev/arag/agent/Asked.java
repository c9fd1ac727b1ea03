package dev.arag.agent;

import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.typed.Form;
import java.util.function.Supplier;

/** A question that is about to be answered, once. */
final class Asked {
  private final Conductor conductor;
  private final Strategy strategy;
  private final RunContext context;
  private final Talk.Asking asking;
  private final Observers observers;

  Asked(
      Conductor conductor,
      Strategy strategy,
      RunContext context,
      Talk.Asking asking,
      Observers observers) {
    this.conductor = conductor;
    this.strategy = strategy;
    this.context = context;
    this.asking = asking;
    this.observers = observers;
  }

  Answer answer() {
    return followed(() -> conductor.answer(strategy, context));
  }

  <T> TypedAnswer<T> answer(Form<T> form) {
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
