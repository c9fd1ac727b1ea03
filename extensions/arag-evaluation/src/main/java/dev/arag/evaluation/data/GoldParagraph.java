package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A paragraph of a data set, such as one that contains the answer of a question (gold paragraph).
 *
 * @param id the id to which {@link Question#supporting} refers
 * @param title the title; null if there is none
 * @param text the text without the title
 */
public record GoldParagraph(String id, @Nullable String title, String text) {
  public GoldParagraph {
    requireNonNull(id, "id");
    title = title == null || title.isEmpty() ? null : title;
    requireNonNull(text, "text");
  }
}
