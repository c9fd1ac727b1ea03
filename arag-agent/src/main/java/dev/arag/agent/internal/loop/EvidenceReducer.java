package dev.arag.agent.internal.loop;

import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.internal.text.FencedText;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.core.text.SectionId;
import dev.arag.tools.CorpusText;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.read.RepeatedHeader;
import dev.arag.tools.internal.text.HeadingLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shortens the messages of an answered question before later questions send them. Of the corpus
 * text in tool results and in prompts of the strategy, only the sections stay that verified
 * citations of the answer quote, and the repeated headers of their tables. A stub names the other
 * chunks. Results of custom tools, results without corpus text, and text in the form of another
 * profile do not change. Use one instance per question.
 */
public final class EvidenceReducer {
  private final HistoryCompactor compactor;
  private final ContextTracker tracker;
  private final Map<String, Observation> byCallId = new HashMap<>();
  private final List<Observation> inPrompts = new ArrayList<>();
  private final List<Citation> citations;

  /** The cited text that the shortened messages do not contain yet. */
  private final Set<Snippet> missing = new HashSet<>();

  /**
   * @param steps the steps of the question
   */
  public EvidenceReducer(RunState run, List<Step> steps, List<Citation> citations) {
    compactor = run.compactor();
    tracker = run.tracker();
    this.citations = citations;
    boolean isStandardForm = run.rules().profile().textFormat().equals(CorpusText.standardFormat());
    for (Step step : steps) {
      if (isStandardForm
          && step instanceof Step.ToolUse use
          && showsCorpusText(use.observation())) {
        if (use.isShow()) {
          inPrompts.add(use.observation());
        } else {
          byCallId.put(use.call().id(), use.observation());
        }
      }
    }
  }

  private static boolean showsCorpusText(Observation observation) {
    return observation.shown().stream()
        .anyMatch(snippet -> !ConversationTracker.isSourceId(snippet.chunkId()));
  }

  /** Returns one whole text of each cited section, or the cited parts if it was not shown whole. */
  private static List<Snippet> quotedBy(Citation citation, List<Snippet> shown) {
    List<Snippet> quoted = shown.stream().filter(each -> isQuotedBy(citation, each)).toList();
    return quoted.stream()
        .collect(Collectors.groupingBy(Snippet::section, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .flatMap(
            parts ->
                parts.stream()
                    .filter(Snippet::isWholeSection)
                    .findFirst()
                    .map(List::of)
                    .orElse(parts)
                    .stream())
        .toList();
  }

  private static boolean isQuotedBy(Citation citation, Snippet snippet) {
    if (!snippet.chunkId().equals(citation.chunkId())) {
      return false;
    }
    Optional<Span> span = citation.place().flatMap(each -> Optional.ofNullable(each.span()));
    int end = snippet.offset() + snippet.text().length();
    return span.isPresent()
        ? span.get().start() < end && snippet.offset() < span.get().end()
        : citation.section().map(snippet.section()::equals).orElse(true);
  }

  /** Returns the messages of the question with shortened results and prompts. */
  public List<Message> reduce(List<Message> exchange) {
    List<Snippet> shown =
        exchange.stream()
            .flatMap(this::shownBy)
            .flatMap(observation -> observation.shown().stream())
            .toList();
    citations.stream()
        .filter(citation -> citation.verdict().isVerified())
        .forEach(citation -> missing.addAll(quotedBy(citation, shown)));
    return exchange.stream().map(this::reduce).filter(each -> !isBlankPrompt(each)).toList();
  }

  /** Returns the results that a message contains unchanged. */
  private Stream<Observation> shownBy(Message message) {
    if (message instanceof Message.ToolResult result) {
      return Stream.ofNullable(byCallId.get(result.callId()))
          .filter(each -> each.text().equals(result.text()));
    }
    return message instanceof Message.User
        ? inPrompts.stream().filter(each -> message.text().contains(each.text()))
        : Stream.empty();
  }

  private static boolean isBlankPrompt(Message message) {
    return message instanceof Message.User && message.text().isBlank();
  }

  private Message reduce(Message message) {
    Message reduced = message;
    for (Observation observation : shownBy(message).toList()) {
      reduced =
          reduced instanceof Message.ToolResult result
              ? shorter(result, observation)
              : withoutText(reduced, observation);
    }
    return reduced;
  }

  private Message shorter(Message.ToolResult result, Observation observation) {
    List<Snippet> kept = takeCited(observation);
    List<Snippet> removed = new ArrayList<>(observation.shown());
    removed.removeAll(kept);
    if (removed.isEmpty()) {
      return result;
    }
    String stub = compactor.stub(removed);
    String text = kept.isEmpty() ? stub : text(observation, kept) + "\n" + stub;
    Message shorter =
        new Message.ToolResult(result.callId(), result.tool(), text, result.isError());
    return compactor.saving(result, shorter) > 0 ? shorter : result;
  }

  /** A strategy shows its text again with each question, so a prompt needs no stub. */
  private Message withoutText(Message prompt, Observation observation) {
    List<Snippet> kept = takeCited(observation);
    String text = kept.isEmpty() ? "" : text(observation, kept);
    return kept.containsAll(observation.shown())
        ? prompt
        : new Message.User(prompt.text().replace(observation.text(), text).strip());
  }

  /** Returns the cited text, and the repeated headers above it. */
  private List<Snippet> takeCited(Observation observation) {
    List<Snippet> cited =
        observation.shown().stream().filter(missing::contains).distinct().toList();
    missing.removeAll(cited);
    Set<SectionId> sections = cited.stream().map(Snippet::section).collect(Collectors.toSet());
    return observation.shown().stream()
        .filter(
            each ->
                cited.contains(each)
                    || (sections.contains(each.section())
                        && RepeatedHeader.lineIn(observation, each).isPresent()))
        .distinct()
        .toList();
  }

  private String text(Observation observation, List<Snippet> kept) {
    List<String> blocks = blocks(observation, kept, tracker);
    return FencedText.replaceIn(observation.text(), String.join("\n\n", blocks));
  }

  /**
   * Returns blocks of a name, a heading and a text, as {@code chunk_read} shows them. A repeated
   * header of a table is in the block of its rows, or in its own block if no rows are kept.
   *
   * @param kept text that the observation shows, in order
   */
  static List<String> blocks(Observation observation, List<Snippet> kept, ContextTracker tracker) {
    Map<SectionId, String> headers = new HashMap<>();
    List<String> blocks = new ArrayList<>();
    for (Snippet each : kept) {
      Optional<String> header = RepeatedHeader.lineIn(observation, each);
      boolean hasRows =
          kept.stream().anyMatch(it -> !it.equals(each) && it.section().equals(each.section()));
      if (header.isPresent() && hasRows) {
        headers.put(each.section(), header.get() + "\n");
      } else {
        String above = Objects.requireNonNullElse(headers.remove(each.section()), "");
        blocks.add(title(each, tracker) + "\n" + above + each.text());
      }
    }
    return blocks;
  }

  private static String title(Snippet snippet, ContextTracker tracker) {
    return "["
        + tracker.nameOf(snippet.section())
        + "] "
        + HeadingLine.of(snippet.location(), snippet.location().heading());
  }
}
