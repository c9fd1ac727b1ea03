package dev.arag.core.corpus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A semantic hit as plain values, for JSON. The components are the fields that {@code arag semantic
 * --json} writes for a hit. {@link SemanticHit} describes the values.
 *
 * @param id the id of the chunk
 * @param document the id of the document
 * @param heading the titles of the sections that contain the first sentence of the chunk
 * @param sections the sections that contain the sentences
 */
public record SemanticHitView(
    String id,
    double score,
    double rankScore,
    String document,
    String title,
    List<String> heading,
    List<SentenceHitView> sentences,
    List<SectionView> sections) {
  static SemanticHitView of(SemanticHit hit) {
    return new SemanticHitView(
        hit.chunkId().value(),
        decimal((float) hit.score()),
        decimal((float) hit.rankScore()),
        hit.location().documentId(),
        hit.title(),
        hit.location().heading(),
        hit.matches().stream().map(SentenceHitView::of).toList(),
        hit.sections().stream().map(SectionView::of).toList());
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("score", score);
    fields.put("rankScore", rankScore);
    fields.put("document", document);
    fields.put("title", title);
    fields.put("heading", heading);
    fields.put("sentences", sentences);
    fields.put("sections", sections);
    return fields;
  }

  /**
   * A sentence of a semantic hit.
   *
   * @param heading the titles of the sections that contain the sentence, outermost first
   */
  public record SentenceHitView(String text, List<String> heading, double score) {
    static SentenceHitView of(SentenceHit match) {
      return new SentenceHitView(
          match.sentence().text(), match.sentence().heading(), decimal(match.score()));
    }
  }

  /**
   * Returns the double with the shortest decimal form of a float. A plain conversion would print
   * digits that the float does not have, such as 0.7670000195503235 instead of 0.767.
   */
  private static double decimal(float score) {
    return Double.parseDouble(Float.toString(score));
  }
}
