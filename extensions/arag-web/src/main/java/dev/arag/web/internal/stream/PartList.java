package dev.arag.web.internal.stream;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parts of a message that were not sent yet, as lines of JSON. */
final class PartList {
  private final List<String> parts = new ArrayList<>();

  /** Adds a part. The type is its first field. */
  void add(String type, Map<String, ?> fields) {
    Map<String, Object> part = new LinkedHashMap<>();
    part.put("type", type);
    part.putAll(fields);
    parts.add(PartJson.write(part));
  }

  /** Removes and returns the parts. */
  List<String> take() {
    List<String> taken = List.copyOf(parts);
    parts.clear();
    return taken;
  }
}
