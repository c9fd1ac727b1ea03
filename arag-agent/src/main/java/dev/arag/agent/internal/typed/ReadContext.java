package dev.arag.agent.internal.typed;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The position in a record at which a value is read.
 *
 * @param path the path from the outermost record; empty for the outermost record
 * @param texts the texts of the outermost record that were read so far
 */
record ReadContext(String path, Map<String, String> texts) {
  static ReadContext start() {
    return new ReadContext("", new LinkedHashMap<>());
  }

  ReadContext at(String field) {
    return new ReadContext(path.isEmpty() ? field : path + "." + field, texts);
  }

  ReadContext at(int index) {
    return new ReadContext(path + "[" + index + "]", texts);
  }

  /** Adds a value that is expected to occur in the documents. */
  void addText(String text) {
    texts.put(path, text);
  }

  /**
   * Creates the exception for an invalid value.
   *
   * @param problem what is wrong, phrased to follow the name of the field
   */
  ValueParseException error(String problem) {
    return new ValueParseException(
        (path.isEmpty() ? "The object" : "\"" + path + "\"") + " " + problem + ".");
  }
}
