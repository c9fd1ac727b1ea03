package dev.arag.agent.internal.run;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.citation.AnswerParser;
import dev.arag.agent.internal.citation.QuoteChecker;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.internal.typed.RecordSchema;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The view of a run that a strategy receives for the model of one role. */
record RoleContext(QuestionRun run, String role) implements RunContext {
  @Override
  public String question() {
    return run.state().recorder().question();
  }

  @Override
  public Profile profile() {
    return run.state().rules().profile();
  }

  @Override
  public Corpus corpus() {
    return run.strategyCorpus();
  }

  @Override
  public Toolbox tools() {
    return run.tools().tools();
  }

  @Override
  public Optional<String> instructions() {
    return Optional.ofNullable(run.state().rules().instructions());
  }

  @Override
  public Budget remaining() {
    return run.state().budget().remaining();
  }

  @Override
  public int freeTokens(List<Message> messages) {
    requireNonNull(messages, "messages");
    int tokens = run.state().count(new Request(messages, Toolbox.empty()));
    return Math.max(0, -run.state().budget().excessTokens(tokens, false));
  }

  @Override
  public List<Message> earlier() {
    return run.history().messages();
  }

  @Override
  public Observation call(ToolCall call) {
    requireNonNull(call, "call");
    return run.tools().call(call, run.models().turn());
  }

  @Override
  public Shown show(Collection<ChunkId> chunks) {
    requireNonNull(chunks, "chunks");
    return run.tools().show(List.copyOf(chunks));
  }

  @Override
  public Shown show(List<? extends Hit> hits) {
    requireNonNull(hits, "hits");
    return run.tools().showHits(List.copyOf(hits));
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    requireNonNull(messages, "messages");
    requireNonNull(offered, "offered");
    return run.models().chat(role, new Request(messages, offered));
  }

  @Override
  public Optional<Message> correct(Reply reply) {
    requireNonNull(reply, "reply");
    return role.equals(ModelsByRole.MAIN) ? run.models().correct(reply) : Optional.empty();
  }

  @Override
  public String complete(String prompt) {
    requireNonNull(prompt, "prompt");
    return chat(List.of(new Message.User(prompt)), Toolbox.empty()).text();
  }

  @Override
  public boolean affords(int calls) {
    if (calls < 0) {
      throw new IllegalArgumentException("calls must be >= 0, was " + calls);
    }
    return run.models().affords(role, calls);
  }

  @Override
  public List<Completion> completeAll(List<String> prompts) {
    requireNonNull(prompts, "prompts").forEach(prompt -> requireNonNull(prompt, "prompt"));
    List<List<Message>> conversations =
        prompts.stream().map(prompt -> List.<Message>of(new Message.User(prompt))).toList();
    return run.models().completeAll(role, conversations, Request.Format.NONE);
  }

  @Override
  public <T extends Record> Optional<T> fill(Class<T> form, String prompt) {
    return fillAll(form, List.of(requireNonNull(prompt, "prompt"))).get(0);
  }

  @Override
  public <T extends Record> List<Optional<T>> fillAll(Class<T> form, List<String> prompts) {
    requireNonNull(form, "form");
    requireNonNull(prompts, "prompts").forEach(prompt -> requireNonNull(prompt, "prompt"));
    return new FormFiller<>(run, role, RecordSchema.of(form)).fill(List.copyOf(prompts));
  }

  @Override
  public List<Completion> runAll(Strategy strategy, List<String> questions, int atMost) {
    requireNonNull(strategy, "strategy");
    requireNonNull(questions, "questions").forEach(each -> requireNonNull(each, "question"));
    if (atMost < 1) {
      throw new IllegalArgumentException("atMost must be >= 1, was " + atMost);
    }
    return run.runAll(strategy, List.copyOf(questions), atMost);
  }

  @Override
  public void closeFrom(Supplier<List<Message>> messages) {
    run.models().closeFrom(requireNonNull(messages, "messages"));
  }

  @Override
  public void warn(String warning) {
    run.state().recorder().warn(requireNonNull(warning, "warning"));
  }

  @Override
  public Note check(Note note) {
    requireNonNull(note, "note");
    QuoteChecker checker = new QuoteChecker(run.state().recorder().shown());
    List<Note.Quote> kept = new ArrayList<>();
    for (Note.Quote quote : note.quotes()) {
      checker
          .find(quote.chunkId(), quote.text())
          .map(chunk -> new Note.Quote(chunk, quote.text()))
          .ifPresent(kept::add);
    }
    return new Note(note.text(), kept);
  }

  @Override
  public ParsedAnswer check(String answer) {
    requireNonNull(answer, "answer");
    return AnswerParser.parse(answer, run.state().recorder().shown(), run.state().corpus());
  }

  @Override
  public RunContext as(String role) {
    requireNonNull(role, "role");
    return new RoleContext(run, role);
  }
}
