package dev.arag.agent.internal.run;

import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.internal.claim.CitedSentence;
import dev.arag.agent.internal.claim.Judgment;
import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.loop.BudgetExhaustedException;
import dev.arag.agent.internal.model.ModelClient;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.Request;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.core.internal.string.Truncation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.text.SingleLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks the model of the role {@code check}, in one request, whether the quotes of an answer prove
 * its sentences. No failure ends the run: a sentence without a judgment is not checked.
 */
final class ClaimCheck {
  private static final int MAX_SENTENCES = 20;
  private static final int MAX_TOKENS = 6_000;
  private static final int MAX_PROBLEM = 300;
  private static final String NO_QUOTE = "No quote was verified.";
  private static final String NO_VERDICT = "The reply of the model contains no verdict.";
  private static final String LEFT_OUT =
      "The request would have more than %d sentences or too many tokens.".formatted(MAX_SENTENCES);

  private final QuestionRun run;
  private final LruCache<AtomicReference<Judgment>> cache;
  private final ModelClient model;
  private final String question;

  /**
   * @param cache the judgments of earlier runs
   */
  ClaimCheck(QuestionRun run, LruCache<AtomicReference<Judgment>> cache) {
    this.run = run;
    this.cache = cache;
    model = run.models().model(ModelsByRole.CHECK);
    question = run.state().recorder().question();
  }

  /**
   * Returns the cited sentences of an answer with their verdicts.
   *
   * @param shown the text that the model was shown
   */
  List<Claim> check(ParsedAnswer answer, List<Snippet> shown) {
    List<CitedSentence> sentences = CitedSentence.of(answer, shown);
    List<Claim> recorded = run.models().model(ModelsByRole.MAIN).recordedClaims();
    List<Claim> claims = new ArrayList<>();
    List<Integer> pending = new ArrayList<>();
    for (CitedSentence each : sentences) {
      Optional<Judgment> known =
          recorded.size() == sentences.size()
              ? recordedAs(recorded.get(claims.size()))
              : Optional.ofNullable(cached(each).get());
      if (known.isEmpty() && !each.passages().isEmpty()) {
        pending.add(claims.size());
      }
      claims.add(
          known
              .map(it -> each.claim().with(it.verdict(), it.reason(), true))
              .orElse(each.claim().with(Entailment.NOT_CHECKED, NO_QUOTE, false)));
    }
    if (!pending.isEmpty()) {
      ask(pending, sentences, claims);
    }
    return List.copyOf(claims);
  }

  /** Returns the judgment of a replayed run if this run took it from the cache. */
  private static Optional<Judgment> recordedAs(Claim claim) {
    return Optional.of(new Judgment(claim.verdict(), claim.reason())).filter(it -> claim.cached());
  }

  private AtomicReference<Judgment> cached(CitedSentence sentence) {
    String name = Objects.requireNonNullElse(model.name().model(), "");
    String prompt = run.state().message(LoopMessage.CHECK_CLAIMS);
    return cache.of(sentence.key(name, prompt, question));
  }

  /** Asks for the judgments of the pending sentences that fit into one request. */
  private void ask(List<Integer> pending, List<CitedSentence> sentences, List<Claim> claims) {
    int asked = Math.min(pending.size(), MAX_SENTENCES);
    Message request = request(pending.subList(0, asked), sentences);
    while (asked > 0 && !fits(request)) {
      request = request(pending.subList(0, --asked), sentences);
    }
    String problem = NO_VERDICT;
    Map<Integer, Judgment> judgments = Map.of();
    if (asked > 0) {
      try {
        Reply reply =
            run.models().afterAnswer(ModelsByRole.CHECK, List.of(request), Request.Format.NONE);
        judgments = Judgment.read(reply.text());
      } catch (BudgetExhaustedException limit) {
        problem = limit.reason().description();
      } catch (RuntimeException e) {
        // The answer is complete, so no failure of the check may lose it.
        problem =
            Truncation.withEllipsis(SingleLine.of(String.valueOf(e.getMessage())), MAX_PROBLEM);
      }
    }
    for (int i = 0; i < pending.size(); i++) {
      int index = pending.get(i);
      Judgment none = new Judgment(Entailment.NOT_CHECKED, i < asked ? problem : LEFT_OUT);
      Judgment judgment = i < asked ? judgments.getOrDefault(i + 1, none) : none;
      claims.set(index, claims.get(index).with(judgment.verdict(), judgment.reason(), false));
      if (judgment.verdict() != Entailment.NOT_CHECKED) {
        cached(sentences.get(index)).set(judgment);
      }
    }
  }

  private Message request(List<Integer> indexes, List<CitedSentence> sentences) {
    String text =
        CitedSentence.render(
            question,
            indexes.stream().map(sentences::get).toList(),
            ConversationTracker.of(run.state().tracker())::fence);
    return new Message.User(run.state().message(LoopMessage.CHECK_CLAIMS, "claims", text));
  }

  private boolean fits(Message request) {
    int tokens = run.state().counter().count(request);
    return tokens <= Math.min(MAX_TOKENS, model.contextTokens().orElse(Integer.MAX_VALUE) / 2)
        && run.state().budget().excessTokens(tokens, false) <= 0;
  }
}
