package dev.arag.agent.citation;

import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A citation as plain values, for JSON. {@link Citation} describes the values; unknown values are
 * null. The metadata of the document is omitted, because it can contain values that users should
 * not see.
 *
 * @param section the id of the section that contains the quote, see {@link Citation#section()}
 * @param source the number of the source
 * @param verified whether the verdict is SUPPORTED, NEAR or LOCATED
 * @param answerStart the start of the citation's first marker in the answer, in UTF-16 units; null
 *     if it has no marker
 * @param answerEnd the end of the first marker, exclusive
 */
public record CitationView(
    String chunk,
    @Nullable String section,
    String quote,
    String verdict,
    @Nullable String document,
    @Nullable Integer start,
    @Nullable Integer end,
    @Nullable Integer page,
    @Nullable String title,
    List<String> heading,
    @Nullable String language,
    int source,
    boolean verified,
    String claim,
    @Nullable Integer answerStart,
    @Nullable Integer answerEnd,
    List<Citation.Difference> differences) {
  static CitationView of(Citation citation) {
    Location location = citation.location();
    boolean isMarked = !citation.markers().isEmpty();
    return new CitationView(
        citation.chunkId().value(),
        citation.section() < 0
            ? null
            : new SectionId(citation.chunkId(), citation.section()).toString(),
        citation.quote(),
        citation.verdict().name(),
        location == null ? null : location.documentId(),
        citation.hasSpan() ? citation.start() : null,
        citation.hasSpan() ? citation.end() : null,
        citation.page().isPresent() ? citation.page().getAsInt() : null,
        location == null ? null : location.title(),
        location == null ? List.of() : location.heading(),
        location == null ? null : location.language().orElse(null),
        citation.number(),
        citation.verdict().isVerified(),
        citation.claim(),
        isMarked ? citation.markers().get(0).start() : null,
        isMarked ? citation.markers().get(0).end() : null,
        citation.differences());
  }
}
