package dev.arag.extractive.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.tools.Toolbox;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects the next tool call of the rule-based model. In each round, every tool is called once: the
 * searches with the names to look for, then the read tool with the best texts found.
 */
record ToolCallSelector(ParsedConversation transcript, ChainSearch search, Set<String> offered) {
  private static final List<String> SEARCHES =
      List.of(Toolbox.KEYWORD_SEARCH, Toolbox.SEMANTIC_SEARCH, "naive_embedding_search");

  private static final int MAX_HOPS = 3;
  private static final int MAX_KEYWORDS = 5;
  private static final int MAX_READS = 3;
  private static final int MAX_CHAINS = 6;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the next call; empty if the question is answered or no call is left. */
  Optional<ToolExecutionRequest> next() {
    if (transcript.question.parsed().text().isBlank() || isAnswered()) {
      return Optional.empty();
    }
    for (int hop = 0; hop < MAX_HOPS; hop++) {
      for (String tool : tools(hop)) {
        Map<String, Object> arguments = callsOf(tool) <= hop ? arguments(tool, hop) : Map.of();
        if (!arguments.isEmpty()) {
          return Optional.of(request(tool, arguments));
        }
      }
    }
    return Optional.empty();
  }

  private List<String> tools(int hop) {
    Stream<String> searches = SEARCHES.stream().filter(offered::contains);
    Stream<String> reads = Stream.of(Toolbox.CHUNK_READ).filter(offered::contains);
    return Stream.concat(hop == 0 ? searches : searches.limit(1), reads).toList();
  }

  /** Whether every search was tried and text that was shown whole contains a complete answer. */
  private boolean isAnswered() {
    return SEARCHES.stream().allMatch(tool -> !offered.contains(tool) || callsOf(tool) > 0)
        && search.ranked.stream().limit(1).anyMatch(search::isComplete)
        && (!offered.contains(Toolbox.CHUNK_READ)
            || search.ranked.get(0).facts().stream().allMatch(fact -> isShownWhole(fact.source())));
  }

  private long callsOf(String tool) {
    return transcript.calls.stream().filter(call -> tool.equals(call.name())).count();
  }

  /** Returns the arguments of a call; empty if there is nothing to search or read. */
  private Map<String, Object> arguments(String tool, int hop) {
    List<String> values = (tool.equals(Toolbox.CHUNK_READ) ? unread() : keywords(hop)).toList();
    String question = transcript.question.parsed().text();
    String query = hop == 0 ? question : String.join(", ", values) + ": " + question;
    return values.isEmpty()
        ? Map.of()
        : switch (tool) {
          case Toolbox.CHUNK_READ -> Map.of("chunk_ids", values);
          case Toolbox.KEYWORD_SEARCH -> Map.of("keywords", values);
          default -> Map.of("query", query);
        };
  }

  private Stream<String> keywords(int hop) {
    Stream<String> keywords = hop == 0 ? transcript.question.keywords() : leads();
    return keywords.filter(keyword -> keyword.length() > 1).distinct().limit(MAX_KEYWORDS);
  }

  /** Returns a word that the best chain does not explain and new names in the best chains. */
  private Stream<String> leads() {
    ParsedQuestion question = transcript.question;
    Set<String> unexplained = new HashSet<>(question.terms());
    search.ranked.stream().limit(1).forEach(chain -> unexplained.removeAll(chain.explained()));
    List<String> names =
        bestFacts()
            .flatMap(fact -> fact.leads().stream())
            .filter(name -> !question.contains(name) && !isUsed(name.text()))
            .map(ParsedText.Span::text)
            .toList();
    Stream<String> word = question.words(unexplained).limit(names.isEmpty() ? 0 : 1);
    return Stream.concat(word, names.stream());
  }

  /** Returns the ids of the most relevant texts that were not shown whole yet. */
  private Stream<String> unread() {
    Stream<String> sources = bestFacts().map(Fact::source);
    return sources.filter(source -> !isShownWhole(source)).distinct().limit(MAX_READS);
  }

  private Stream<Fact> bestFacts() {
    return search.ranked.stream()
        .limit(MAX_CHAINS)
        .flatMap(chain -> chain.facts().stream())
        .distinct();
  }

  private boolean isShownWhole(String source) {
    return transcript.complete.contains(source) || isUsed(source);
  }

  /** Whether an earlier call contains a value. */
  private boolean isUsed(String value) {
    String quoted = JSON.valueToTree(value).toString();
    return transcript.calls.stream().anyMatch(call -> call.arguments().contains(quoted));
  }

  private ToolExecutionRequest request(String tool, Map<String, Object> arguments) {
    String id = "call_" + (transcript.calls.size() + 1);
    String json = JSON.valueToTree(arguments).toString();
    return ToolExecutionRequest.builder().id(id).name(tool).arguments(json).build();
  }
}
