package dev.arag.index.split;

import dev.arag.core.text.Document;

/**
 * Documents whose keys have the same first {@value Splitter#SHORT_KEY_LENGTH} characters and then
 * differ, at {@link Splitter#DEFAULT_CHUNK_TOKENS}. They were found among three million; a new
 * version of the splitter's rules needs new ones.
 */
public final class CollidingDocuments {
  /** Two ids for one text. */
  public static final Document FIRST = Document.of("d167856.txt", "The lamp was lit at dusk.");

  public static final Document SECOND = Document.of("d326399.txt", "The lamp was lit at dusk.");

  public static final String FIRST_KEY = "c2h1vsp8nwbpg";
  public static final String SECOND_KEY = "c2h1vsp8gdnwh";

  /** Two texts of one document. */
  public static final Document OLD = Document.of("d.txt", "The lamp was lit 899456 times.");

  public static final Document NEW = Document.of("d.txt", "The lamp was lit 985909 times.");

  public static final String OLD_KEY = "t5c1tys6wz9qd";
  public static final String NEW_KEY = "t5c1tys6ycya7";

  private CollidingDocuments() {}
}
