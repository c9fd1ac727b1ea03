package dev.arag.strategies.internal.route;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.strategies.internal.note.QuotedPassages;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finishes one answer of the inner strategy of {@link Covering}. */
final class CoveringRun {
  /** The role that judges which components of the question the answer covers. */
  static final String CRITIC = "critic";

  private static final Prompt CRITIC_PROMPT = Prompt.read("covering-critic");
  private static final Prompt MERGE_PROMPT = Prompt.read("covering-merge");
  private static final int MAX_COMPONENTS = 6;

  private final Covering settings;
  private final String question;
  private final RunContext run;
  private final AnswerCheck first;
  private final List<Part> parts = new ArrayList<>();

  /** A follow-up question with a supported answer. */
  private record Part(String question, AnswerCheck answer) {
    String text() {
      return "Question: " + question + "\nAnswer: " + answer.parsed().text();
    }
  }

  CoveringRun(Covering settings, String question, RunContext run, String answer) {
    this.settings = settings;
    this.question = question;
    this.run = run;
    this.first = AnswerCheck.of(answer, run);
  }

  String finish() {
    boolean isChecked = !first.asksBack() && run.as(CRITIC).affords(2);
    List<String> open = isChecked ? followUps() : List.of();
    if (open.isEmpty()) {
      return first.text();
    }
    run.closeFrom(this::mergeMessages);
    try {
      open.forEach(this::ask);
      String answer = parts.isEmpty() ? first.text() : merge();
      run.closeFrom(List::of);
      return answer;
    } catch (ModelException e) {
      HelperCall.requireNotCancelled(e);
      run.warn(
          "covering: the model failed after the first answer. Parts of the question may be missing.");
      return first.text();
    }
  }

  private List<String> followUps() {
    String prompt =
        CRITIC_PROMPT.fill(
            Map.of(
                "question", run.question(),
                "answer", first.parsed().text(),
                "citations", first.citationsText(),
                "components", String.valueOf(MAX_COMPONENTS)));
    Optional<CoverageForm> coverage = HelperCall.fill(run, CRITIC, CoverageForm.class, prompt);
    if (coverage.isEmpty()) {
      run.warn(
          "covering: the critic's reply could not be read. The coverage of the answer is unknown.");
      return List.of();
    }
    Set<String> asked = new TreeSet<>(List.of("", Queries.key(run.question())));
    return coverage.get().components().stream()
        .limit(MAX_COMPONENTS)
        .filter(component -> !component.isCovered(first))
        .map(CoverageForm.Component::question)
        .filter(each -> asked.add(Queries.key(each)))
        .limit(settings.followUps())
        .toList();
  }

  /** Answers a follow-up question, if the budget allows that and the merge call after it. */
  private void ask(String followUp) {
    if (!run.affords(2)) {
      run.warn("covering: the budget did not allow the follow-up question: " + followUp);
      return;
    }
    String answer = settings.inner().run(followUp, new FollowUpRun(run, followUp));
    AnswerCheck checked = AnswerCheck.of(answer, run);
    if (checked.isSupported()) {
      parts.add(new Part(followUp, checked));
    }
  }

  /** Returns the merged answer; the first answer if the merged one is not supported. */
  private String merge() {
    AnswerCheck merged = AnswerCheck.of(run.chat(mergeMessages(), Toolbox.empty()).text(), run);
    return merged.isSupported() ? merged.text() : first.text();
  }

  private List<Message> mergeMessages() {
    List<Note> quoted =
        Stream.concat(Stream.of(first), parts.stream().map(Part::answer))
            .map(AnswerCheck::quotes)
            .toList();
    List<Message> rest = FinalAnswer.messages(run, question, answers(""));
    return FinalAnswer.messages(run, question, answers(QuotedPassages.show(run, quoted, rest)));
  }

  private String answers(String passages) {
    String further = parts.stream().map(Part::text).collect(Collectors.joining("\n\n"));
    return MERGE_PROMPT.fill(
        Map.of(
            "passages",
            passages,
            "answer",
            first.parsed().text(),
            "followups",
            further.isEmpty() ? "None." : further));
  }
}
