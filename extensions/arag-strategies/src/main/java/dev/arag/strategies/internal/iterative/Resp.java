package dev.arag.strategies.internal.iterative;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.name.StrategyName;
import dev.arag.strategies.internal.note.QuotedPassages;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * ReSP: searches for one sub-question after another, keeps notes instead of texts, and answers from
 * the notes and the text around their quotes. Self-Ask is the form in which the first search is for
 * a sub-question, and in which only the answers to sub-questions are kept.
 *
 * @param rounds the maximum number of searches
 * @param chunks the number of chunks that a search finds
 */
public record Resp(Form form, int rounds, int chunks, Search search) implements Strategy {
  public static final String NAME = "resp";
  public static final int MAX_ROUNDS = 10;
  public static final int CHUNKS = 3;

  /** The id of a quote without an id. The check finds the chunk of the quote. */
  private static final String UNKNOWN_ID = "?";

  private static final String READER = "reader";
  private static final String PLANNER = "planner";
  private static final Prompt READ = Prompt.read("resp-read");
  private static final Prompt PLAN = Prompt.read("resp-plan");
  private static final String NOTES = "\n\nNotes from an earlier reading of these texts:\n";

  /** The form of the algorithm. */
  public enum Form {
    RESP(3, "resp"),
    SELF_ASK(5, "self-ask");

    private final int rounds;
    private final String id;

    Form(int rounds, String id) {
      this.rounds = rounds;
      this.id = id;
    }

    /** The default number of rounds. */
    public int rounds() {
      return rounds;
    }

    /** Returns the form with a name in the names of strategies. */
    public static Form named(String id) {
      return id.equals(SELF_ASK.id) ? SELF_ASK : RESP;
    }

    /** The name in the names of strategies. */
    @Override
    public String toString() {
      return id;
    }
  }

  /** What the model reads from the texts of one search. */
  record Reading(List<Finding> evidence, Optional<Finding> answer) {}

  /** A fact with the id of its text and a quote. Models leave out what the texts do not state. */
  record Finding(Optional<String> text, Optional<String> id, Optional<String> quote) {
    Note note() {
      List<Note.Quote> quotes =
          quote
              .map(each -> new Note.Quote(ChunkId.of(id.orElse(UNKNOWN_ID).strip()), each))
              .map(List::of)
              .orElse(List.of());
      return new Note(text.orElse(""), quotes);
    }
  }

  /** Whether the notes are enough, and otherwise the next sub-question. */
  record Plan(boolean enough, Optional<String> next) {}

  @Override
  public String name() {
    return StrategyName.of(NAME)
        .option("form", form, Form.RESP)
        .option("rounds", rounds, form.rounds())
        .option("k", chunks, CHUNKS)
        .option("search", search, Search.SEMANTIC)
        .toString();
  }

  @Override
  public String run(String question, RunContext run) {
    Memory memory = new Memory();
    Set<ChunkId> seen = new LinkedHashSet<>();
    run.closeFrom(() -> closing(question, memory, seen, run));
    collect(memory, seen, run);
    return run.chat(closing(question, memory, seen, run), Toolbox.empty()).text();
  }

  private void collect(Memory memory, Set<ChunkId> seen, RunContext run) {
    Set<String> asked = new LinkedHashSet<>();
    Optional<String> next = form == Form.RESP ? Optional.empty() : plan(memory, asked, run);
    next = Optional.of(next.orElse(run.question()));
    for (int round = 1; next.isPresent(); round++) {
      String subquestion = next.get();
      asked.add(Queries.key(subquestion));
      boolean isLast = !read(subquestion, memory, seen, run) || round == rounds;
      if (!isLast && !run.affords(3)) {
        run.warn("resp: the budget allowed " + round + " of " + rounds + " rounds.");
        isLast = true;
      }
      next = isLast ? Optional.empty() : plan(memory, asked, run);
    }
  }

  /**
   * Takes notes from the texts that a search finds.
   *
   * @return whether the search found a text that was not read before
   */
  private boolean read(String subquestion, Memory memory, Set<ChunkId> seen, RunContext run) {
    List<ChunkId> found = search.ranking(run).rank(run.corpus(), subquestion, chunks);
    if (found.isEmpty()) {
      memory.addAnswer(subquestion, new Note("", List.of()));
      return false;
    }
    final boolean isNew = seen.addAll(found);
    Optional<Reading> reading =
        HelperCall.fill(
            run,
            READER,
            Reading.class,
            Passages.prompt(run, found, text -> readPrompt(text, subquestion, run)));
    if (reading.isEmpty()) {
      run.warn("resp: the notes of a search could not be read.");
    }
    Note answer =
        reading.flatMap(Reading::answer).map(Finding::note).orElse(new Note("", List.of()));
    memory.addAnswer(subquestion, run.check(answer));
    if (form == Form.RESP) {
      List<Finding> evidence = reading.map(Reading::evidence).orElse(List.of());
      memory.addEvidence(evidence.stream().map(each -> run.check(each.note())).toList());
    }
    return isNew;
  }

  private static String readPrompt(String passages, String subquestion, RunContext run) {
    return READ.fill(
        Map.of("passages", passages, "question", run.question(), "subquestion", subquestion));
  }

  /** Returns the next sub-question; empty if the notes are enough, or if there is no new one. */
  private static Optional<String> plan(Memory memory, Set<String> asked, RunContext run) {
    Optional<Plan> plan =
        HelperCall.fill(
            run,
            PLANNER,
            Plan.class,
            PLAN.fill(
                Map.of(
                    "question", run.question(),
                    "evidence", memory.evidenceText(),
                    "pathway", memory.pathwayText())));
    if (plan.isEmpty()) {
      run.warn("resp: a plan could not be read, so the search ended.");
    }
    return plan.filter(each -> !each.enough())
        .flatMap(Plan::next)
        .map(String::strip)
        .filter(next -> !Queries.key(next).isEmpty() && !asked.contains(Queries.key(next)));
  }

  /**
   * Returns the request for the final answer. Without quotes, it shows the texts of the searches.
   */
  private static List<Message> closing(
      String question, Memory memory, Set<ChunkId> seen, RunContext run) {
    List<Note> quoted = memory.quoted();
    if (quoted.isEmpty()) {
      if (!seen.isEmpty()) {
        run.warn("resp: no note has a quote from the texts, so the texts were shown instead.");
      }
      return FinalAnswer.messages(run, question, new ArrayList<>(seen));
    }
    String notes = NOTES + memory.quotedText();
    List<Message> rest = FinalAnswer.messages(run, question, notes);
    return FinalAnswer.messages(run, question, QuotedPassages.show(run, quoted, rest) + notes);
  }
}
