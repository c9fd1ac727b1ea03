package dev.arag.strategies.internal.plan;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.ChunkRanking;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.note.QuotedNote;
import dev.arag.strategies.internal.note.QuotedPassages;
import dev.arag.strategies.internal.plan.StepResult.AnswerForm;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.internal.run.EarlierQuestions;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run of {@link MaRag}. */
final class MaRagRun {
  /** The role that writes the plan. */
  static final String PLANNER = "planner";

  /** The role that turns a step of the plan into a task. */
  static final String STEP_DEFINER = "step-definer";

  /** The role that takes notes of one passage. */
  static final String EXTRACTOR = "extractor";

  /** The role that answers a task from notes. */
  static final String QA = "qa";

  private static final Prompt PLANNER_PROMPT = Prompt.read("marag-planner");
  private static final Prompt DEFINER_PROMPT = Prompt.read("marag-step-definer");
  private static final Prompt EXTRACTOR_PROMPT = Prompt.read("marag-extractor");
  private static final Prompt QA_PROMPT = Prompt.read("marag-qa");
  private static final Prompt AGGREGATE_PROMPT = Prompt.read("marag-aggregate");
  private static final Prompt MEMORY_PROMPT = Prompt.read("marag-memory");
  private static final Prompt FINAL_PROMPT = Prompt.read("marag-final");
  private static final Prompt MEMORY_RULE = Prompt.read("marag-memory-rule");

  /** The calls of the QA role and of the final answer. */
  private static final int QA_CALLS = 1;

  private static final int FINAL_CALLS = 1;

  /** The passages that the final answer is made from if no step was done. */
  private static final int UNPLANNED_PASSAGES = 5;

  private final MaRag settings;
  private final String question;
  private final RunContext run;
  private final List<StepResult> results = new ArrayList<>();

  /** The notes of the steps that have no result yet. */
  private final List<QuotedNote> openNotes = new ArrayList<>();

  private int extractorCalls;
  private int lostCalls;

  /** A task and the notes for it. */
  private record Work(int number, String task, StepType type, List<QuotedNote> notes) {}

  /** The reply of the step definer. */
  record TaskForm(String task, Optional<StepType> type) {}

  /** The reply of the extractor. */
  record NoteForm(Optional<String> note, List<String> quotes) {}

  /** A passage for one task. */
  private record Passage(Work work, ChunkId chunk, String shown) {}

  MaRagRun(MaRag settings, String question, RunContext run) {
    this.settings = settings;
    this.question = question;
    this.run = run;
  }

  String answer() {
    run.closeFrom(this::finalMessages);
    if (run.as(PLANNER).affords(1 + stepCalls(StepType.SEARCH, 1) + FINAL_CALLS)) {
      follow(plan());
    }
    if (lostCalls > 0) {
      run.warn(
          "marag: "
              + lostCalls
              + " of "
              + extractorCalls
              + " extractor calls failed. Their passages were not used.");
    }
    return run.chat(finalMessages(), Toolbox.empty()).text();
  }

  private Plan plan() {
    String prompt =
        PLANNER_PROMPT.fill(
            Map.of(
                "steps", String.valueOf(settings.steps()),
                "earlier", EarlierQuestions.text(run),
                "question", run.question()));
    Optional<PlanForm> form =
        HelperCall.fill(run, PLANNER, PlanForm.class, prompt)
            .filter(each -> !each.steps().isEmpty());
    if (form.isEmpty()) {
      run.warn("marag: the plan could not be read. The question was searched in one step.");
      return Plan.ofQuestion(run.question());
    }
    Plan plan = Plan.of(form.get());
    if (plan.steps().size() > settings.steps()) {
      run.warn(
          "marag: the plan had "
              + plan.steps().size()
              + " steps. Only the first "
              + settings.steps()
              + " were done.");
    }
    return plan.first(settings.steps());
  }

  /** Does the steps until one has no answer, or the budget does not allow the next one. */
  private void follow(Plan plan) {
    while (results.size() < plan.steps().size()) {
      List<Plan.Step> next = next(plan);
      int passages = affordablePassages(next);
      if (passages == 0) {
        run.warn(
            "marag: the budget allowed only "
                + results.size()
                + " of "
                + plan.steps().size()
                + " steps.");
        return;
      }
      List<StepResult> done = doSteps(next, plan, passages);
      openNotes.clear();
      results.addAll(done);
      List<StepResult> failed = done.stream().filter(each -> !each.isAnswered()).toList();
      if (!failed.isEmpty()) {
        StepResult first = failed.get(0);
        run.warn(
            "marag: step "
                + first.number()
                + " of "
                + plan.steps().size()
                + " has no answer: "
                + first.task());
        return;
      }
    }
  }

