package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Profile;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.internal.ShownText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools a model may call, over one corpus. Immutable and safe for use by several threads; what
 * a conversation has seen is in its {@link ContextTracker}.
 *
 * <p>A call the model can correct is answered by an {@link Observation.Rejected}. What it cannot
 * correct, such as a disk error, flies as {@link dev.arag.core.error.CorpusException} or {@link
 * dev.arag.core.error.EmbeddingException}.
 */
public final class Toolbox {
  /** The tool that finds chunks by their words. */
  public static final String KEYWORD_SEARCH = "keyword_search";

  /** The tool that finds chunks by their meaning. */
  public static final String SEMANTIC_SEARCH = "semantic_search";

  /** The tool that shows the full text of chunks. */
  public static final String CHUNK_READ = "chunk_read";

  /** The least {@link #withMaxResultTokens(int)} takes. */
  public static final int MIN_RESULT_TOKENS = 100;

  /** The longest {@link Observation.Rejected} of a call, in characters. */
  private static final int LONGEST_REJECTION = 350;

  private static final int LEAST_MESSAGE = 120;

  private final List<Entry> entries;
  private final int maxResultTokens;
  private final Function<Supplier<Observation>, Observation> foreignCalls;

  private record Entry(RetrievalTool tool, ToolSchema schema) {
    static Entry of(RetrievalTool tool) {
      return new Entry(tool, ToolSchema.of(tool));
    }

    String name() {
      return tool.name();
    }
  }

  private Toolbox(
      List<Entry> entries,
      int maxResultTokens,
      Function<Supplier<Observation>, Observation> foreignCalls) {
    this.entries = List.copyOf(entries);
    this.maxResultTokens = maxResultTokens;
    this.foreignCalls = foreignCalls;
  }

  /** The three tools: {@code keyword_search}, {@code semantic_search}, {@code chunk_read}. */
  public static Toolbox over(Corpus corpus) {
    return over(corpus, Profile.DEFAULT);
  }

  /**
   * The three tools.
   *
   * @param profile the rules of order of {@code keyword_search}
   */
  public static Toolbox over(Corpus corpus, Profile profile) {
    return empty()
        .with(new KeywordSearchTool(corpus, profile))
        .with(new SemanticSearchTool(corpus))
        .with(new ChunkReadTool(corpus));
  }

  /** No tool. */
  public static Toolbox empty() {
    return new Toolbox(List.of(), CorpusTool.MAX_RESULT_TOKENS, Supplier::get);
  }

  /** The tools, in the order they were put in. */
  public List<RetrievalTool> tools() {
    return entries.stream().map(Entry::tool).toList();
  }

  /**
   * This toolbox with one more tool; one of the same name is replaced in its place.
   *
   * @throws IllegalArgumentException if its parameters are no JSON schema of type object
   */
  public Toolbox with(RetrievalTool tool) {
    List<Entry> all = new ArrayList<>(entries);
    Entry added = Entry.of(tool);
    all.replaceAll(entry -> entry.name().equals(added.name()) ? added : entry);
    if (!all.contains(added)) {
      all.add(added);
    }
    return new Toolbox(all, maxResultTokens, foreignCalls);
  }

  /**
   * This toolbox without a tool.
   *
   * @throws IllegalArgumentException if it has none of this name
   */
  public Toolbox without(String name) {
    List<Entry> rest = entries.stream().filter(entry -> !entry.name().equals(name)).toList();
    if (rest.size() == entries.size()) {
      throw new IllegalArgumentException("There is no tool " + name + ". " + names());
    }
    return new Toolbox(rest, maxResultTokens, foreignCalls);
  }

  /**
   * This toolbox with other words for what the model is told of a tool; name and parameters stay.
   * The library's own words are {@code NAME.txt} beside this class in the jar.
   *
   * @param description not blank
   * @throws IllegalArgumentException if there is no tool of this name, or nothing is said
   */
  public Toolbox withDescription(String name, String description) {
    if (description.isBlank()) {
      throw new IllegalArgumentException("The description of " + name + " must not be blank.");
    }
    return entries.stream()
        .map(Entry::tool)
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .map(tool -> with(WithDescription.of(tool, description)))
        .orElseThrow(
            () -> new IllegalArgumentException("There is no tool " + name + ". " + names()));
  }

