package dev.arag.knowledge.internal.summary;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.step.Usage;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import dev.arag.knowledge.internal.extract.Prompt;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.StoredUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a model for summaries.
 *
 * @param modelName the name of the model, which is a part of the key of the summaries
 */
public record Summarizer(String modelName) {
  public static final String ROLE = "summarizer";

  /** Raise this number if the same reply is read differently, or texts are divided differently. */
  private static final String RULES = "1";

  private static final String OF_CHUNKS = Prompt.read(Summarizer.class, "chunks");
  private static final String OF_PARTS = Prompt.read(Summarizer.class, "parts");

  /** The tokens of the prompt, of the description of the form and of the marker lines. */
  private static final int PROMPT_TOKENS = 400;

  /** The typical tokens of a summary and of the passages that it quotes. */
  private static final int SUMMARY_TOKENS = 400;

  /** The reply of the model. */
  record SummaryForm(String summary, List<String> quotes) {}

  /** A request and the texts with which the quotes of its reply are compared. */
  private record Request(Unit unit, String prompt, Shown shown) {}

  /** Returns the key of the summaries: a hash of the task, its rules, the prompts and the model. */
  String key() {
    return Unit.hash(
        String.join("\u0000", StoredSummary.TASK, RULES, OF_CHUNKS, OF_PARTS, modelName));
  }

  /** Returns the expected input tokens of a request. */
  static int requestTokens(Unit unit) {
    int text = unit.children().isEmpty() ? unit.tokens() : SUMMARY_TOKENS * unit.children().size();
    return PROMPT_TOKENS + text;
  }

  /**
   * Asks for the summaries of parts at the same time, within the budget of a run.
   *
   * @return the summaries by part; those that failed have the state FAILED. A part that was too
   *     large for the context window, or without summaries of its children, is missing
   */
  Map<Unit, StoredSummary> summarize(RunContext run, List<Unit> units, KnownSummaries known) {
    RunContext model = run.as(ROLE);
    List<Request> requests = new ArrayList<>();
    units.forEach(unit -> request(model, unit, known).ifPresent(requests::add));
    List<Optional<SummaryForm>> replies =
        model.fillAll(SummaryForm.class, requests.stream().map(Request::prompt).toList());
    Map<Unit, StoredSummary> summaries = new LinkedHashMap<>();
    for (int i = 0; i < replies.size(); i++) {
      Unit unit = requests.get(i).unit();
      int tries = 1 + known.tries(unit, key());
      summaries.put(unit, summary(requests.get(i), replies.get(i), tries));
    }
    return summaries;
  }

  private static Optional<Request> request(RunContext run, Unit unit, KnownSummaries known) {
    int free =
        run.freeTokens(List.of(new Message.User(OF_PARTS)))
            - TokenCounter.o200k().count(OF_PARTS)
            - PROMPT_TOKENS;
    if (unit.children().isEmpty()) {
      if (unit.tokens() > free) {
        return Optional.empty();
      }
      Shown shown = run.show(unit.chunks());
      return Optional.of(new Request(unit, OF_CHUNKS.replace("{text}", shown.text()), shown));
    }
    List<DerivedText.Item> items = known.itemsOfChildren(unit);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    Shown shown = DerivedText.show(run, DerivedText.fitting(run, items, free));
    return Optional.of(new Request(unit, OF_PARTS.replace("{text}", shown.text()), shown));
  }

  /** Returns what is stored for a part whose text the model refuses to read. */
  StoredSummary refused(Unit unit) {
    return new StoredSummary(
        key(), unit.content(), unit.address(), State.REFUSED, 1, StoredUsage.NONE, "", List.of());
  }

  private StoredSummary summary(Request request, Optional<SummaryForm> reply, int tries) {
    Unit unit = request.unit();
    String text = reply.map(each -> each.summary().strip()).orElse("");
    List<ChunkId> chunks = unit.chunks();
    List<StoredSummary.Quote> quotes =
        reply
            .map(each -> DerivedText.check(each.quotes(), request.shown().snippets()))
            .orElse(List.of())
            .stream()
            .filter(each -> chunks.contains(each.chunkId()))
            .map(each -> quote(each, chunks))
            .toList();
    State state = text.isEmpty() || quotes.isEmpty() ? State.FAILED : State.DONE;
    int tokens = reply.map(each -> TokenCounter.o200k().count(each.toString())).orElse(0);
    Usage usage = StoredUsage.ofRequest(TokenCounter.o200k().count(request.prompt()), tokens);
    return new StoredSummary(
        key(), unit.content(), unit.address(), state, tries, usage, text, quotes);
  }

  private static StoredSummary.Quote quote(Note.Quote quote, List<ChunkId> chunks) {
    return new StoredSummary.Quote(chunks.indexOf(quote.chunkId()), quote.text());
  }
}