  /** Returns the steps to do now: all that are ready in a graph, otherwise one. */
  private List<Plan.Step> next(Plan plan) {
    if (!settings.isGraph()) {
      return List.of(plan.steps().get(results.size()));
    }
    List<Plan.Step> ready = plan.ready(results.stream().map(StepResult::number).toList());
    int count = ready.size();
    while (count > 1 && affordablePassages(ready.subList(0, count)) == 0) {
      count--;
    }
    return ready.subList(0, count);
  }

  /** Returns the number of passages that may be read for each step; 0 if no step is possible. */
  private int affordablePassages(List<Plan.Step> steps) {
    int passages = settings.k();
    while (passages > 0 && !run.as(EXTRACTOR).affords(calls(steps, passages) + FINAL_CALLS)) {
      passages--;
    }
    return passages;
  }

  private int calls(List<Plan.Step> steps, int passages) {
    return steps.stream().mapToInt(step -> stepCalls(step.type(), passages)).sum();
  }

  private int stepCalls(StepType type, int passages) {
    int defining = settings.isGraph() ? 0 : 1;
    // A step definer may turn an AGGREGATE step into a SEARCH step.
    boolean mayRead = type == StepType.SEARCH || !settings.isGraph();
    return defining + (mayRead ? passages : 0) + QA_CALLS;
  }

  private List<StepResult> doSteps(List<Plan.Step> steps, Plan plan, int passages) {
    List<Work> works =
        steps.stream()
            .map(step -> settings.isGraph() ? withAnswers(step) : define(step, plan))
            .toList();
    List<Passage> found = new ArrayList<>();
    works.stream()
        .filter(work -> work.type() == StepType.SEARCH)
        .forEach(work -> found.addAll(retrieve(work, passages)));
    extract(found);
    return solve(works);
  }

  private Work withAnswers(Plan.Step step) {
    String task = step.taskWith(answers());
    return new Work(step.number(), task, step.type(), new ArrayList<>());
  }

  private Work define(Plan.Step step, Plan plan) {
    String planned = step.taskWith(answers());
    String prompt =
        DEFINER_PROMPT.fill(
            Map.of(
                "question", run.question(),
                "plan", plan.text(),
                "history", history(),
                "step", step.number() + ". " + planned));
    Optional<TaskForm> form = HelperCall.fill(run, STEP_DEFINER, TaskForm.class, prompt);
    if (form.isEmpty()) {
      run.warn(
          "marag: step " + step.number() + " was done as planned: its definition was unreadable.");
    }
    return new Work(
        step.number(),
        Plan.fill(form.map(TaskForm::task).orElse(planned), answers()),
        form.flatMap(TaskForm::type).orElse(step.type()),
        new ArrayList<>());
  }

  private Map<Integer, String> answers() {
    Map<Integer, String> answers = new TreeMap<>();
    results.forEach(each -> answers.put(each.number(), each.answer()));
    return answers;
  }

  private List<Passage> retrieve(Work work, int passages) {
    if (Queries.key(work.task()).isEmpty()) {
      return List.of();
    }
    return ChunkRanking.bestSentence(run.profile().rankingRules())
        .rank(run.corpus(), work.task(), passages)
        .stream()
        .map(chunk -> new Passage(work, chunk, run.show(List.of(chunk)).text()))
        .toList();
  }

  /** Takes notes of all passages. Only notes with a quote that stands in the passage are kept. */
  private void extract(List<Passage> passages) {
    if (passages.isEmpty()) {
      return;
    }
    List<String> prompts = passages.stream().map(MaRagRun::extractorPrompt).toList();
    List<Optional<NoteForm>> forms = HelperCall.fillAll(run, EXTRACTOR, NoteForm.class, prompts);
    extractorCalls += forms.size();
    for (int i = 0; i < forms.size(); i++) {
      Passage passage = passages.get(i);
      lostCalls += forms.get(i).isEmpty() ? 1 : 0;
      Optional<QuotedNote> note = forms.get(i).flatMap(form -> note(form, passage));
      note.ifPresent(passage.work().notes()::add);
      note.ifPresent(openNotes::add);
    }
  }

