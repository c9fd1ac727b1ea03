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
 * Which tool the extractive model calls next: the first step of its script that was not made yet
 * and has something to ask. So it makes at most as many calls as the script has steps.
 */
final class NextCall {
  private static final List<String> SCRIPT =
      List.of(
          Toolbox.KEYWORD_SEARCH,
          Toolbox.SEMANTIC_SEARCH,
          Toolbox.CHUNK_READ,
          Toolbox.KEYWORD_SEARCH,
          Toolbox.SEMANTIC_SEARCH,
          Toolbox.CHUNK_READ,
          Toolbox.KEYWORD_SEARCH,
          Toolbox.CHUNK_READ);

  private static final int MOST_KEYWORDS = 5;
  private static final int MOST_CHUNKS = 3;
  private static final int MOST_CHAINS = 2;
  private static final int MOST_LEADS = 6;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Transcript transcript;
  private final Set<String> offered;
  private final Relevance relevance;
  private final ChainSearch chains;

  NextCall(Transcript transcript, Set<String> offered) {
    this.transcript = transcript;
    this.offered = offered;
    this.relevance = new Relevance(transcript.question(), transcript.facts());
    this.chains = new ChainSearch(transcript.question(), transcript.facts(), relevance);
  }

  /** Empty when there is nothing left to ask, or no tool to ask with. */
  Optional<ToolExecutionRequest> choose() {
    if (offered.isEmpty() || transcript.question().text().isBlank() || isSettled()) {
      return Optional.empty();
    }
    for (int step = 0; step < SCRIPT.size(); step++) {
      String tool = SCRIPT.get(step);
      long wanted = SCRIPT.subList(0, step + 1).stream().filter(tool::equals).count();
      if (offered.contains(tool) && made(tool) < wanted) {
        Optional<ToolExecutionRequest> call = call(tool, wanted == 1);
        if (call.isPresent()) {
          return call;
        }
      }
    }
    return Optional.empty();
  }

  /** Whether what was read says all that is asked. */
  private boolean isSettled() {
    return made(Toolbox.CHUNK_READ) > 0
        && transcript.question().choices().isEmpty()
        && chains.best().filter(chains::isComplete).isPresent();
  }

  private long made(String tool) {
    return transcript.calls().stream().filter(call -> tool.equals(call.name())).count();
  }

  private Optional<ToolExecutionRequest> call(String tool, boolean isFirst) {
    return switch (tool) {
      case Toolbox.KEYWORD_SEARCH -> request(tool, "keywords", isFirst ? keywords() : leads());
      case Toolbox.SEMANTIC_SEARCH -> query(tool, isFirst);
      default -> request(tool, "chunk_ids", unreadChunks());
    };
  }

  private List<String> keywords() {
    return transcript.question().keywords(MOST_KEYWORDS);
  }

  /** Names found that were not searched for, and what is asked of them: the next hop. */
  private List<String> leads() {
    Set<String> asked = asked("keywords");
    Optional<String> relation = transcript.question().asked();
    List<String> leads =
        leadingFacts()
            .flatMap(fact -> fact.leads().stream())
            .filter(name -> !transcript.question().holds(name) && !asked.contains(name))
            .distinct()
            .limit(MOST_KEYWORDS - relation.stream().count())
            .toList();
    return leads.isEmpty() ? leads : Stream.concat(leads.stream(), relation.stream()).toList();
  }

  /** Facts that say most of what has to be settled first, then those of the best chains. */
  private Stream<Fact> leadingFacts() {
    Stream<Fact> chained =
        chains.ranked().stream().limit(MOST_CHAINS).flatMap(chain -> chain.facts().stream());
    return Stream.concat(relevance.rankedForFirstHop().stream().limit(MOST_LEADS), chained);
  }

  private Optional<ToolExecutionRequest> query(String tool, boolean isFirst) {
    String question = transcript.question().text();
    if (isFirst) {
      return request(tool, "query", question);
    }
    Set<String> asked = asked("keywords");
    List<String> names =
        asked.stream().filter(name -> !transcript.question().holds(name)).limit(2).toList();
    return names.isEmpty()
        ? Optional.empty()
        : request(tool, "query", String.join(", ", names) + ": " + question);
  }

  private List<String> unreadChunks() {
    Set<String> read = asked("chunk_ids");
    Set<String> chunks = new LinkedHashSet<>();
    Stream.concat(leadingFacts(), relevance.ranked().stream())
        .map(Fact::chunk)
        .filter(chunk -> !read.contains(chunk))
        .forEach(chunks::add);
    return chunks.stream().limit(MOST_CHUNKS).toList();
  }

  /** All values that were given for an argument so far. */
  private Set<String> asked(String argument) {
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
      throw new IllegalStateException("Texts and lists of texts can be written as JSON.", e);
    }
  }
}
