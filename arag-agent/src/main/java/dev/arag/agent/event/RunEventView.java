package dev.arag.agent.event;

import dev.arag.agent.answer.AnswerView;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An event of a run as plain values, for JSON or for server-sent events.
 *
 * <table>
 * <caption>Names and fields</caption>
 * <tr><th>name</th><th>fields</th></tr>
 * <tr><td>turnStarted</td><td>turn, role, model, provider</td></tr>
 * <tr><td>textDelta</td><td>turn, text</td></tr>
 * <tr><td>answerText</td><td>text</td></tr>
 * <tr><td>answerCitation</td><td>text, sources, with the fields of a source of {@link AnswerView};
 *     heading and page are those of the text of the chunk that was shown first</td></tr>
 * <tr><td>answerDiscarded</td><td>none</td></tr>
 * <tr><td>retrying</td><td>turn, error, pauseSeconds</td></tr>
 * <tr><td>toolCalled</td><td>turn, id, tool, arguments</td></tr>
 * <tr><td>stepCompleted</td><td>turn, step (the name of the class in {@code Step}), seconds</td></tr>
 * <tr><td>citationChecked</td><td>citation, with the fields of a citation of {@link AnswerView}
 *     </td></tr>
 * <tr><td>finished</td><td>id, stopReason, seconds</td></tr>
 * </table>
 *
 * @param name the name of the event
 * @param data the fields of the event, in alphabetical order; the values are strings, numbers,
 *     lists, and records of such values
 */
public record RunEventView(String name, Map<String, Object> data) {
  public RunEventView {
    data = Collections.unmodifiableMap(new TreeMap<>(data));
  }
}
