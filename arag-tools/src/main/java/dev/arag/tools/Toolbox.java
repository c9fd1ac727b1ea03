package dev.arag.tools;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Profile;
import dev.arag.core.error.NoEmbeddingsException;
import dev.arag.core.text.ChunkId;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
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

  private final List<Entry> entries;
  private final int maxResultTokens;

  private record Entry(RetrievalTool tool, ToolSchema schema) {
    static Entry of(RetrievalTool tool) {
      return new Entry(tool, ToolSchema.of(tool));
    }

    String name() {
      return tool.name();
    }
  }

  private Toolbox(List<Entry> entries, int maxResultTokens) {
    this.entries = List.copyOf(entries);
    this.maxResultTokens = maxResultTokens;
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
    return new Toolbox(List.of(), CorpusTool.MAX_RESULT_TOKENS);
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
    return new Toolbox(all, maxResultTokens);
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
    return new Toolbox(rest, maxResultTokens);
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
    return new Toolbox(entries, maxResultTokens);
  }

  /** The bound on the corpus text in one result, in o200k tokens. */
  public int maxResultTokens() {
    return maxResultTokens;
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
    Turn turn = new Turn(context, stillInRequest, maxResultTokens);
    Observation observation =
        find(call.name())
            .map(entry -> answer(entry, call, turn))
            .orElseGet(() -> new Observation.Rejected(unknown(call.name())));
    context.note(observation);
    return observation;
  }

  /** Finds a tool; models add white space, other case and a namespace to names. */
  private Optional<Entry> find(String written) {
    String name = written.strip().toLowerCase(Locale.ROOT);
    String bare = name.startsWith("functions.") ? name.substring("functions.".length()) : name;
    return entries.stream()
        .filter(entry -> entry.name().equals(written) || entry.name().equalsIgnoreCase(bare))
        .findFirst();
  }

  private String unknown(String name) {
    return "There is no tool " + Quoted.of(name) + ". " + names();
  }

  private String names() {
    return entries.isEmpty()
        ? "There are no tools."
        : entries.stream()
            .map(Entry::name)
            .collect(Collectors.joining(", ", "The tools are ", "."));
  }

  private static Observation answer(Entry entry, ToolCall call, Turn turn) {
    try {
      Arguments arguments = arguments(entry, call);
      return entry.tool() instanceof CorpusTool tool
          ? tool.call(arguments, turn)
          : foreign(entry.tool(), arguments, turn);
    } catch (ArgumentException e) {
      return rejected(entry.tool(), e);
    } catch (NoEmbeddingsException e) {
      return new Observation.Rejected("This index has no embeddings: use " + KEYWORD_SEARCH + ".");
    }
  }

  private static Arguments arguments(Entry entry, ToolCall call) {
    var values = ArgumentJson.read(call.arguments());
    entry.schema().requireKnown(values.fieldNames());
    return new Arguments(values);
  }

  private static Observation.Rejected rejected(RetrievalTool tool, IllegalArgumentException e) {
    String example = tool.example();
    String correct = example.isEmpty() ? "" : " Call it like this: " + tool.name() + " " + example;
    String message = Objects.requireNonNullElse(e.getMessage(), "These arguments cannot be used.");
    return new Observation.Rejected(message + correct);
  }

  private static Observation foreign(RetrievalTool tool, Arguments arguments, Turn turn) {
    try {
      Observation observation =
          Objects.requireNonNull(
              tool.call(arguments, turn.context()), () -> tool.name() + " returned no observation");
      return observation instanceof Observation.Found found ? quoted(found, turn) : observation;
    } catch (IllegalArgumentException e) {
      return rejected(tool, e);
    }
  }

  /** What a tool brings is data: cut to the limit, and between the lines of a fence. */
  private static Observation quoted(Observation.Found found, Turn turn) {
    if (turn.context().isFenced(found.text())) {
      return found;
    }
    String text = TokenCounter.o200k().truncate(found.text(), turn.maxResultTokens());
    String note = text.length() == found.text().length() ? "" : "\nThe rest was not sent (limit).";
    return new Observation.Found(turn.context().fence(text) + note, found.shown());
  }
}
