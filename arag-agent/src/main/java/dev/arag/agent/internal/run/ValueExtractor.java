package dev.arag.agent.internal.run;

import dev.arag.agent.LoopMessage;
import dev.arag.agent.internal.loop.BudgetExhausted;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.typed.ParsedValue;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.internal.typed.ValueParseException;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has a model put an answer into a form: one call, and one more if it did it wrong. */
final class ValueExtractor<T> {
  private final RecordSchema<T> form;
  private final RunSession run;
  private final ModelConnection model;
  private final MessageTemplates texts;
  private @Nullable ParsedValue<T> filled;
  private @Nullable ModelException failure;
  private String problem = "";
  private boolean hasEnded;

  ValueExtractor(
      RecordSchema<T> form, RunSession run, ModelConnection model, MessageTemplates texts) {
    this.form = form;
    this.run = run;
    this.model = model;
    this.texts = texts;
  }

  /**
   * @throws BudgetExhausted if the run was cancelled
   * @throws ModelException if it was interrupted
   */
  void fill(String question, String answer) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.User(question));
    messages.add(Message.Assistant.of(answer));
    messages.add(new Message.User(texts.of(LoopMessage.FILL_FORM, "schema", form.schema())));
    if (!send(messages) && !hasEnded) {
      messages.add(new Message.User(texts.of(LoopMessage.FILL_AGAIN, "problem", problem)));
      boolean unused = send(messages);
    }
  }

  private boolean send(List<Message> messages) {
    try {
      Reply reply = run.fill(model, messages, form.name(), form.schema());
      messages.add(Message.Assistant.of(reply.text()));
      filled = form.read(reply.text());
      return true;
    } catch (ValueParseException e) {
      problem = String.valueOf(e.getMessage());
    } catch (BudgetExhausted ended) {
      if (ended.reason() == StopReason.CANCELLED) {
        throw ended;
      }
      hasEnded = true;
      problem = "The budget of the run had ended: " + ended.reason() + ".";
    } catch (ModelException e) {
      if (run.isCancelled()) {
        throw e;
      }
      hasEnded = true;
      failure = e;
      problem = String.valueOf(e.getMessage());
    }
    return false;
  }

  /** What was filled in; null if nothing was. */
  @Nullable ParsedValue<T> filled() {
    return filled;
  }

  /** Why nothing was filled in. */
  String problem() {
    return problem;
  }

  @Nullable ModelException failure() {
    return failure;
  }
}
