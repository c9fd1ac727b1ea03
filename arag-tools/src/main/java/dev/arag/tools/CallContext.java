package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The conversation state and the limits that apply to one tool call. */
public final class CallContext {
  /** The limit on the corpus text that a search shows, in o200k tokens. */
  private static final int MAX_SEARCH_TOKENS = 2_000;

  private final ContextTracker tracker;
  private final @Nullable Predicate<SectionId> stillInRequest;
  private final int maxResultTokens;
  private final Set<String> tools;
  private final boolean showsFullText;

  /**
   * @param tracker the tracker of the conversation
   * @param stillInRequest whether the next request will contain the text of a section; null if
   *     unknown
   * @param maxResultTokens the limit on the corpus text in one result, in o200k tokens
   * @param tools the names of the tools that the model may call
   */
  CallContext(
      ContextTracker tracker,
      @Nullable Predicate<SectionId> stillInRequest,
      int maxResultTokens,
      Set<String> tools) {
    this(tracker, stillInRequest, maxResultTokens, tools, false);
  }

  private CallContext(
      ContextTracker tracker,
      @Nullable Predicate<SectionId> stillInRequest,
      int maxResultTokens,
      Set<String> tools,
      boolean showsFullText) {
    this.tracker = tracker;
    this.stillInRequest = stillInRequest;
    this.maxResultTokens = maxResultTokens;
    this.tools = Set.copyOf(tools);
    this.showsFullText = showsFullText;
  }

  /**
   * Returns a context in which searches show the full text of chunks, as {@code chunk_read} does,
   * within {@link #maxResultTokens()}.
   */
  public CallContext withFullText() {
    return new CallContext(tracker, stillInRequest, maxResultTokens, tools, true);
  }

  boolean showsFullText() {
    return showsFullText;
  }

  /** The tracker of the conversation. */
  public ContextTracker tracker() {
    return tracker;
  }

  /** The limit on the corpus text in one result, in o200k tokens. */
  public int maxResultTokens() {
    return maxResultTokens;
  }

  Set<String> tools() {
    return tools;
  }

  /**
   * Encloses corpus text in a fence, which tells the model where untrusted text begins and ends.
   */
  public String fence(String text) {
    return tracker.fence(requireNonNull(text, "text"));
  }

  /**
   * Renders hits in the form of {@code semantic_search}, within the limit on the text of a search.
   * A long section shows the first of its matching sentences. Full text is shown without notes.
   *
   * @param hits the hits, best first
   * @param note returns a line to add below a hit; empty for none
   */
  public RenderedHits render(List<SemanticHit> hits, Function<SemanticHit, String> note) {
    requireNonNull(note, "note");
    return RenderedHits.of(
        requireNonNull(hits, "hits"),
        this,
        hit ->
            RenderedHit.of(hit, 0, sentences -> sentences.stream().limit(1).toList(), this)
                .withNote(note.apply(hit)));
  }

  int maxSearchTokens() {
    return showsFullText ? maxResultTokens : Math.min(MAX_SEARCH_TOKENS, maxResultTokens);
  }

  /**
   * Whether the next request contains the whole text of the section. If the content of the next
   * request is unknown, it is assumed to contain every section that was read.
   */
  boolean isInContext(SectionId section) {
    return tracker.isRead(section) && (stillInRequest == null || stillInRequest.test(section));
  }

  /**
   * Whether the text of the section should be omitted from the result, because the model already
   * has it. If the content of the next request is unknown, the text is not omitted twice in a row:
   * if the next call of the model requests the section again, the text is sent.
   */
  public boolean shouldWithhold(SectionId section) {
    requireNonNull(section, "section");
    boolean isRepeated = stillInRequest == null && tracker.wasWithheldByLastCall(section);
    return isInContext(section) && !isRepeated;
  }

  /** Records that the text of a section was omitted. */
  public void withhold(SectionId section) {
    tracker.withhold(requireNonNull(section, "section"));
  }

  String nameOf(ChunkId chunk) {
    return tracker.nameOf(requireNonNull(chunk, "chunk"));
  }

  String nameOf(Section section) {
    return tracker.nameOf(requireNonNull(section, "section").id(), section.count());
  }
}
