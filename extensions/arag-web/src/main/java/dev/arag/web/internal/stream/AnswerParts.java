package dev.arag.web.internal.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.answer.AnswerView.SourceView;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Span;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.core.text.Location;
import dev.arag.tools.call.Snippet;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds an answer with its sources and citations to the parts of a message. */
final class AnswerParts {
  private static final String TEXT_ID = "answer";

  private final PartList parts;
  private final Function<? super Location, Optional<URI>> link;
  private final Answer answer;
  private final AnswerView view;
  private final NumberedText text;

  /**
   * @param link where a page opens a source
   */
  AnswerParts(PartList parts, Function<? super Location, Optional<URI>> link, Answer answer) {
    this.parts = parts;
    this.link = link;
    this.answer = answer;
    view = answer.view();
    text = NumberedText.of(answer);
  }

  /** Adds the parts of the last step. */
  void add() {
    parts.add("text-start", Map.of("id", TEXT_ID));
    parts.add("text-delta", Map.of("id", TEXT_ID, "delta", text.toString()));
    parts.add("text-end", Map.of("id", TEXT_ID));
    view.sources().forEach(this::addSource);
    for (int i = 0; i < answer.citations().size(); i++) {
      addCitation(i + 1, answer.citations().get(i), view.citations().get(i));
    }
  }

  /** Adds the end of the message. */
  void finish() {
    parts.add(
        "finish",
        Map.of("finishReason", finishReason(answer.stopReason()), "messageMetadata", metadata()));
  }

  /** Returns the metadata of the message. */
  Map<String, Object> metadata() {
    Map<String, Object> metadata = metadata(view);
    metadata.put("warnings", view.warnings());
    metadata.put("unseenTerms", unseenTerms());
    metadata.put("claims", claims());
    return metadata;
  }

  /**
   * Returns the place of a cited chunk. The place of a misattributed quote is that of another
   * chunk.
   */
  private @Nullable Location placeOf(SourceView source) {
    return answer.citations().stream()
        .filter(citation -> citation.number() == source.number())
        .filter(citation -> citation.verdict() != Verdict.MISATTRIBUTED)
        .flatMap(citation -> citation.location().stream())
        .findFirst()
        .or(() -> shownPlaceOf(source))
        .orElse(null);
  }

  private Optional<Location> shownPlaceOf(SourceView source) {
    return answer.trajectory().shown().stream()
        .filter(snippet -> snippet.chunkId().value().equals(source.chunk()))
        .map(Snippet::location)
        .findFirst();
  }

  private @Nullable String linkTo(@Nullable Location place) {
    return linkTo(link, place);
  }

  /** Returns where a page opens a place; null if the place has no link that is safe. */
  static @Nullable String linkTo(
      Function<? super Location, Optional<URI>> link, @Nullable Location place) {
    if (place == null) {
      return null;
    }
    return link.apply(place).filter(AnswerParts::isSafe).map(URI::toString).orElse(null);
  }

  private static boolean isSafe(URI link) {
    String scheme = link.getScheme();
    return scheme == null || scheme.toLowerCase(Locale.ROOT).matches("https?");
  }

  private void addSource(SourceView source) {
    String url = linkTo(placeOf(source));
    String title = source.title() == null ? source.chunk() : source.title();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sourceId", source.chunk());
    if (url == null) {
      fields.put("mediaType", "text/plain");
      if (source.document() != null) {
        fields.put("filename", source.document());
      }
    } else {
      fields.put("url", url);
    }
    fields.put("title", title);
    fields.put("providerMetadata", Map.of("arag", PartJson.toObject(source)));
    parts.add(url == null ? "source-document" : "source-url", fields);
  }

  private void addCitation(int number, Citation citation, Citation.View fields) {
    ObjectNode data = PartJson.toObject(fields);
    List<Span> marks = text.marksOf(citation);
    if (!marks.isEmpty()) {
      data.put("answerStart", marks.get(0).start());
      data.put("answerEnd", marks.get(0).end());
    }
    data.putPOJO("marks", marks);
    String url = linkTo(citation.location().orElse(null));
    if (url != null) {
      data.put("url", url);
    }
    parts.add("data-citation", Map.of("id", "citation-" + number, "data", data));
  }

  private List<Map<String, Object>> unseenTerms() {
    return view.unseenTerms().stream()
        .map(
            term ->
                Map.<String, Object>of(
                    "text", term.text(),
                    "kind", term.kind(),
                    "start", text.indexOf(term.start()),
                    "end", text.indexOf(term.start()) + term.end() - term.start()))
        .toList();
  }

  private List<ObjectNode> claims() {
    return view.claims().stream()
        .map(
            claim -> {
              int last = text.indexOf(Math.max(claim.start(), claim.end() - 1));
              return PartJson.toObject(claim)
                  .put("start", text.indexOf(claim.start()))
                  .put("end", Math.min(last + 1, text.toString().length()));
            })
        .toList();
  }

  /** Returns the metadata of any run. */
  static Map<String, Object> metadata(AnswerView view) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("id", view.id());
    metadata.put("stopReason", view.stopReason());
    metadata.put("outcome", view.outcome());
    metadata.put("complete", view.complete());
    metadata.put("usage", view.usage());
    return metadata;
  }

  private static String finishReason(StopReason reason) {
    return switch (reason) {
      case ANSWERED -> "stop";
      case TRUNCATED -> "length";
      case REFUSED -> "content-filter";
      default -> "other";
    };
  }
}
