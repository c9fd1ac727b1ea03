package dev.arag.agent.internal.run;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.internal.loop.Request;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Shown;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Profile;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Observation;
import dev.arag.tools.ToolCall;
import dev.arag.tools.Toolbox;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The view of a run that a strategy receives for the model of one role. */
record RoleContext(RunSession session, String role) implements RunContext {
  @Override
  public String question() {
    return session.loop().recorder().question();
  }

  @Override
  public Profile profile() {
    return session.loop().rules().profile();
  }

  @Override
  public Corpus corpus() {
    return session.corpus();
  }

  @Override
  public Toolbox tools() {
    return session.tools();
  }

  @Override
  public String instructions() {
    return session.loop().rules().instructions();
  }

  @Override
  public Budget remaining() {
    return session.loop().budget().remaining();
  }

  @Override
  public int freeTokens(List<Message> messages) {
    requireNonNull(messages, "messages");
    int tokens = session.loop().count(new Request(messages, Toolbox.empty()));
    return Math.max(0, -session.loop().budget().excessTokens(tokens, false));
  }

  @Override
  public List<Message> earlier() {
    return session.history().messages();
  }

  @Override
  public Observation call(ToolCall call) {
    requireNonNull(call, "call");
    return session.call(call);
  }

  @Override
  public Shown show(Collection<ChunkId> chunks) {
    requireNonNull(chunks, "chunks");
    return session.show(List.copyOf(chunks));
  }

  @Override
  public Shown show(List<? extends Hit> hits) {
    requireNonNull(hits, "hits");
    return session.showHits(List.copyOf(hits));
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    requireNonNull(messages, "messages");
    requireNonNull(offered, "offered");
    return session.turns().chat(role, new Request(messages, offered));
  }

  @Override
  public Optional<Message> correct(Reply reply) {
    requireNonNull(reply, "reply");
    return role.equals(ModelsByRole.MAIN) ? session.turns().correct(reply) : Optional.empty();
  }

  @Override
  public String complete(String prompt) {
    requireNonNull(prompt, "prompt");
    return chat(List.of(new Message.User(prompt)), Toolbox.empty()).text();
  }

  @Override
  public RunContext as(String role) {
    requireNonNull(role, "role");
    return new RoleContext(session, role);
  }
}
