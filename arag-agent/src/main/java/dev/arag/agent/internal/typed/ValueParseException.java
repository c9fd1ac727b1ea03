package dev.arag.agent.internal.typed;

/** Thrown if a reply contains no value of a record. The message is for the model. */
public class ValueParseException extends RuntimeException {
  ValueParseException(String message) {
    super(message);
  }
}
