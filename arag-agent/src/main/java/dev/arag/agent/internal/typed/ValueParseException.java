package dev.arag.agent.internal.typed;

/** A reply holds no value of a form. The message names the field, for the model. */
public class ValueParseException extends RuntimeException {
  ValueParseException(String message) {
    super(message);
  }
}
