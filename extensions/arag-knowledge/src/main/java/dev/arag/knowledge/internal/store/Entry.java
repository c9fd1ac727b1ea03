package dev.arag.knowledge.internal.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.step.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a job knows about one chunk.
 *
 * @param key identifies the task, its rules, the prompt and the model
 * @param failure the kind of the failure; empty if there was none
 * @param tries the number of times that the chunk was sent to the model
 * @param usage the usage of the last request, and of the one that asked for a readable reply
 */
public record Entry(
    String key, State state, String failure, int tries, Usage usage, List<Fact> facts) {
  /** The task of the facts. Records of other tasks are ignored. */
  public static final String TASK = "facts";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Whether the model has done its work. */
  public enum State {
    DONE,
    /** The text states no facts. */
    EMPTY,
    FAILED,
    /** The model or a content filter refused to answer. */
    REFUSED;

    public boolean isFinished() {
      return this == DONE || this == EMPTY;
    }
  }

  public Entry {
    facts = List.copyOf(facts);
  }

  /** Returns a copy with the usage that the server reported. */
  public Entry withUsage(Usage reported) {
    return new Entry(key, state, failure, tries, reported, facts);
  }

  String toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.put("task", TASK).put("key", key).put("state", state.name().toLowerCase(Locale.ROOT));
    json.put("tries", tries);
    StoredUsage.write(usage, json);
    if (!failure.isEmpty()) {
      json.put("failure", failure);
    }
    ArrayNode all = json.putArray("facts");
    for (Fact each : facts) {
      all.addArray()
          .add(each.subject())
          .add(each.relation())
          .add(each.object())
          .add(each.sentence());
    }
    return json.toString();
  }

  /** Returns the entry of a record; empty if the record belongs to another task or version. */
  static Optional<Entry> parse(String content) {
    try {
      JsonNode json = JSON.readTree(content);
      if (!json.path("task").asText().equals(TASK)) {
        return Optional.empty();
      }
      List<Fact> facts = new ArrayList<>();
      for (JsonNode each : json.path("facts")) {
        facts.add(
            new Fact(
                each.path(0).asText(),
                each.path(1).asText(),
                each.path(2).asText(),
                each.path(3).asInt()));
      }
      return Optional.of(
          new Entry(
              json.path("key").asText(),
              State.valueOf(json.path("state").asText().toUpperCase(Locale.ROOT)),
              json.path("failure").asText(),
              json.path("tries").asInt(),
              StoredUsage.read(json),
              facts));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