  /**
   * This toolbox with a bound on the corpus text in one result, in o200k tokens. Default 6,000;
   * searches never show more than 2,000, and one sentence always. At least {@value
   * #MIN_RESULT_TOKENS}.
   */
  public Toolbox withMaxResultTokens(int maxResultTokens) {
    if (maxResultTokens < MIN_RESULT_TOKENS) {
      throw new IllegalArgumentException(
          "maxResultTokens must be >= " + MIN_RESULT_TOKENS + ", was " + maxResultTokens);
    }
    return new Toolbox(entries, maxResultTokens, foreignCalls);
  }

  /**
   * This toolbox with another way to make the calls of tools that are not the three of this
   * library, such as on a thread that can be left. Default: on the caller's thread.
   *
   * @param way is given a call that answers whatever the tool does, but for what ends a run, and
   *     gives its answer or one of its own; what it throws itself is thrown from {@link #call}
   */
  public Toolbox withForeignCalls(Function<Supplier<Observation>, Observation> way) {
    return new Toolbox(entries, maxResultTokens, way);
  }

  /** The bound on the corpus text in one result, in o200k tokens. */
  public int maxResultTokens() {
    return maxResultTokens;
  }

  /**
   * What a call asks for, whatever way it is written: calls that ask for the same have the same
   * text. Empty for a call that would be rejected before it is run.
   */
  public Optional<String> canonical(ToolCall call) {
    return find(call.name()).flatMap(entry -> canonical(entry, call));
  }

  private static Optional<String> canonical(Entry entry, ToolCall call) {
    try {
      Arguments arguments = arguments(entry, call);
      String asked =
          entry.tool() instanceof CorpusTool tool ? tool.asked(arguments) : arguments.canonical();
      return Optional.of(entry.name() + " " + asked);
    } catch (ArgumentException e) {
      return Optional.empty();
    }
  }

  /** The tool a call means; empty if there is none of that name. */
  public Optional<RetrievalTool> toolOf(ToolCall call) {
    return find(call.name()).map(Entry::tool);
  }

  /**
   * Answers a call that is not run.
   *
   * @param why a sentence for the model
   * @return the sentence and a correct call
   */
  public Observation.Rejected reject(ToolCall call, String why) {
    return find(call.name())
        .map(entry -> rejected(entry.tool(), why))
        .orElseGet(() -> new Observation.Rejected(why + anyExample()));
  }

  /**
   * Runs a call of a conversation of which it is not known what the next request will hold: a chunk
   * read before is sent again when it is asked for twice in succession.
   */
  public Observation call(ToolCall call, ContextTracker context) {
    return run(call, context, null);
  }

  /**
   * Runs a call.
   *
   * @param stillInRequest whether the text of a chunk that was read will be in the next request;
   *     where it is not, it is sent again. Asked only about chunks that are read.
   */
  public Observation call(
      ToolCall call, ContextTracker context, Predicate<ChunkId> stillInRequest) {
    return run(call, context, stillInRequest);
  }

  private Observation run(
      ToolCall call, ContextTracker context, @Nullable Predicate<ChunkId> stillInRequest) {
    context.beginCall();
    CallContext turn = new CallContext(context, stillInRequest, maxResultTokens);
    Observation observation =
        find(call.name())
            .map(entry -> answer(entry, call, turn))
            .orElseGet(() -> new Observation.Rejected(unknown(call.name())));
    context.note(observation);
    return observation;
  }

  /** Whether a name, as a model may write it, is that of one of the two searches. */
  public static boolean isSearch(String tool) {
    String bare = bareName(tool);
    return bare.equals(KEYWORD_SEARCH) || bare.equals(SEMANTIC_SEARCH);
  }

  /** Models add white space, other case and a namespace to names. */
  private static String bareName(String written) {
    String name = written.strip().toLowerCase(Locale.ROOT);
    return name.startsWith("functions.") ? name.substring("functions.".length()) : name;
  }

  private Optional<Entry> find(String written) {
    String bare = bareName(written);
    return entries.stream()
        .filter(entry -> entry.name().equals(written) || entry.name().equalsIgnoreCase(bare))
        .findFirst();
  }

  private String unknown(String name) {
    String text = "There is no tool " + Quoted.of(name) + ". " + names();
    return Quoted.cut(text, LONGEST_REJECTION) + anyExample();
  }

  private String anyExample() {
    return entries.isEmpty() ? "" : " Call one like this: " + example(entries.get(0).tool());
  }

  private static String example(RetrievalTool tool) {
    return tool.name() + " " + tool.example();
  }

