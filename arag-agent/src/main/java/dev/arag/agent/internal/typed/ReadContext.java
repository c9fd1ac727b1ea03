package dev.arag.agent.internal.typed;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where in a form a value is read.
 *
 * @param path from the whole form; empty for the form itself
 * @param texts what was read so far, of the whole form
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

  /** Notes a value that must be found in the documents. */
  void note(String text) {
    texts.put(path, text);
  }

  /**
   * @param what the end of a sentence that begins with the field
   */
  ValueParseException wrong(String what) {
    return new ValueParseException(
        (path.isEmpty() ? "The object" : "\"" + path + "\"") + " " + what + ".");
  }
}
