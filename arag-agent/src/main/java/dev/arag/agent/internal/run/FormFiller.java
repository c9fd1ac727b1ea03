package dev.arag.agent.internal.run;

import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.internal.typed.ValueParseException;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks the model of a role for records. A model whose reply is not a valid record is asked once
 * more.
 */
final class FormFiller<T> {
  private final QuestionRun run;
  private final String role;
  private final RecordSchema<T> schema;
  private final MessageTemplates messages;

  FormFiller(QuestionRun run, String role, RecordSchema<T> schema) {
    this.run = run;
    this.role = role;
    this.schema = schema;
    this.messages = run.state().rules().messages();
  }

  /** A prompt with the conversation about it, and the record if there is one. */
  private final class Form {
    private final List<Message> conversation = new ArrayList<>();
    private Optional<T> value = Optional.empty();
    private boolean isInvalid;

    Form(String prompt) {
      String request = messages.of(LoopMessage.REPLY_FORM, "schema", schema.schema());
      conversation.add(new Message.User(prompt + "\n\n" + request));
    }

    void read(Completion completion) {
      isInvalid = false;
      if (completion instanceof Completion.Text reply) {
        try {
          value = Optional.of(schema.read(reply.text()).value());
        } catch (ValueParseException e) {
          isInvalid = true;
          conversation.add(Message.Assistant.of(reply.text()));
          String problem = String.valueOf(e.getMessage());
          conversation.add(
              new Message.User(messages.of(LoopMessage.FILL_AGAIN, "problem", problem)));
        }
      }
    }
  }

  /**
   * Returns the records in the order of the prompts.
   *
   * @throws BudgetExhaustedException if the budget allows none of the requests, or if the run was
   *     cancelled
   * @throws ModelException if all requests failed
   */
  List<Optional<T>> fill(List<String> prompts) {
    List<Form> forms = new ArrayList<>();
    prompts.forEach(prompt -> forms.add(new Form(prompt)));
    List<Completion> completions = send(forms);
    warnAboutMissing(completions);
    List<Form> invalid = forms.stream().filter(form -> form.isInvalid).toList();
    if (!invalid.isEmpty()) {
      sendAgain(invalid);
    }
    return forms.stream().map(form -> form.value).toList();
  }

  private List<Completion> send(List<Form> forms) {
    List<Completion> completions =
        run.models()
            .completeAll(
                role,
                forms.stream().map(form -> List.copyOf(form.conversation)).toList(),
                new Request.Format(schema.name(), schema.schema()));
    for (int i = 0; i < completions.size(); i++) {
      forms.get(i).read(completions.get(i));
    }
    return completions;
  }

  private void sendAgain(List<Form> invalid) {
    try {
      List<Completion> unused = send(invalid);
    } catch (BudgetExhaustedException limit) {
      if (limit.reason() == StopReason.CANCELLED) {
        throw limit;
      }
    } catch (ModelException e) {
      run.state().budget().requireNotCancelled();
    }
    long missing = invalid.stream().filter(form -> form.value.isEmpty()).count();
    if (missing > 0) {
      warn("%d of %d replies of the role %s contain no valid %s.", missing, invalid.size());
    }
  }

  private void warnAboutMissing(List<Completion> completions) {
    long missing = completions.stream().filter(each -> !(each instanceof Completion.Text)).count();
    if (missing > 0) {
      warn("%d of %d requests to the role %s for a %s have no reply.", missing, completions.size());
    }
  }

  private void warn(String text, long missing, int all) {
    run.state().recorder().warn(text.formatted(missing, all, role, schema.name()));
  }
}
