package dev.arag.index.split;

import dev.arag.core.text.Document;

/**
 * Documents whose keys begin with the same {@value Splitter#SHORT_KEY_LENGTH} characters and differ
 * behind them, at {@link Splitter#DEFAULT_CHUNK_TOKENS}. Found among three million; a new version
 * of the splitter's rules needs new ones.
 */
public final class CollidingDocuments {
  /** Two ids for one text. */
  public static final Document FIRST = Document.of("d486300.txt", "The lamp was lit at dusk.");

  public static final Document SECOND = Document.of("d669903.txt", "The lamp was lit at dusk.");

  public static final String FIRST_KEY = "cqdhjm6ycp3hp";
  public static final String SECOND_KEY = "cqdhjm6ypgqtk";

  /** Two texts of one document. */
  public static final Document OLD = Document.of("d.txt", "The lamp was lit 334884 times.");

  public static final Document NEW = Document.of("d.txt", "The lamp was lit 665658 times.");

  public static final String OLD_KEY = "vzcyrewktr7ag";
  public static final String NEW_KEY = "vzcyrewkc20kf";

  private CollidingDocuments() {}
}