  private static String extractorPrompt(Passage passage) {
    return EXTRACTOR_PROMPT.fill(Map.of("passage", passage.shown(), "task", passage.work().task()));
  }

  /** Returns the note with the quotes that stand in its own passage; empty if there are none. */
  private Optional<QuotedNote> note(NoteForm form, Passage passage) {
    List<Note.Quote> written =
        form.quotes().stream().map(quote -> new Note.Quote(passage.chunk(), quote)).toList();
    String text = form.note().orElse("");
    List<Note.Quote> quotes =
        run.check(new Note(text, written)).quotes().stream()
            .filter(quote -> quote.chunkId().equals(passage.chunk()))
            .toList();
    return quotes.isEmpty()
        ? Optional.empty()
        : Optional.of(new QuotedNote(new Note(text, quotes), passage.shown()));
  }

  private List<StepResult> solve(List<Work> works) {
    List<Work> asked = works.stream().filter(this::isAnswerable).toList();
    List<Optional<AnswerForm>> forms =
        asked.isEmpty()
            ? List.of()
            : HelperCall.fillAll(
                run, QA, AnswerForm.class, asked.stream().map(this::qaPrompt).toList());
    return works.stream()
        .map(
            work -> {
              int index = asked.indexOf(work);
              return index < 0
                  ? StepResult.failed(work.number(), work.task(), work.notes())
                  : result(work, forms.get(index));
            })
        .toList();
  }

  private boolean isAnswerable(Work work) {
    return work.type() == StepType.AGGREGATE || !work.notes().isEmpty() || settings.allowsMemory();
  }

  private StepResult result(Work work, Optional<AnswerForm> form) {
    if (form.isEmpty()) {
      run.warn("marag: the answer of step " + work.number() + " could not be read.");
    }
    boolean isFromMemory = work.type() == StepType.SEARCH && work.notes().isEmpty();
    return form.map(
            each -> StepResult.of(work.number(), work.task(), each, isFromMemory, work.notes()))
        .orElseGet(() -> StepResult.failed(work.number(), work.task(), work.notes()));
  }

  private String qaPrompt(Work work) {
    Map<String, String> values = Map.of("history", history(), "task", work.task());
    if (work.type() == StepType.AGGREGATE) {
      return AGGREGATE_PROMPT.fill(values);
    }
    return work.notes().isEmpty()
        ? MEMORY_PROMPT.fill(values)
        : QA_PROMPT.fill(
            Map.of("history", history(), "task", work.task(), "notes", notesText(work.notes())));
  }

  private static String notesText(List<QuotedNote> notes) {
    String text = notes.stream().map(QuotedNote::text).collect(Collectors.joining("\n\n"));
    return Shown.enclose(text, notes.get(0).shown());
  }

  private String history() {
    return results.isEmpty()
        ? "None yet."
        : results.stream().map(StepResult::text).collect(Collectors.joining("\n"));
  }

  /** Returns the request for the final answer from what is known now. */
  private List<Message> finalMessages() {
    return FinalAnswer.messages(run, question, findings(text()));
  }

  private String findings(String passages) {
    String rule = settings.allowsMemory() ? "\n" + MEMORY_RULE.template() : "";
    return FINAL_PROMPT.fill(Map.of("passages", passages, "history", history() + rule));
  }

  /** Shows the quoted passages. If nothing was read, shows the best passages for the question. */
  private String text() {
    List<Message> rest = FinalAnswer.messages(run, question, findings(""));
    List<Note> notes =
        Stream.concat(
                results.stream()
                    .sorted(Comparator.comparingInt(StepResult::rating).reversed())
                    .flatMap(result -> result.notes().stream()),
                openNotes.stream())
            .map(QuotedNote::note)
            .toList();
    boolean wasRead = extractorCalls > lostCalls || settings.allowsMemory();
    return notes.isEmpty() && !wasRead
        ? run.show(Passages.fitting(run, unplanned(), rest)).text()
        : QuotedPassages.show(run, notes, rest);
  }

  private List<ChunkId> unplanned() {
    return ChunkRanking.bestSentence(run.profile().rankingRules())
        .rank(run.corpus(), run.question(), Math.min(UNPLANNED_PASSAGES, settings.k()));
  }
}
