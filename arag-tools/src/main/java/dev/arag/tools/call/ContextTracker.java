package dev.arag.tools.call;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.SectionId;
import java.util.List;
import java.util.Optional;

/**
 * Records which chunks and sections the model was shown in one conversation and how many tokens of
 * corpus text these were. {@link dev.arag.tools.Toolbox} creates and updates trackers. A tracker
 * cannot be reset: create a new one for each conversation.
 *
 * <p>Thread-safe. If calls of one conversation run concurrently, several of them may return the
 * same text. Applications must not implement this interface.
 */
public interface ContextTracker {
  /** Whether the whole text of the section has been shown, either at once or in parts. */
  boolean isRead(SectionId section);

  /** Whether the whole text of the chunk has been shown, that is, the text of all its sections. */
  boolean isRead(ChunkId chunk);

  /** The chunks whose whole text has been shown, in the order in which they were first shown. */
  List<ChunkId> chunksRead();

  /**
   * The sections of which any text has been shown, including the sections that were read, in the
   * order in which they were first shown.
   */
  List<SectionId> sectionsSeen();

  /**
   * All corpus text that was shown, in the order shown. If a text was shown twice, it is included
   * twice.
   */
  List<Snippet> shown();

  /** The number of tool calls so far, including rejected calls. */
  int calls();

  /**
   * The length of all corpus text that was shown, in o200k tokens. The headings shown above a text
   * are counted, and a text that was shown twice is counted twice. Formatting is not counted.
   */
  long retrievedTokens();

  /**
   * Returns the name of a chunk in this conversation, which is that of {@link ChunkNames} unless
   * {@link #setName} was called. Records the name, so that it can be resolved later.
   */
  String nameOf(ChunkId chunk);

  /**
   * Returns the name of a section whose text was shown, such as {@code q7k2m#12.4}. If the section
   * is the only one of its chunk, this is the name of the chunk.
   */
  String nameOf(SectionId section);

  /**
   * Sets the name of a chunk in this conversation, for a tool that does not use {@link ChunkNames}.
   *
   * @param name a text that a model can repeat; different for each chunk
   */
  void setName(ChunkId chunk, String name);

  /** Returns the chunk that was shown with exactly this name. */
  Optional<ChunkId> shownAs(String name);
}
