package dev.arag.spring.ai;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.event.RunEvent;
import dev.arag.spring.ai.internal.AnswerResponse;
import dev.arag.spring.ai.internal.ClientQuestion;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.core.Ordered;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lets an agent answer the questions of a chat client. The model of the client is not called; the
 * agent calls its own. Each citation in the text is a number such as {@code [1]}. {@link
 * SpringAi#answer} returns the checked citations, the usage of the run and its trajectory from the
 * metadata of the response, which also contains the sum of tokens and the stop reason.
 *
 * <p>The last user message is the question. The messages before it, which a chat memory adds, are
 * the earlier questions and answers of the conversation: only their text, without calls and results
 * of tools, and without answers that have no question. System messages replace the {@linkplain
 * Agent.Builder#instructions instructions} of the agent.
 *
 * <p>A stream has one response without text for each event of the run, in its metadata as {@link
 * SpringAi#EVENT}, and at the end one with the whole text. Text that was sent cannot be removed
 * when the model is asked again, so use the events to show a draft. Cancelling the stream cancels
 * the run. Advisors before this one, such as that of a chat memory, start the run on another
 * thread, where the authentication of the reader is unknown without {@code
 * spring.reactor.context-propagation=auto}.
 *
 * <p>If there is no answer, the call or the stream fails with a {@link
 * dev.arag.agent.answer.NoAnswerException}. An {@link IllegalArgumentException} rejects what the
 * agent cannot do: media, tools of the client, and {@code entity(...)}.
 *
 * <p>Advisors with a higher order do not run. Immutable and thread-safe.
 */
public final class AgentAdvisor implements CallAdvisor, StreamAdvisor {
  private final Agent agent;

  private AgentAdvisor(Agent agent) {
    this.agent = agent;
  }

  /** Returns an advisor that asks this agent. */
  public static AgentAdvisor of(Agent agent) {
    return new AgentAdvisor(requireNonNull(agent, "agent"));
  }

  @Override
  public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
    ClientQuestion question = ClientQuestion.of(request, agent);
    return AnswerResponse.of(question.conversation().ask(question.text()), request);
  }

  @Override
  public Flux<ChatClientResponse> adviseStream(
      ChatClientRequest request, StreamAdvisorChain chain) {
    return Flux.defer(
        () -> {
          ClientQuestion question = ClientQuestion.of(request, agent);
          Run run = question.conversation().start(question.text());
          return Flux.concat(
                  JdkFlowAdapter.flowPublisherToFlux(run.events())
                      .filter(event -> !(event instanceof RunEvent.Finished))
                      .map(event -> AnswerResponse.of(event, request)),
                  Mono.fromFuture(run::toFuture).map(done -> AnswerResponse.of(done, request)))
              .doOnCancel(run::cancel);
        });
  }

  @Override
  public String getName() {
    return "arag";
  }

  /** After all advisors with a usual order, because the advisors behind this one do not run. */
  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE - 100;
  }
}
