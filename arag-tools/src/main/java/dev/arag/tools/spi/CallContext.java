package dev.arag.tools.spi;

import static java.util.Objects.requireNonNull;

import dev.arag.core.text.Section;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.internal.context.ConversationTracker;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The conversation state and the limits that apply to one tool call. */
public final class CallContext {
  /** The limit on the corpus text that a search shows, in o200k tokens. */
  private static final int MAX_SEARCH_TOKENS = 2_000;

  private final ConversationTracker tracker;
  private final @Nullable Predicate<SectionId> stillInRequest;
  private final int maxResultTokens;
  private final Set<String> tools;
  private final boolean showsFullText;
  private final List<String> shownMetadata;

  /**
   * @param tracker the tracker of the conversation, made by {@link
   *     dev.arag.tools.Toolbox#newContext()}
   * @param stillInRequest returns whether the next request to the model will contain the text of a
   *     section; null if unknown
   * @param maxResultTokens the limit on the corpus text in one result, in o200k tokens
   * @param tools the names of the tools that the model may call
   */
  public CallContext(
      ContextTracker tracker,
      @Nullable Predicate<SectionId> stillInRequest,
      int maxResultTokens,
      Set<String> tools) {
    this(ConversationTracker.of(tracker), stillInRequest, maxResultTokens, tools, false, List.of());
  }

  private CallContext(
      ConversationTracker tracker,
      @Nullable Predicate<SectionId> stillInRequest,
      int maxResultTokens,
      Set<String> tools,
      boolean showsFullText,
      List<String> shownMetadata) {
    this.tracker = tracker;
    this.stillInRequest = stillInRequest;
    this.maxResultTokens = maxResultTokens;
    this.tools = Set.copyOf(requireNonNull(tools, "tools"));
    this.showsFullText = showsFullText;
    this.shownMetadata = List.copyOf(shownMetadata);
  }

  /**
   * Returns a context in which searches show the full text of chunks, as {@code chunk_read} does,
   * up to {@link #maxResultTokens()}.
   */
  public CallContext withFullText() {
    return new CallContext(tracker, stillInRequest, maxResultTokens, tools, true, shownMetadata);
  }

  /**
   * Returns a context in which hits and reads also show metadata of the document beside its title.
   *
   * @param keys the metadata keys, in the order in which to show them
   */
  public CallContext withMetadata(List<String> keys) {
    requireNonNull(keys, "keys");
    return new CallContext(tracker, stillInRequest, maxResultTokens, tools, showsFullText, keys);
  }

  /** The metadata keys of {@link #withMetadata}; by default empty. */
  public List<String> shownMetadata() {
    return shownMetadata;
  }

  /** Whether searches show the full text of chunks; see {@link #withFullText}. */
  public boolean showsFullText() {
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

  /** The names of the tools that the model may call. */
  public Set<String> tools() {
    return tools;
  }

  /**
   * Encloses corpus text in marker lines, which show the model where untrusted text begins and
   * ends.
   */
  public String fence(String text) {
    return tracker.fence(text);
  }

  /**
   * The limit on the corpus text that a search shows, in o200k tokens: 2,000 or {@link
   * #maxResultTokens}, whichever is less; {@link #maxResultTokens} if the search {@linkplain
   * #showsFullText shows full text}.
   */
  public int maxSearchTokens() {
    return showsFullText ? maxResultTokens : Math.min(MAX_SEARCH_TOKENS, maxResultTokens);
  }

  /**
   * Whether the next request contains the whole text of the section. If the content of the next
   * request is unknown, it is assumed to contain every section that was read.
   */
  public boolean isInContext(SectionId section) {
    return tracker.isRead(section) && (stillInRequest == null || stillInRequest.test(section));
  }

  /**
   * Whether the text of the section should be omitted from the result, because the model already
   * has the text. If the content of the next request is unknown, the text is not omitted twice in a
   * row: if the next call requests the section again, its text is sent.
   */
  public boolean shouldWithhold(SectionId section) {
    boolean isRepeated = stillInRequest == null && tracker.wasWithheldByLastCall(section);
    return isInContext(section) && !isRepeated;
  }

  /** Records that this call omits the text of a section; see {@link #shouldWithhold}. */
  public void withhold(SectionId section) {
    tracker.withhold(section);
  }

  /** Returns the name of a section in this conversation, whether or not its text was shown. */
  public String nameOf(Section section) {
    return tracker.nameOf(requireNonNull(section, "section").id(), section.count());
  }
}
