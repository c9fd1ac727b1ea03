package dev.arag.strategies.internal.route;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.reply.ReplyText;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Asks a model whether the texts support an answer, and asks for a new answer if they do not. */
final class SupportCheck {
  static final int MAX_RETRIES = 2;

  private static final String CHECKER = "checker";
  private static final String SUPPORTED = "SUPPORTED";
  private static final Prompt SUPPORT = Prompt.read("support");
  private static final Prompt RETRY = Prompt.read("retry");

  private final String question;
  private final GradedSearch search;
  private final RunContext run;

  SupportCheck(String question, GradedSearch search, RunContext run) {
    this.question = question;
    this.search = search;
    this.run = run;
  }

  /** Returns the first answer that the texts support, or the last answer. */
  String check(String first) {
    String answer = first;
    for (int retries = 0; !IntermediateAnswer.isNotFound(answer); retries++) {
      if (!run.affords(1)) {
        run.warn("graded: the budget allowed no check of the answer.");
        return answer;
      }
      if (isSupported(answer)) {
        return answer;
      }
      if (retries == MAX_RETRIES || !run.affords(2)) {
        run.warn("graded: a check found that the texts do not support the whole answer.");
        return answer;
      }
      answer = FinalAnswer.ask(run, question, rejecting(answer));
    }
    return answer;
  }

  private boolean isSupported(String answer) {
    String claims = IntermediateAnswer.withoutCitations(answer, run);
    String prompt =
        withTexts(
            answer,
            texts ->
                SUPPORT.fill(
                    Map.of("passages", texts, "answer", claims, "question", run.question())));
    String reply = HelperCall.reply(run, CHECKER, prompt);
    String label = ReplyText.label(reply, "", SUPPORTED, "PARTLY", "UNSUPPORTED");
    if (label.isEmpty()) {
      run.warn("graded: the verdict on the answer could not be read. The answer was accepted.");
    }
    return label.isEmpty() || label.equals(SUPPORTED);
  }

  private String rejecting(String answer) {
    String rejection =
        RETRY.fill(Map.of("answer", IntermediateAnswer.withoutCitations(answer, run)));
    return withTexts(answer, texts -> texts + "\n\n" + rejection);
  }

  /** Shows the texts of the search, and the other texts that the answer cites. */
  private String withTexts(String answer, UnaryOperator<String> prompt) {
    String ofSearch = search.show(text -> FinalAnswer.messages(run, question, prompt.apply(text)));
    List<ChunkId> others = cited(answer);
    return others.isEmpty()
        ? prompt.apply(ofSearch)
        : Passages.prompt(run, others, text -> prompt.apply(ofSearch + "\n" + text));
  }

  /** Returns the chunks that the answer cites and that are not among the texts of the search. */
  private List<ChunkId> cited(String answer) {
    List<ChunkId> cited =
        run.check(answer).citations().stream()
            .map(Citation::chunkId)
            .filter(chunk -> !search.chunks().contains(chunk))
            .distinct()
            .toList();
    return run.corpus().read(cited).stream().map(Chunk::id).toList();
  }
}