  private String names() {
    return entries.isEmpty()
        ? "There are no tools."
        : entries.stream()
            .map(Entry::name)
            .collect(Collectors.joining(", ", "The tools are ", "."));
  }

  private Observation answer(Entry entry, ToolCall call, CallContext turn) {
    try {
      Arguments arguments = arguments(entry, call);
      Observation observation =
          entry.tool() instanceof CorpusTool tool
              ? tool.call(arguments, turn)
              : foreign(entry.tool(), arguments, turn);
      return noted(observation, arguments.notes());
    } catch (ArgumentException e) {
      return rejected(entry.tool(), messageOf(e));
    } catch (NoEmbeddingsException e) {
      return new Observation.Rejected("This index has no embeddings: use " + KEYWORD_SEARCH + ".");
    }
  }

  private static Arguments arguments(Entry entry, ToolCall call) {
    var values = ArgumentJson.read(call.arguments());
    entry.schema().requireKnown(values.fieldNames());
    return new Arguments(values);
  }

  /** What was not taken as the model wrote it is said. */
  private static Observation noted(Observation observation, Collection<String> notes) {
    return notes.isEmpty() || observation instanceof Observation.Rejected
        ? observation
        : new Observation.Found(
            observation.text() + "\n" + String.join(" ", notes), observation.shown());
  }

  private static String messageOf(IllegalArgumentException failure) {
    return Objects.requireNonNullElse(failure.getMessage(), "These arguments cannot be used.");
  }

  private static Observation.Rejected rejected(RetrievalTool tool, String message) {
    String correct = tool.example().isEmpty() ? "" : " Call it like this: " + example(tool);
    int room = Math.max(LEAST_MESSAGE, LONGEST_REJECTION - correct.length());
    return new Observation.Rejected(Quoted.cut(message, room) + correct);
  }

  private Observation foreign(RetrievalTool tool, Arguments arguments, CallContext turn) {
    Observation observation = foreignCalls.apply(() -> tried(tool, arguments, turn.context()));
    return observation instanceof Observation.Found found ? quoted(found, turn) : observation;
  }

  private static Observation tried(
      RetrievalTool tool, Arguments arguments, ContextTracker context) {
    try {
      Observation observation =
          Objects.requireNonNull(
              tool.call(arguments, context), () -> tool.name() + " returned no observation");
      return observation instanceof Observation.Found
          ? observation
          : new Observation.Rejected(Quoted.cut(observation.text(), LONGEST_REJECTION));
    } catch (IllegalArgumentException e) {
      return rejected(tool, messageOf(e));
    } catch (CorpusException | EmbeddingException e) {
      throw e;
    } catch (RuntimeException e) {
      // A run must not end with the failure of one tool of the user's; what it says may be secret.
      String what = tool.name() + " failed (" + e.getClass().getSimpleName() + ").";
      return new Observation.Rejected(what + " Go on without it.");
    }
  }

  /** What a tool brings is data: cut to the limit, and between the lines of a fence. */
  private static Observation quoted(Observation.Found found, CallContext turn) {
    if (turn.context().isFenced(found.text())) {
      return found;
    }
    String whole = ShownText.of(found.text());
    String text = TokenCounter.o200k().truncate(whole, turn.maxResultTokens());
    String note = text.length() == whole.length() ? "" : "\nThe rest was not sent (limit).";
    return new Observation.Found(turn.context().fence(text) + note, shownIn(text, found.shown()));
  }

  /** The snippets as they stand in a text: cut where it ends, and without those behind. */
  private static List<Snippet> shownIn(String text, List<Snippet> snippets) {
    List<Snippet> shown = new ArrayList<>();
    for (Snippet snippet : snippets) {
      String whole = ShownText.of(snippet.text());
      String there = text.contains(whole) ? whole : beginningAtEnd(text, whole);
      if (!there.isEmpty()) {
        boolean isWhole = snippet.isWholeChunk() && there.equals(whole);
        int tokens = isWhole ? snippet.tokens() : TokenCounter.o200k().count(there);
        shown.add(
            new Snippet(
                snippet.chunk(), snippet.location(), there, snippet.offset(), tokens, isWhole));
      }
    }
    return shown;
  }

  /** As much of the beginning of one text as another one ends with. */
  private static String beginningAtEnd(String text, String whole) {
    for (int length = Math.min(text.length(), whole.length()); length > 0; length--) {
      if (text.regionMatches(text.length() - length, whole, 0, length)) {
        return whole.substring(0, length);
      }
    }
    return "";
  }
}
