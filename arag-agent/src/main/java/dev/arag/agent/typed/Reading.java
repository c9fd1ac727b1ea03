package dev.arag.agent.typed;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where in a form a value is read.
 *
 * @param path from the whole form; empty for the form itself
 * @param texts what was read so far, of the whole form
 */
record Reading(String path, Map<String, String> texts) {
  static Reading start() {
    return new Reading("", new LinkedHashMap<>());
  }

  Reading at(String field) {
    return new Reading(path.isEmpty() ? field : path + "." + field, texts);
  }

  Reading at(int index) {
    return new Reading(path + "[" + index + "]", texts);
  }

  /** Notes a value that must be found in the documents. */
  void note(String text) {
    texts.put(path, text);
  }

  /**
   * @param what the end of a sentence that begins with the field
   */
  FormException wrong(String what) {
    return new FormException(
        (path.isEmpty() ? "The object" : "\"" + path + "\"") + " " + what + ".");
  }
}
