package dev.arag.strategies.internal.run;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Forwards all methods to a run. A wrapper overrides the methods whose calls it observes or changes
 * and gives the object to the strategy that it wraps.
 */
public abstract class ForwardingRun implements RunContext {
  private final RunContext run;

  /** Creates a view of a run. */
  protected ForwardingRun(RunContext run) {
    this.run = run;
  }

  /** The run that this object forwards to. */
  protected final RunContext run() {
    return run;
  }

  @Override
  public String question() {
    return run.question();
  }

  @Override
  public Profile profile() {
    return run.profile();
  }

  @Override
  public Corpus corpus() {
    return run.corpus();
  }

  @Override
  public Toolbox tools() {
    return run.tools();
  }

  @Override
  public Optional<String> instructions() {
    return run.instructions();
  }

  @Override
  public Budget remaining() {
    return run.remaining();
  }

  @Override
  public boolean affords(int calls) {
    return run.affords(calls);
  }

  @Override
  public int freeTokens(List<Message> messages) {
    return run.freeTokens(messages);
  }

  @Override
  public List<Message> earlier() {
    return run.earlier();
  }

  @Override
  public Observation call(ToolCall call) {
    return run.call(call);
  }

  @Override
  public Shown show(Collection<ChunkId> chunks) {
    return run.show(chunks);
  }

  @Override
  public Shown show(List<? extends Hit> hits) {
    return run.show(hits);
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    return run.chat(messages, offered);
  }

  @Override
  public Optional<Message> correct(Reply reply) {
    return run.correct(reply);
  }

  @Override
  public String complete(String prompt) {
    return run.complete(prompt);
  }

  @Override
  public List<Completion> completeAll(List<String> prompts) {
    return run.completeAll(prompts);
  }

  @Override
  public <T extends Record> Optional<T> fill(Class<T> form, String prompt) {
    return run.fill(form, prompt);
  }

  @Override
  public <T extends Record> List<Optional<T>> fillAll(Class<T> form, List<String> prompts) {
    return run.fillAll(form, prompts);
  }

  @Override
  public List<Completion> runAll(Strategy strategy, List<String> questions, int atMost) {
    return run.runAll(strategy, questions, atMost);
  }

  @Override
  public void closeFrom(Supplier<List<Message>> messages) {
    run.closeFrom(messages);
  }

  @Override
  public void warn(String warning) {
    run.warn(warning);
  }

  @Override
  public String answerRules() {
    return run.answerRules();
  }

  @Override
  public Note check(Note note) {
    return run.check(note);
  }

  @Override
  public ParsedAnswer check(String answer) {
    return run.check(answer);
  }

  @Override
  public RunContext as(String role) {
    return run.as(role);
  }
}
