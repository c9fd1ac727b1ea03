package dev.arag.strategies.internal.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The steps of a plan in order. Their numbers start at 1. */
record Plan(List<Step> steps) {
  private static final Pattern PLACEHOLDER = Pattern.compile("#(\\d{1,3})");

  Plan {
    steps = List.copyOf(steps);
  }

  /**
   * A step.
   *
   * @param task the task; may contain {@code #n} for the answer of step n
   * @param after the numbers of the earlier steps whose answers the task needs
   */
  record Step(int number, String task, StepType type, Set<Integer> after) {
    /** Returns the task with the answers of earlier steps in place of their numbers. */
    String taskWith(Map<Integer, String> answers) {
      return fill(task, answers);
    }
  }

  /** Returns the plan that searches for a question in one step. */
  static Plan ofQuestion(String question) {
    return new Plan(List.of(new Step(1, question, StepType.SEARCH, Set.of())));
  }

  /** Reads a reply. References to the step itself and to later steps are ignored. */
  static Plan of(PlanForm form) {
    List<Step> steps = new ArrayList<>();
    for (PlanForm.StepForm each : form.steps()) {
      int number = steps.size() + 1;
      StepType type = each.type().orElse(StepType.SEARCH);
      steps.add(new Step(number, each.task(), type, dependencies(each, type, number)));
    }
    return new Plan(steps);
  }

  private static Set<Integer> dependencies(PlanForm.StepForm step, StepType type, int number) {
    Set<Integer> after = new TreeSet<>(step.after());
    PLACEHOLDER.matcher(step.task()).results().map(Plan::reference).forEach(after::add);
    after.removeIf(each -> each < 1 || each >= number);
    if (after.isEmpty() && type == StepType.AGGREGATE) {
      IntStream.range(1, number).forEach(after::add);
    }
    return after;
  }

  /** Replaces each {@code #n} whose answer is known. */
  static String fill(String task, Map<Integer, String> answers) {
    return PLACEHOLDER
        .matcher(task)
        .replaceAll(
            each -> Matcher.quoteReplacement(answers.getOrDefault(reference(each), each.group())));
  }

  private static int reference(MatchResult placeholder) {
    return Integer.parseInt(placeholder.group(1));
  }

  /** Returns the first steps of this plan. */
  Plan first(int count) {
    return new Plan(steps.subList(0, Math.min(count, steps.size())));
  }

  /** Returns the steps that are not done and need only answers of steps that are done. */
  List<Step> ready(Collection<Integer> done) {
    return steps.stream()
        .filter(step -> !done.contains(step.number()) && done.containsAll(step.after()))
        .toList();
  }

  /** The steps, a numbered line each. */
  String text() {
    return steps.stream()
        .map(step -> step.number() + ". " + step.task() + " (" + step.type() + ")")
        .collect(Collectors.joining("\n"));
  }
}
