package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

/**
 * A paragraph of a data set, such as one that contains the answer of a question (gold paragraph).
 *
 * @param id the id to which {@link Question#supporting} refers
 * @param title the title; may be empty
 * @param text the text without the title
 */
public record GoldParagraph(String id, String title, String text) {
  public GoldParagraph {
    requireNonNull(id, "id");
    requireNonNull(title, "title");
    requireNonNull(text, "text");
  }
}
