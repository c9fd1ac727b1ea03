package dev.arag.agent.internal.run;

import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.internal.typed.ParsedValue;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.internal.typed.ValueParseException;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a model to turn an answer into a record. If the reply is not a valid record, the model is
 * asked once more.
 */
final class ValueExtractor<T> {
  private final RecordSchema<T> schema;
  private final QuestionRun run;
  private final MessageTemplates messages;

  /**
   * The value, or the reason why there is none.
   *
   * @param problem why there is no value; empty if there is a value
   * @param failure the failure of the model; null if the model did not fail
   * @param isRetriable whether the model can correct the problem
   */
  record Extraction<T>(
      @Nullable ParsedValue<T> value,
      String problem,
      @Nullable ModelException failure,
      boolean isRetriable) {}

  ValueExtractor(RecordSchema<T> schema, QuestionRun run) {
    this.schema = schema;
    this.run = run;
    this.messages = run.state().rules().messages();
  }

  /**
   * @throws BudgetExhaustedException if the run was cancelled
   * @throws ModelException if the run was cancelled during a model call
   */
  Extraction<T> extract(String question, RawAnswer answer) {
    if (!answer.isByModel()) {
      return failed("The model did not answer.", null);
    }
    Outcome outcome = AnswerParser.parse(answer.text(), run.state().recorder().shown()).outcome();
    if (outcome == Outcome.NOT_FOUND || outcome == Outcome.NEEDS_CLARIFICATION) {
      return failed(outcome.description(), null);
    }
    List<Message> history = new ArrayList<>();
    history.add(new Message.User(question));
    history.add(Message.Assistant.of(answer.text()));
    history.add(new Message.User(messages.of(LoopMessage.FILL_FORM, "schema", schema.schema())));
    Extraction<T> first = send(history);
    if (!first.isRetriable()) {
      return first;
    }
    history.add(new Message.User(messages.of(LoopMessage.FILL_AGAIN, "problem", first.problem())));
    return send(history);
  }

  private Extraction<T> send(List<Message> history) {
    try {
      Reply reply =
          run.models()
              .afterAnswer(
                  ModelsByRole.EXTRACTION,
                  history,
                  new Request.Format(schema.name(), schema.schema()));
      history.add(Message.Assistant.of(reply.text()));
      return new Extraction<>(schema.read(reply.text()), "", null, false);
    } catch (ValueParseException e) {
      return new Extraction<>(null, String.valueOf(e.getMessage()), null, true);
    } catch (BudgetExhaustedException limit) {
      if (limit.reason() == StopReason.CANCELLED) {
        throw limit;
      }
      return failed(limit.reason().description(), null);
    } catch (ModelException e) {
      if (run.state().budget().isCancelled()) {
        throw e;
      }
      return failed(String.valueOf(e.getMessage()), e);
    }
  }

  private Extraction<T> failed(String problem, @Nullable ModelException failure) {
    return new Extraction<>(null, problem, failure, false);
  }
}
