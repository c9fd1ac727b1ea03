package dev.arag.agent.typed;

/** A reply holds no value of a form. The message names the field, for the model. */
public class FormException extends RuntimeException {
  FormException(String message) {
    super(message);
  }
}
