package dev.arag.agent.internal.typed;

/** Thrown if a reply does not contain a valid record. The message is sent to the model. */
public class ValueParseException extends RuntimeException {
  ValueParseException(String message) {
    super(message);
  }
}
