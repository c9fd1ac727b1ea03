package dev.arag.index.embed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The texts a tokenizer takes for special tokens wherever they stand. In a document or a query they
 * are text like any other: a space after their first character keeps them so.
 */
final class SpecialText {
  private final List<String> markers;

  private SpecialText(List<String> markers) {
    this.markers = List.copyOf(markers);
  }

  /** Reads the special tokens of a {@code tokenizer.json}. */
  static SpecialText of(byte[] tokenizerJson) {
    List<String> markers = new ArrayList<>();
    for (JsonNode token : read(tokenizerJson).path("added_tokens")) {
      markers.add(token.path("content").asText());
    }
    return new SpecialText(markers);
  }

  private static JsonNode read(byte[] json) {
    try {
      return new JsonMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text with its special markers opened up. */
  String defuse(String text) {
    String defused = text;
    for (String marker : markers) {
      defused = defused.replace(marker, opened(marker));
    }
    return defused;
  }

  private static String opened(String marker) {
    int first = marker.offsetByCodePoints(0, 1);
    return marker.substring(0, first) + " " + marker.substring(first);
  }
}
