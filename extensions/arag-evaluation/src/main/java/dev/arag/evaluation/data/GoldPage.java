package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

/**
 * A page that contains the answer of a question, or a part of it.
 *
 * @param document the id of the document, or its path within the source from which it was indexed
 * @param page the number of the page in the file, at least 1
 */
public record GoldPage(String document, int page) {
  public GoldPage {
    requireNonNull(document, "document");
    if (page < 1) {
      throw new IllegalArgumentException("page must be >= 1, was " + page);
    }
  }
}
