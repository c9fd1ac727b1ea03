package dev.arag.agent.internal.typed;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The position in a record at which a value is read.
 *
 * @param path the path from the outermost record; empty for that record itself
 * @param texts the texts read so far, in the outermost record
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

  /** Adds a value that should be in the documents. */
  void addText(String text) {
    texts.put(path, text);
  }

  /**
   * @param problem the end of a sentence that starts with the field
   */
  ValueParseException error(String problem) {
    return new ValueParseException(
        (path.isEmpty() ? "The object" : "\"" + path + "\"") + " " + problem + ".");
  }
}
