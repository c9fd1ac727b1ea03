package dev.arag.core.corpus;

import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A section of a hit as plain values, for JSON. {@link SectionHit} describes the values.
 *
 * @param id the id of the section
 * @param heading the titles of the sections of the document that contain the text, outermost first
 * @param complete whether {@code sentences} is the whole section
 * @param sentences the texts of the sentences
 * @param table the {@linkplain TableHeader#line() header} of the table that the section shows or
 *     continues, which may be empty; null if the section is not a table
 */
public record SectionView(
    String id,
    List<String> heading,
    boolean complete,
    List<String> sentences,
    @Nullable String table) {
  static SectionView of(SectionHit hit) {
    return new SectionView(
        hit.section().id().toString(),
        hit.section().heading(),
        hit.isComplete(),
        hit.sentences().stream().map(Sentence::text).toList(),
        hit.section().table().map(TableHeader::line).orElse(null));
  }
}
