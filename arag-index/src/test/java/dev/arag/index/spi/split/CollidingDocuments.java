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
  public static final Document FIRST = Document.of("d167856.txt", "The lamp was lit at dusk.");

  public static final Document SECOND = Document.of("d326399.txt", "The lamp was lit at dusk.");

  public static final String FIRST_KEY = "c2h1vsp8nwbpg";
  public static final String SECOND_KEY = "c2h1vsp8gdnwh";

  /** The first of two versions of one document. */
  public static final Document OLD = Document.of("d.txt", "The lamp was lit 899456 times.");

  public static final Document NEW = Document.of("d.txt", "The lamp was lit 985909 times.");

  public static final String OLD_KEY = "t5c1tys6wz9qd";
  public static final String NEW_KEY = "t5c1tys6ycya7";

  private CollidingDocuments() {}
}
