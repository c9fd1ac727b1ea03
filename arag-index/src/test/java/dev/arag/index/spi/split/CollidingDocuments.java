package dev.arag.index.spi.split;

import dev.arag.core.text.Document;

/**
 * Documents whose keys differ but have the same first {@value Splitter#SHORT_KEY_LENGTH} characters
 * if they are split with {@link Splitter#DEFAULT_CHUNK_TOKENS}. They were found by a search through
 * three million documents. If the version of the splitter's rules changes, new documents must be
 * found.
 */
public final class CollidingDocuments {
  /** The first of two documents with the same text and different ids. */
  public static final Document FIRST = Document.of("d1172868.txt", "The lamp was lit at dusk.");

  public static final Document SECOND = Document.of("d1495023.txt", "The lamp was lit at dusk.");

  public static final String FIRST_KEY = "bpch5rmxddgj2";
  public static final String SECOND_KEY = "bpch5rmxzksx4";

  /** The first of two versions of one document. */
  public static final Document OLD = Document.of("d.txt", "The lamp was lit 1115816 times.");

  public static final Document NEW = Document.of("d.txt", "The lamp was lit 1851115 times.");

  public static final String OLD_KEY = "apzqcf7r9cgjn";
  public static final String NEW_KEY = "apzqcf7rtbr7v";

  private CollidingDocuments() {}
}
