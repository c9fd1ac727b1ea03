package dev.arag.core.corpus;

import dev.arag.core.text.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keyword hits as plain values, for JSON. The components are the fields that {@code arag keyword
 * --json} writes.
 *
 * @param keywords the keywords of the query
 * @param total the number of hits in scope, including those that are not in {@code hits}
 * @param hits the hits, best first
 */
public record KeywordHitsView(List<String> keywords, long total, List<KeywordHitView> hits) {
  static KeywordHitsView of(KeywordHits found) {
    return new KeywordHitsView(
        List.copyOf(found.chunksWith().keySet()),
        found.total(),
        found.hits().stream().map(KeywordHit::view).toList());
  }

  /**
   * A keyword hit as plain values. {@link KeywordHit} describes the values.
   *
   * @param id the id of the chunk
   * @param document the id of the document
   * @param heading the titles of the sections that contain the first sentence of the chunk
   * @param sections the sections that contain the sentences
   */
  public record KeywordHitView(
      String id,
      double score,
      double rarity,
      String document,
      String title,
      List<String> heading,
      Map<String, Integer> counts,
      Map<String, Integer> wholeCounts,
      List<SentenceView> sentences,
      int omitted,
      List<SectionView> sections) {
    static KeywordHitView of(KeywordHit hit) {
      return new KeywordHitView(
          hit.chunkId().value(),
          hit.score(),
          hit.rarity(),
          hit.location().documentId(),
          hit.title(),
          hit.location().heading(),
          hit.counts(),
          hit.wholeCounts(),
          hit.sentences().stream().map(SentenceView::of).toList(),
          hit.omitted(),
          hit.sections().stream().map(SectionView::of).toList());
    }

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", id);
      fields.put("score", score);
      fields.put("rarity", rarity);
      fields.put("document", document);
      fields.put("title", title);
      fields.put("heading", heading);
      fields.put("counts", counts);
      fields.put("wholeCounts", wholeCounts);
      fields.put("sentences", sentences);
      fields.put("omitted", omitted);
      fields.put("sections", sections);
      return fields;
    }
  }

  /**
   * A sentence of a keyword hit.
   *
   * @param heading the titles of the sections that contain the sentence, outermost first
   */
  public record SentenceView(String text, List<String> heading) {
    static SentenceView of(Sentence sentence) {
      return new SentenceView(sentence.text(), sentence.heading());
    }
  }
}
