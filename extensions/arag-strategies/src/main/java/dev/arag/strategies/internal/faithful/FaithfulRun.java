package dev.arag.strategies.internal.faithful;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.note.QuotedNote;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.IntermediateAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Search;
import dev.arag.strategies.internal.run.EarlierQuestions;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One run of {@link Faithful}. */
final class FaithfulRun {
  /** The role that writes what it remembers. */
  static final String MEMORY = "memory";

  /** The calls of the role. */
  private static final int MEMORY_CALLS = 3;

  private static final int MAX_STATEMENTS = 20;
  private static final Prompt FACTS = Prompt.read("faithful-facts");
  private static final Prompt BACKGROUND = Prompt.read("faithful-background");
  private static final Prompt STATEMENTS = Prompt.read("faithful-statements");
  private static final Prompt ANSWER = Prompt.read("faithful-answer");

  private final String question;
  private final RunContext run;
  private final List<ChunkId> found;

  FaithfulRun(int k, String question, RunContext run) {
    this.question = question;
    this.run = run;
    found = Search.SEMANTIC.ranking(run).rank(run.corpus(), run.question(), k);
  }

  String answer() {
    run.closeFrom(() -> FinalAnswer.messages(run, question, found));
    List<String> statements = found.isEmpty() ? List.of() : statements();
    List<Message> messages =
        statements.isEmpty()
            ? FinalAnswer.messages(run, question, found)
            : messages(statements, StatementGroups.of(statements, found, run));
    return run.chat(messages, Toolbox.empty()).text();
  }

  /** Returns what the model remembers; empty if it could not be asked, or if it wrote nothing. */
  private List<String> statements() {
    if (!run.as(MEMORY).affords(MEMORY_CALLS + 1)) {
      run.warn(
          "faithful: the budget did not allow to ask the model what it remembers. The answer is"
              + " from the texts only.");
      return List.of();
    }
    String facts =
        ask(FACTS, Map.of("earlier", EarlierQuestions.text(run), "question", run.question()));
    String background =
        facts.isBlank()
            ? ""
            : ask(BACKGROUND, Map.of("facts", facts.strip(), "question", run.question()));
    String reply =
        background.isBlank() ? "" : ask(STATEMENTS, Map.of("background", background.strip()));
    List<String> statements = ReplyText.list(reply, MAX_STATEMENTS);
    if (statements.isEmpty()) {
      run.warn(
          "faithful: what the model remembers could not be read. The answer is from the texts"
              + " only.");
    }
    return statements;
  }

  private String ask(Prompt prompt, Map<String, String> values) {
    String reply = HelperCall.reply(run, MEMORY, prompt.fill(values));
    return IntermediateAnswer.isNotFound(reply) ? "" : reply;
  }

  /** Returns the request for the answer. The last chunks that do not fit are left out. */
  private List<Message> messages(List<String> statements, List<Note.Quote> groups) {
    String remembered =
        IntStream.range(0, statements.size())
            .mapToObj(i -> (i + 1) + ". " + statements.get(i))
            .collect(Collectors.joining("\n"));
    List<Message> rest = FinalAnswer.messages(run, question, prompt("", groups, remembered));
    Shown shown = run.show(Passages.fitting(run, found, rest));
    List<Note.Quote> closest = groups.stream().filter(each -> isIn(each, shown)).toList();
    return FinalAnswer.messages(run, question, prompt(shown.text(), closest, remembered));
  }

  /** Whether the text was shown: a chunk may have been left out. */
  private static boolean isIn(Note.Quote group, Shown shown) {
    return shown.snippets().stream().anyMatch(each -> QuotedNote.isIn(group.text(), each));
  }

  private static String prompt(String shown, List<Note.Quote> closest, String remembered) {
    String sentences = new QuotedNote(new Note("", closest), shown).text().strip();
    return ANSWER.fill(
        Map.of(
            "passages",
            shown,
            "sentences",
            sentences.isEmpty() ? "None." : Shown.enclose(sentences, shown),
            "remembered",
            remembered));
  }
}
