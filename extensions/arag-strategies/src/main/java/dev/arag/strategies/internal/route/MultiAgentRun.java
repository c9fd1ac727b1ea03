package dev.arag.strategies.internal.route;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Completion;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.strategies.internal.note.QuotedPassages;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.internal.run.EarlierQuestions;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One run of {@link MultiAgent}. */
final class MultiAgentRun {
  /** The role that writes the sub-questions. */
  static final String PLANNER = "planner";

  private static final Prompt PLAN = Prompt.read("multi-agent-plan");
  private static final Prompt ANSWER = Prompt.read("multi-agent-answer");
  private static final int MAX_QUESTIONS = 5;
  private static final int RUNS_AT_ONCE = 3;

  /** The model calls without which a run for a sub-question is useless. */
  private static final int CALLS = 4;

  private final Strategy inner;
  private final String question;
  private final RunContext run;
  private final List<Part> parts = new ArrayList<>();

  /** A sub-question with an answer. */
  private record Part(String question, AnswerCheck answer) {
    String text() {
      return "Question: " + question + "\nAnswer: " + answer.parsed().text();
    }
  }

  MultiAgentRun(Strategy inner, String question, RunContext run) {
    this.inner = inner;
    this.question = question;
    this.run = run;
  }

  String answer() {
    if (!affords(1)) {
      return withoutPlan("the budget did not allow sub-questions");
    }
    List<String> planned = plan();
    if (planned.isEmpty()) {
      return withoutPlan("the sub-questions could not be read");
    }
    if (planned.size() == 1) {
      return inner.run(question, run);
    }
    run.closeFrom(() -> parts.isEmpty() ? List.of() : messages());
    ask(affordable(planned));
    if (parts.stream().noneMatch(part -> part.answer().isSupported())) {
      run.closeFrom(List::of);
      return withoutPlan("no sub-question has an answer with a verified citation");
    }
    return run.chat(messages(), Toolbox.empty()).text();
  }

  private String withoutPlan(String reason) {
    run.warn("multi-agent: " + reason + ". One run answered the question.");
    return inner.run(question, run);
  }

  /** Whether the budget allows this number of runs and the request for the answer. */
  private boolean affords(int runs) {
    return run.as(PLANNER).affords(runs * CALLS + 1);
  }

  private List<String> plan() {
    String prompt =
        PLAN.fill(
            Map.of(
                "questions", String.valueOf(MAX_QUESTIONS),
                "earlier", EarlierQuestions.text(run),
                "question", run.question()));
    String reply = HelperCall.reply(run, PLANNER, prompt);
    if (IntermediateAnswer.isNotFound(reply)) {
      return List.of();
    }
    Set<String> known = new TreeSet<>();
    return ReplyText.list(reply, MAX_QUESTIONS).stream()
        .filter(each -> known.add(Queries.key(each)))
        .toList();
  }

  private List<String> affordable(List<String> planned) {
    int count = planned.size();
    while (count > 1 && !affords(count)) {
      count--;
    }
    if (count < planned.size()) {
      run.warn(
          "multi-agent: the budget allowed only "
              + count
              + " of "
              + planned.size()
              + " sub-questions.");
    }
    return planned.subList(0, count);
  }

  private void ask(List<String> questions) {
    List<Completion> answers = run.runAll(inner, questions, RUNS_AT_ONCE);
    for (int i = 0; i < answers.size(); i++) {
      String each = questions.get(i);
      if (answers.get(i) instanceof Completion.Text answer && !answer.text().isBlank()) {
        parts.add(new Part(each, AnswerCheck.of(answer.text(), run)));
      } else {
        run.warn("multi-agent: a sub-question has no answer: " + each);
      }
    }
  }

  /** Returns the request for the answer, with the passages that the answers quote. */
  private List<Message> messages() {
    List<Message> rest = FinalAnswer.messages(run, question, prompt(""));
    String passages =
        QuotedPassages.show(run, parts.stream().map(part -> part.answer().quotes()).toList(), rest);
    return FinalAnswer.messages(run, question, prompt(passages));
  }

  private String prompt(String passages) {
    String answers = parts.stream().map(Part::text).collect(Collectors.joining("\n\n"));
    return ANSWER.fill(Map.of("passages", passages, "answers", answers));
  }
}
