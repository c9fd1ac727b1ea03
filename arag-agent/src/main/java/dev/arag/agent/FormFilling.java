package dev.arag.agent;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelConnection;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.trajectory.StopReason;
import dev.arag.agent.typed.Filled;
import dev.arag.agent.typed.Form;
import dev.arag.agent.typed.FormException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Has a model put an answer into a form: one call, and one more if it did it wrong. */
final class FormFilling<T> {
  private final Form<T> form;
  private final LiveRun run;
  private final ModelConnection model;
  private final LoopTexts texts;
  private @Nullable Filled<T> filled;
  private @Nullable ModelException failure;
  private String problem = "";
  private boolean hasEnded;

  FormFilling(Form<T> form, LiveRun run, ModelConnection model, LoopTexts texts) {
    this.form = form;
    this.run = run;
    this.model = model;
    this.texts = texts;
  }

  /**
   * @throws BudgetEnded if the run was cancelled
   * @throws ModelException if it was interrupted
   */
  void fill(String question, String answer) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.User(question));
    messages.add(Message.Assistant.of(answer));
    messages.add(new Message.User(texts.of(LoopText.FILL_FORM, "schema", form.schema())));
    if (!send(messages) && !hasEnded) {
      messages.add(new Message.User(texts.of(LoopText.FILL_AGAIN, "problem", problem)));
      boolean unused = send(messages);
    }
  }

  private boolean send(List<Message> messages) {
    try {
      Reply reply = run.fill(model, messages, form.name(), form.schema());
      messages.add(Message.Assistant.of(reply.text()));
      filled = form.read(reply.text());
      return true;
    } catch (FormException e) {
      problem = String.valueOf(e.getMessage());
    } catch (BudgetEnded ended) {
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
  @Nullable Filled<T> filled() {
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
