package dev.arag.evaluation.judge;

import static java.util.Objects.requireNonNull;

/**
 * The result of judging one answer.
 *
 * @param verdict the verdict
 * @param reply the reply of the judge; for {@link Verdict#ERROR} the message of the last failure
 */
public record Judgement(Verdict verdict, String reply) {
  public Judgement {
    requireNonNull(verdict, "verdict");
    requireNonNull(reply, "reply");
  }

  /** Whether an answer is correct. */
  public enum Verdict {
    CORRECT,
    WRONG,
    /** The judge failed, or its reply has no verdict, in every attempt. */
    ERROR
  }
}
