package dev.arag.knowledge.internal.summary;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.step.Usage;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.StoredUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The summary of a part as it is stored.
 *
 * @param key identifies the task, its rules, the prompts and the model
 * @param content the {@link Unit#content} of the part
 * @param address the {@link Unit#address} of the part
 * @param tries the number of times that the model was asked
 * @param usage the usage of the last request, and of the one that asked for a readable reply
 */
record StoredSummary(
    String key,
    String content,
    String address,
    State state,
    int tries,
    Usage usage,
    String text,
    List<Quote> quotes) {
  static final String TASK = "summary";

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A quote.
   *
   * @param source the index of the chunk in the sources of the record
   */
  record Quote(int source, String text) {}

  StoredSummary {
    quotes = List.copyOf(quotes);
  }

  /** Returns a copy with the usage that the server reported. */
  StoredSummary withUsage(Usage reported) {
    return new StoredSummary(key, content, address, state, tries, reported, text, quotes);
  }

  String toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.put("task", TASK).put("key", key).put("content", content).put("at", address);
    json.put("state", state.name().toLowerCase(Locale.ROOT));
    json.put("tries", tries).put("text", text);
    StoredUsage.write(usage, json);
    ArrayNode all = json.putArray("quotes");
    quotes.forEach(each -> all.addArray().add(each.source()).add(each.text()));
    return json.toString();
  }

  /** Returns the summary of a record; empty if the record belongs to another task or version. */
  static Optional<StoredSummary> parse(String content) {
    try {
      JsonNode json = JSON.readTree(content);
      if (!json.path("task").asText().equals(TASK)) {
        return Optional.empty();
      }
      List<Quote> quotes = new ArrayList<>();
      json.path("quotes")
          .forEach(each -> quotes.add(new Quote(each.path(0).asInt(), each.path(1).asText())));
      return Optional.of(
          new StoredSummary(
              json.path("key").asText(),
              json.path("content").asText(),
              json.path("at").asText(),
              State.valueOf(json.path("state").asText().toUpperCase(Locale.ROOT)),
              json.path("tries").asInt(),
              StoredUsage.read(json),
              json.path("text").asText(),
              quotes));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
