package dev.arag.strategies.internal.levelrag;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Hit;
import dev.arag.core.error.NotIndexedException;
import dev.arag.strategies.internal.levelrag.RoleCalls.Role;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.retrieval.FinalAnswer;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.internal.retrieval.Queries;
import dev.arag.strategies.internal.retrieval.QuotedText;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans the atomic queries of one run, and collects what the searchers find for them. Not
 * thread-safe.
 */
final class HighLevelSearcher {
  /** Longer lines are no queries. */
  private static final int MAX_QUERY_LENGTH = 300;

  private static final int MAX_QUERIES = 5;
  private static final String NOTES = "\n\nNotes from an earlier reading of these texts:\n";
  private static final String NONE = "none";

  private final LevelRag settings;
  private final RunContext run;
  private final RoleCalls calls;
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> asked = new HashSet<>();
  private boolean hasEmbeddings = true;

  HighLevelSearcher(LevelRag settings, RunContext run) {
    this.settings = settings;
    this.run = run;
    this.calls = new RoleCalls(run);
  }

  String answer(String question) {
    run.closeFrom(() -> closing(question));
    collect();
    List<Message> last = closing(question);
    run.closeFrom(() -> last);
    return run.chat(last, Toolbox.empty()).text();
  }

  private void collect() {
    List<String> queries = decompose();
    for (int round = 1; !queries.isEmpty(); round++) {
      searchAll(queries);
      if (round == settings.rounds()) {
        return;
      }
      if (!run.affords(4)) {
        run.warn("levelrag: the budget allowed " + round + " of " + settings.rounds() + " rounds.");
        return;
      }
      queries = isEnough() ? List.of() : supplement();
    }
  }

  /** Returns the first atomic queries; the question itself if there are none. */
  private List<String> decompose() {
    if (run.affords(3)) {
      String reply = calls.askInConversation(Role.DECOMPOSE, Map.of("question", run.question()));
      List<String> queries = queries(reply);
      if (!queries.isEmpty()) {
        return queries;
      }
      calls.warnUnreadable(Role.DECOMPOSE);
    }
    asked.add(Queries.key(run.question()));
    return List.of(run.question());
  }

  /** Returns the queries of a reply that were not asked before. */
  private List<String> queries(String reply) {
    return ReplyText.list(reply, MAX_QUERIES).stream()
        .map(query -> query.replaceFirst("^\\[\\d+]\\s*", ""))
        .filter(query -> query.length() <= MAX_QUERY_LENGTH && asked.add(Queries.key(query)))
        .toList();
  }

  /** Searches and summarizes atomic queries, which do not depend on each other. */
  private void searchAll(List<String> queries) {
    int first = findings.size();
    for (int i = 0; i < queries.size(); i++) {
      int share = run.remaining().maxModelCalls() / (2 * (queries.size() - i));
      findings.add(search(queries.get(i), new CallAllowance(run, share, queries.size() + 1)));
    }
    List<Note> summaries = summarize(List.copyOf(findings.subList(first, findings.size())));
    for (int i = 0; i < summaries.size(); i++) {
      findings.set(first + i, findings.get(first + i).withSummary(summaries.get(i)));
    }
  }

  private Finding search(String query, CallAllowance allowance) {
    List<List<? extends Hit>> results = new ArrayList<>();
    if (settings.dense() && hasEmbeddings) {
      results.add(searchDense(query, allowance));
    }
    if (settings.sparse()) {
      results.add(new SparseSearcher(calls, settings.k()).search(query, allowance));
    }
    Note none = new Note("", List.of());
    return new Finding(query, none, FusedHits.of(results, settings.k()), searchWeb(query));
  }

  private List<? extends Hit> searchDense(String query, CallAllowance allowance) {
    try {
      return new DenseSearcher(calls, settings.k()).search(query, allowance);
    } catch (NotIndexedException e) {
      hasEmbeddings = false;
      run.warn("levelrag: the corpus has no embeddings, so only keywords were searched.");
      return List.of();
    }
  }

