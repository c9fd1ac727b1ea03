package dev.arag.web.internal.stream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.AnswerView.SourceView;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.step.Usage;
import dev.arag.core.text.Location;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of a run in the form of OpenAI's chat completions.
 *
 * @param message the content with its annotations, or the refusal with the reason why there is no
 *     answer
 * @param metadata what OpenAI's form has no field for, as in the metadata of a UI message
 */
public record Completion(
    ObjectNode message, String finishReason, ObjectNode usage, Map<String, Object> metadata) {
  /** The line before the list of sources. */
  private static final String SOURCES = "\n\nSources:\n";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /**
   * Waits for the end of a run.
   *
   * @param page the address of the page, which opens the documents that have no address
   * @throws RuntimeException if the corpus could not be read
   */
  public static Completion of(Run run, URI page) {
    try {
      return of(run.answer(), page);
    } catch (NoAnswerException e) {
      ObjectNode message = JSON.objectNode().put("role", "assistant").putNull("content");
      return new Completion(
          message.put("refusal", e.getMessage()),
          finishReason(e.stopReason()),
          usage(e.trajectory().usage()),
          AnswerParts.metadata(e.view()));
    }
  }

  /** The id of the run. */
  public String run() {
    return String.valueOf(metadata.get("id"));
  }

  private static Completion of(Answer answer, URI page) {
    AnswerView view = answer.view();
    NumberedText numbered = NumberedText.of(answer);
    StringBuilder text = new StringBuilder(numbered.toString());
    Map<Integer, Span> footnotes = new HashMap<>();
    text.append(view.sources().isEmpty() ? "" : SOURCES);
    for (SourceView source : view.sources()) {
      String mark = NumberedText.mark(source.number());
      int start = text.append("\n- ").length();
      text.append(mark).append(' ').append(footnote(source, view));
      footnotes.put(source.number(), new Span(start, start + mark.length()));
    }
    ObjectNode message = JSON.objectNode().put("role", "assistant").put("content", text.toString());
    ArrayNode annotations = message.putNull("refusal").putArray("annotations");
    for (Citation citation : answer.citations()) {
      List<Span> marks = numbered.marksOf(citation);
      // A citation without a marker is found at its source.
      for (Span mark : marks.isEmpty() ? List.of(footnotes.get(citation.number())) : marks) {
        annotations
            .addObject()
            .put("type", "url_citation")
            .putObject("url_citation")
            .put("url", url(citation, page))
            .put("title", citation.title())
            .put("start_index", mark.start())
            .put("end_index", mark.end())
            .put("quote", citation.quote().orElse(null))
            .put("verdict", citation.verdict().name());
      }
    }
    return new Completion(
        message,
        finishReason(answer.stopReason()),
        usage(answer.usage()),
        new AnswerParts(new PartList(), UiMessageParts::addressOf, answer).metadata());
  }

  private static String footnote(SourceView source, AnswerView view) {
    String document = source.document();
    String title = source.title() == null ? source.chunk() : source.title();
    StringBuilder line = new StringBuilder(line(title));
    if (document != null && !document.equals(title)) {
      line.append(" (").append(line(document)).append(')');
    }
    if (source.page() != null) {
      line.append(", page ").append(source.page());
    }
    boolean isVerified =
        view.citations().stream()
            .filter(citation -> citation.source() == source.number())
            .allMatch(Citation.View::verified);
    return line.append(isVerified ? "" : ", not verified").toString();
  }

  /** Returns a text from a document as Markdown without line breaks. */
  private static String line(String text) {
    return Markup.MARKDOWN.escape(String.join(" ", text.strip().split("\\s+", -1)));
  }

  /** Returns the address of the document, or the address at which the page opens the quote. */
  private static String url(Citation citation, URI page) {
    Location place = citation.location().orElse(null);
    String url = AnswerParts.linkTo(UiMessageParts::addressOf, place);
    if (url != null || place == null) {
      return url == null ? page.toString() : url;
    }
    String span = citation.span().map(at -> "&at=" + at.start() + "-" + at.end()).orElse("");
    return page + "#doc=" + URLEncoder.encode(place.documentId(), StandardCharsets.UTF_8) + span;
  }

  /** The reason of a run that ended before its answer was complete is that of a limit. */
  private static String finishReason(StopReason reason) {
    if (reason == StopReason.REFUSED) {
      return "content_filter";
    }
    return reason.isComplete() ? "stop" : "length";
  }

  private static ObjectNode usage(Usage usage) {
    ObjectNode tokens =
        JSON.objectNode()
            .put("prompt_tokens", usage.inputTokens())
            .put("completion_tokens", usage.outputTokens())
            .put("total_tokens", usage.inputTokens() + usage.outputTokens());
    tokens.putObject("prompt_tokens_details").put("cached_tokens", usage.cachedInputTokens());
    return tokens;
  }

  /** Removes the numbers and the list of sources from an answer that a client sends back. */
  public static String withoutSources(String answer) {
    int end = answer.lastIndexOf(SOURCES + "\n- [1] ");
    return end < 0 ? answer : answer.substring(0, end).replaceAll(" ?\\[[0-9]{1,4}\\]", "").strip();
  }
}
