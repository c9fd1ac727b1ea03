package dev.arag.agent.internal.run;

import dev.arag.agent.model.ModelException;
import dev.arag.agent.step.StopReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of an answer before its citations are read.
 *
 * @param text blank if there is no answer
 * @param isByModel whether a model wrote the text
 * @param warnings the warnings about the text and the stop reason
 * @param failure the failure of the closing call; null if the call did not fail
 */
record RawAnswer(
    String text,
    StopReason reason,
    boolean isByModel,
    List<String> warnings,
    @Nullable ModelException failure) {
  RawAnswer(String text, StopReason reason, List<String> warnings) {
    this(text, reason, true, warnings, null);
  }
}