  /** Returns the text that the tool for the web returned; empty if there is none. */
  private String searchWeb(String query) {
    if (settings.web().isEmpty()) {
      return "";
    }
    Observation found = run.call(ToolCall.of(settings.web(), Map.of("query", query)));
    if (found instanceof Observation.Found) {
      return found.text();
    }
    run.warn("levelrag: the tool " + settings.web() + " returned no result.");
    return "";
  }

  /** Returns one summary for each finding, with checked quotes. */
  private List<Note> summarize(List<Finding> found) {
    Note none = new Note("", List.of());
    List<Finding> readable =
        found.stream()
            .filter(each -> !each.hits().isEmpty() || !each.external().isEmpty())
            .toList();
    if (readable.isEmpty() || !run.affords(1)) {
      return Collections.nCopies(found.size(), none);
    }
    List<String> prompts =
        readable.stream()
            .map(
                each ->
                    calls.prompt(
                        Role.SUMMARIZE,
                        Map.of("query", each.query()),
                        each.hits(),
                        each.external()))
            .toList();
    List<Optional<Finding.Summary>> replies = fillAll(prompts);
    return found.stream()
        .map(
            each ->
                readable.contains(each)
                    ? replies.get(readable.indexOf(each)).map(this::checked).orElse(none)
                    : none)
        .toList();
  }

  private List<Optional<Finding.Summary>> fillAll(List<String> prompts) {
    List<Optional<Finding.Summary>> replies =
        HelperCall.fillAll(run, Role.SUMMARIZE.id(), Finding.Summary.class, prompts);
    if (replies.stream().anyMatch(Optional::isEmpty)) {
      calls.warnUnreadable(Role.SUMMARIZE);
    }
    return replies;
  }

  private Note checked(Finding.Summary summary) {
    return run.check(summary.note());
  }

  private boolean isEnough() {
    return calls.isYes(Role.VERIFY, calls.askInConversation(Role.VERIFY, questionAndNotes()));
  }

  private List<String> supplement() {
    String reply = calls.askInConversation(Role.SUPPLEMENT, questionAndNotes());
    if (ReplyText.list(reply, 1).isEmpty()) {
      calls.warnUnreadable(Role.SUPPLEMENT);
    }
    return Queries.key(reply).equals(NONE) ? List.of() : queries(reply);
  }

  private Map<String, String> questionAndNotes() {
    return Map.of(
        "question",
        run.question(),
        "notes",
        findings.stream().map(Finding::line).collect(Collectors.joining("\n")));
  }

  /**
   * Returns the request for the final answer from the summaries and their quoted passages. Without
   * quotes, it shows the hits.
   */
  private List<Message> closing(String question) {
    List<Finding> quoted = findings.stream().filter(Finding::isQuoted).toList();
    String notes = quoted.stream().map(Finding::line).collect(Collectors.joining("\n", NOTES, ""));
    String external =
        findings.stream()
            .filter(each -> quoted.isEmpty() || each.quotesExternal())
            .map(each -> "\n\n" + each.external())
            .filter(text -> !text.isBlank())
            .collect(Collectors.joining());
    String rest = external + (quoted.isEmpty() ? "" : notes);
    List<? extends Hit> hits =
        quoted.isEmpty()
            ? allHits()
            : QuotedText.of(quoted.stream().map(Finding::summary).toList(), run);
    int freeTokens = run.freeTokens(FinalAnswer.messages(run, question, rest));
    String shown = run.show(Passages.fittingHits(run, hits, freeTokens)).text();
    return FinalAnswer.messages(run, question, shown + rest);
  }

  private List<? extends Hit> allHits() {
    List<List<? extends Hit>> all = new ArrayList<>();
    findings.forEach(each -> all.add(each.hits()));
    if (all.stream().anyMatch(hits -> !hits.isEmpty())) {
      run.warn(
          "levelrag: no summary has a quote from the texts found, so the texts were shown instead.");
    }
    return FusedHits.of(all, settings.k());
  }
}
