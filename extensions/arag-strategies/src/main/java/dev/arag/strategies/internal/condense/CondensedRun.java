package dev.arag.strategies.internal.condense;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.note.DerivedTextFence;
import dev.arag.strategies.internal.note.QuotedNote;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.run.ForwardingRun;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.call.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run in which a reader takes notes of the text that {@code chunk_read} returns. The main model
 * receives only the notes. Their quotes can be cited, because the request of the reader contained
 * the text.
 */
final class CondensedRun extends ForwardingRun {
  /** The role that takes the notes. */
  static final String READER = "reader";

  private static final Prompt PROMPT = Prompt.read("condensed-reader");
  private static final String NOTHING = "These passages say nothing that helps with the question.";

  private String reason = "";
  private String search = "the answer";

  /** The reply of the reader. */
  record ReadingForm(List<NoteForm> notes) {}

  record NoteForm(String note, List<String> quotes) {}

  CondensedRun(RunContext run) {
    super(run);
  }

  @Override
  public Reply chat(List<Message> messages, Toolbox offered) {
    Reply reply = super.chat(messages, offered);
    reason = reply.text().strip();
    return reply;
  }

  @Override
  public Observation call(ToolCall call) {
    Observation read = super.call(call);
    if (Toolbox.isSearch(call.name())) {
      search = call.arguments();
    }
    return isRead(call) && !read.shown().isEmpty() ? condense(read) : read;
  }

  private boolean isRead(ToolCall call) {
    return tools()
        .findTool(call)
        .map(RetrievalTool::name)
        .filter(Toolbox.CHUNK_READ::equals)
        .isPresent();
  }

  private Observation condense(Observation read) {
    String prompt = prompt(read);
    boolean isPossible =
        run().as(READER).affords(2) && run().freeTokens(List.of(new Message.User(prompt))) > 0;
    if (!isPossible) {
      return read;
    }
    Optional<ReadingForm> reading = HelperCall.fill(run(), READER, ReadingForm.class, prompt);
    if (reading.isEmpty()) {
      warn(
          "condensed: the notes of the reader could not be read. The main model got the whole text.");
      return read;
    }
    List<NoteForm> written = reading.get().notes();
    List<QuotedNote> notes =
        written.stream().map(each -> check(each, read)).flatMap(Optional::stream).toList();
    if (notes.isEmpty() && !written.isEmpty()) {
      warn("condensed: no quote of the reader is exact. The main model got the whole text.");
      return read;
    }
    return new Observation.Found(
        DerivedTextFence.replaceInside(read.text(), text(notes, read)), read.shown());
  }

  private String prompt(Observation read) {
    return PROMPT.fill(
        Map.of(
            "passages", read.text(),
            "question", question(),
            "reason", reason.isEmpty() ? search : reason));
  }

  /** Returns the note with the quotes that stand in the text; empty if there are none. */
  private Optional<QuotedNote> check(NoteForm form, Observation read) {
    ChunkId first = read.shown().get(0).chunkId();
    List<Note.Quote> quotes =
        form.quotes().stream()
            .map(quote -> new Note.Quote(chunkOf(quote, read).orElse(first), quote))
            .toList();
    Note checked = check(new Note(form.note(), quotes));
    return checked.quotes().isEmpty()
        ? Optional.empty()
        : Optional.of(new QuotedNote(checked, read.text()));
  }

  private static Optional<ChunkId> chunkOf(String quote, Observation read) {
    return read.shown().stream()
        .filter(snippet -> QuotedNote.isIn(quote, snippet))
        .map(Snippet::chunkId)
        .findFirst();
  }

  private static String text(List<QuotedNote> notes, Observation read) {
    String ids =
        read.shown().stream()
            .map(snippet -> "[" + QuotedNote.idOf(snippet, read.text()) + "]")
            .distinct()
            .collect(Collectors.joining(" "));
    String text =
        notes.isEmpty()
            ? NOTHING
            : notes.stream().map(QuotedNote::text).collect(Collectors.joining("\n\n"));
    return "Notes of a reader from " + ids + "; the quotes are exact:\n" + text;
  }
}
