package dev.arag.agent.extractive;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.tools.Toolbox;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Selects the next tool call of the extractive model. The calls follow a fixed script: the next
 * call is the first step that was not executed yet and for which there are arguments. The length of
 * the script limits the number of calls.
 */
final class ToolCallSelector {
  private static final List<String> SCRIPT =
      List.of(
          Toolbox.KEYWORD_SEARCH,
          Toolbox.SEMANTIC_SEARCH,
          Toolbox.NAIVE_EMBEDDING_SEARCH,
          Toolbox.CHUNK_READ,
          Toolbox.KEYWORD_SEARCH,
          Toolbox.SEMANTIC_SEARCH,
          Toolbox.NAIVE_EMBEDDING_SEARCH,
          Toolbox.CHUNK_READ,
          Toolbox.KEYWORD_SEARCH,
          Toolbox.CHUNK_READ);

  private static final int MAX_KEYWORDS = 5;
  private static final int MAX_READS = 3;
  private static final int MAX_CHAINS = 2;
  private static final int MAX_LEADS = 6;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Transcript transcript;
  private final Set<String> offered;
  private final RelevanceScorer relevance;
  private final FactChainSearch chains;

  ToolCallSelector(Transcript transcript, Set<String> offered) {
    this.transcript = transcript;
    this.offered = offered;
    this.relevance = new RelevanceScorer(transcript.question(), transcript.facts());
    this.chains = new FactChainSearch(transcript.question(), transcript.facts(), relevance);
  }

  /** Returns the next call; empty if the question is resolved or no step is left. */
  Optional<ToolExecutionRequest> next() {
    if (offered.isEmpty() || transcript.question().text().isBlank() || isResolved()) {
      return Optional.empty();
    }
    for (int step = 0; step < SCRIPT.size(); step++) {
      String tool = SCRIPT.get(step);
      long wanted = SCRIPT.subList(0, step + 1).stream().filter(tool::equals).count();
      if (offered.contains(tool) && callsOf(tool) < wanted) {
        Optional<ToolExecutionRequest> call = call(tool, wanted == 1);
        if (call.isPresent()) {
          return call;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether every search was tried and the best chain is a complete answer from text that was shown
   * whole.
   */
  private boolean isResolved() {
    return SCRIPT.stream()
            .filter(Toolbox::isSearch)
            .allMatch(search -> !offered.contains(search) || callsOf(search) > 0)
        && transcript.question().choices().isEmpty()
        && chains.best().filter(chains::isComplete).filter(this::isShownWhole).isPresent();
  }

  private boolean isShownWhole(FactChain chain) {
    Set<String> read = usedValues("chunk_ids");
    return !offered.contains(Toolbox.CHUNK_READ)
        || chain.facts().stream().map(chains::unit).allMatch(unit -> isShownWhole(unit, read));
  }

  private boolean isShownWhole(String unit, Set<String> read) {
    return read.contains(unit) || transcript.complete().contains(unit);
  }

  private long callsOf(String tool) {
    return transcript.calls().stream().filter(call -> tool.equals(call.name())).count();
  }

  private Optional<ToolExecutionRequest> call(String tool, boolean isFirst) {
    return switch (tool) {
      case Toolbox.KEYWORD_SEARCH -> request(tool, "keywords", isFirst ? keywords() : leads());
      case Toolbox.SEMANTIC_SEARCH, Toolbox.NAIVE_EMBEDDING_SEARCH -> query(tool, isFirst);
      default -> request(tool, "chunk_ids", unread());
    };
  }

  private List<String> keywords() {
    return transcript.question().keywords(MAX_KEYWORDS);
  }

  /**
   * Returns the keywords for the next hop: names that were not searched for yet, and one word from
   * the last hop of the question.
   */
  private List<String> leads() {
    Set<String> used = usedValues("keywords");
    Optional<String> relation = transcript.question().lastHopWord();
    List<String> leads =
        leadingFacts()
            .flatMap(fact -> fact.leads().stream())
            .filter(name -> !transcript.question().contains(name) && !used.contains(name))
            .distinct()
            .limit(MAX_KEYWORDS - relation.stream().count())
            .toList();
    return leads.isEmpty() ? leads : Stream.concat(leads.stream(), relation.stream()).toList();
  }

  /**
   * Returns the facts that are most relevant to the first hop, followed by the facts of the best
   * chains.
   */
  private Stream<Fact> leadingFacts() {
    Stream<Fact> chained =
        chains.ranked().stream().limit(MAX_CHAINS).flatMap(chain -> chain.facts().stream());
    return Stream.concat(relevance.rankedForFirstHop().stream().limit(MAX_LEADS), chained);
  }

  private Optional<ToolExecutionRequest> query(String tool, boolean isFirst) {
    String question = transcript.question().text();
    if (isFirst) {
      return request(tool, "query", question);
    }
    Stream<String> candidates =
        offered.contains(Toolbox.KEYWORD_SEARCH)
            ? usedValues("keywords").stream()
            : leadingFacts().flatMap(fact -> fact.leads().stream()).distinct();
    List<String> names =
        candidates.filter(name -> !transcript.question().contains(name)).limit(2).toList();
    return names.isEmpty()
        ? Optional.empty()
        : request(tool, "query", String.join(", ", names) + ": " + question);
  }

  /** Returns the ids of the most relevant texts that were not shown whole yet. */
  private List<String> unread() {
    Set<String> read = usedValues("chunk_ids");
    return Stream.concat(leadingFacts(), relevance.ranked().stream())
        .map(chains::unit)
        .filter(unit -> !isShownWhole(unit, read))
        .distinct()
        .limit(MAX_READS)
        .toList();
  }

  /** Returns all values that the calls made so far contain for an argument. */
  private Set<String> usedValues(String argument) {
    Set<String> values = new LinkedHashSet<>();
    for (ToolExecutionRequest call : transcript.calls()) {
      arguments(call).path(argument).forEach(value -> values.add(value.asText()));
    }
    return values;
  }

  private static JsonNode arguments(ToolExecutionRequest call) {
    try {
      return JSON.readTree(call.arguments());
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }

  private Optional<ToolExecutionRequest> request(String tool, String argument, List<String> value) {
    return value.isEmpty() ? Optional.empty() : request(tool, argument, (Object) value);
  }

  private Optional<ToolExecutionRequest> request(String tool, String argument, Object value) {
    return Optional.of(
        ToolExecutionRequest.builder()
            .id("call_" + (transcript.calls().size() + 1))
            .name(tool)
            .arguments(json(Map.of(argument, value)))
            .build());
  }

  private static String json(Map<String, Object> arguments) {
    try {
      return JSON.writeValueAsString(arguments);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The tool arguments cannot be written as JSON.", e);
    }
  }
}
