package dev.arag.evaluation.internal.row;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts a trajectory to the logs of the reference implementation. */
final class ReferenceForm {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ReferenceForm() {}

  static List<ToolLog> toolLogs(Trajectory trajectory) {
    Set<String> read = new HashSet<>();
    List<ToolLog> logs = new ArrayList<>();
    for (Step.ToolUse use : toolUses(trajectory)) {
      logs.add(
          new ToolLog(
              use.turn(),
              use.call().name(),
              arguments(use),
              use.observation().text(),
              tokens(use),
              details(use, read)));
    }
    return logs;
  }

  static List<RetrievalLog> retrievalLogs(Trajectory trajectory) {
    return toolUses(trajectory).stream()
        .filter(use -> !use.observation().shown().isEmpty())
        .map(ReferenceForm::retrievalLog)
        .toList();
  }

  private static RetrievalLog retrievalLog(Step.ToolUse use) {
    Map<String, Object> metadata = new LinkedHashMap<>(arguments(use));
    metadata.put("chunk_ids", List.copyOf(chunks(use)));
    metadata.put("retrieved_tokens", tokens(use));
    return new RetrievalLog(use.call().name(), tokens(use), metadata);
  }

  /**
   * The chunks that were read, in the order of the first time: a whole section was shown, or a tool
   * other than a search showed text.
   */
  static List<String> chunksRead(Trajectory trajectory) {
    Set<String> read = new LinkedHashSet<>();
    for (Step.ToolUse use : toolUses(trajectory)) {
      boolean isSearch = Toolbox.isSearch(use.call().name());
      use.observation().shown().stream()
          .filter(snippet -> snippet.isWholeSection() || !isSearch)
          .forEach(snippet -> read.add(snippet.chunkId().value()));
    }
    return List.copyOf(read);
  }

  private static List<Step.ToolUse> toolUses(Trajectory trajectory) {
    return trajectory.steps().stream()
        .filter(Step.ToolUse.class::isInstance)
        .map(Step.ToolUse.class::cast)
        .toList();
  }

  private static Map<String, Object> details(Step.ToolUse use, Set<String> read) {
    Map<String, Object> details = new LinkedHashMap<>();
    Set<String> chunks = chunks(use);
    if (Toolbox.isSearch(use.call().name())) {
      details.put("chunks_found", chunks.size());
    } else {
      int earlier = (int) chunks.stream().filter(read::contains).count();
      details.put("new_chunks_count", chunks.size() - earlier);
      details.put("already_read_count", earlier);
      read.addAll(chunks);
    }
    if (use.hasFailed() || use.observation() instanceof Observation.Rejected) {
      details.put("error", use.observation().text());
    }
    return details;
  }

  private static Map<String, Object> arguments(Step.ToolUse use) {
    try {
      return JSON.readValue(use.call().validArguments(), new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      return Map.of();
    }
  }

  private static Set<String> chunks(Step.ToolUse use) {
    Set<String> chunks = new LinkedHashSet<>();
    use.observation().shown().forEach(snippet -> chunks.add(snippet.chunkId().value()));
    return chunks;
  }

  private static int tokens(Step.ToolUse use) {
    return use.observation().shown().stream().mapToInt(Snippet::tokens).sum();
  }
}
