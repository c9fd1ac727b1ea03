package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbeddingException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import dev.arag.tools.internal.argument.ArgumentSchema;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.custom.CustomResult;
import dev.arag.tools.internal.custom.DescriptionOverride;
import dev.arag.tools.internal.outline.OutlineTool;
import dev.arag.tools.internal.read.ChunkReadTool;
import dev.arag.tools.internal.search.DocumentsArgument;
import dev.arag.tools.internal.search.FindTool;
import dev.arag.tools.internal.search.KeywordSearchTool;
import dev.arag.tools.internal.search.SemanticSearchTool;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tools that a model may call on one corpus. Immutable and thread-safe. The state of a
 * conversation is stored in its {@link ContextTracker}.
 *
 * <p>If a call is invalid and the model can correct it, the result is an {@link
 * Observation.Rejected}. Other failures, such as a disk error, are thrown as {@link
 * dev.arag.core.error.CorpusException} or {@link dev.arag.core.error.EmbeddingException}.
 */
public final class Toolbox {
  /** The name of the tool that finds chunks by keywords. */
  public static final String KEYWORD_SEARCH = BuiltInTools.KEYWORD_SEARCH;

  /** The name of the tool that finds chunks by meaning. */
  public static final String SEMANTIC_SEARCH = BuiltInTools.SEMANTIC_SEARCH;

  /** The name of the tool that shows the full text of chunks. */
  public static final String CHUNK_READ = BuiltInTools.CHUNK_READ;

  /** The name of the tool of {@link #outline}. */
  public static final String OUTLINE = BuiltInTools.OUTLINE;

  /** The name of the tool of {@link #find}. */
  public static final String FIND = BuiltInTools.FIND;

  /** The searches of this library and its extensions; trajectories contain only their names. */
  private static final Set<String> SEARCHES =
      Set.of(KEYWORD_SEARCH, SEMANTIC_SEARCH, FIND, "naive_embedding_search", "related_search");

  /**
   * The names of the additions of {@link #exploring(Corpus)}: the tools {@code outline} and {@code
   * find}, and the argument {@code documents} of the searches.
   */
  public static final List<String> EXPLORING = List.of(OUTLINE, FIND, "documents");

  /** The smallest value that {@link #withMaxResultTokens(int)} accepts. */
  public static final int MIN_RESULT_TOKENS = 100;

  /** The maximum length of an {@link Observation.Rejected}, in characters. */
  private static final int MAX_REJECTION_LENGTH = 350;

  private static final int MIN_MESSAGE_LENGTH = 120;

  private final List<Entry> entries;
  private final int maxResultTokens;
  private final List<String> shownMetadata;
  private final UnaryOperator<Supplier<Observation>> customCalls;
  private final BiConsumer<String, Throwable> failureListener;

  private record Entry(RetrievalTool tool, ArgumentSchema schema) {
    static Entry of(RetrievalTool tool) {
      return new Entry(tool, ArgumentSchema.of(tool.name(), tool.parameters()));
    }

    String name() {
      return tool.name();
    }
  }

  private Toolbox(
      List<Entry> entries,
      int maxResultTokens,
      List<String> shownMetadata,
      UnaryOperator<Supplier<Observation>> customCalls,
      BiConsumer<String, Throwable> failureListener) {
    this.entries = List.copyOf(entries);
    this.maxResultTokens = maxResultTokens;
    this.shownMetadata = List.copyOf(shownMetadata);
    this.customCalls = customCalls;
    this.failureListener = failureListener;
  }

  /**
   * Creates a toolbox with the three tools {@code keyword_search}, {@code semantic_search} and
   * {@code chunk_read}.
   */
  public static Toolbox of(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return empty()
        .with(new KeywordSearchTool(corpus, false))
        .with(new SemanticSearchTool(corpus))
        .with(new ChunkReadTool(corpus));
  }

  /**
   * Creates a {@code keyword_search} with the additional optional argument {@code operators}. This
   * argument adds keywords, gives them weights and excludes chunks, in the form that {@link
   * dev.arag.core.corpus.KeywordOperators} reads. If the model makes a mistake in this argument,
   * the search uses its words as plain keywords and tells the model what was wrong. No toolbox
   * contains this tool by default.
   *
   * <pre>{@code
   * agent.tools(
   *     corpus -> Toolbox.of(corpus).with(Toolbox.keywordSearchWithOperators(corpus)))
   * }</pre>
   */
  public static RetrievalTool keywordSearchWithOperators(Corpus corpus) {
    requireNonNull(corpus, "corpus");
    return new KeywordSearchTool(corpus, true);
  }

  /**
   * Creates a toolbox with which a model can also explore the documents: that of {@link #of}, whose
   * searches have the additional optional argument {@code documents}, {@link #outline} and {@link
   * #find}.
   *
   * <pre>{@code
   * agent.tools(Toolbox::exploring)
   * }</pre>
   *
   * @param corpus a {@link Catalogue}
   * @throws IllegalArgumentException if the corpus is not a {@link Catalogue}
   */
  public static Toolbox exploring(Corpus corpus) {
    return exploring(corpus, EXPLORING);
  }

  /**
   * Creates the toolbox of {@link #of} with some of the additions of {@link #exploring(Corpus)}.
   *
   * @param corpus a {@link Catalogue}; any corpus if there are no additions
   * @param additions names of {@link #EXPLORING}
   * @throws IllegalArgumentException if there is another name, or the corpus is not a {@link
   *     Catalogue}
   */
  public static Toolbox exploring(Corpus corpus, Collection<String> additions) {
    Toolbox tools = of(corpus);
    for (String addition : requireNonNull(additions, "additions")) {
      if (!EXPLORING.contains(addition)) {
        throw new IllegalArgumentException(
            "There is no tool \""
                + addition
                + "\". The names are "
                + String.join(", ", EXPLORING)
                + ".");
      }
      if (!(corpus instanceof Catalogue catalogue)) {
        throw new IllegalArgumentException(
            "The tool " + addition + " requires a corpus that can list its documents (Catalogue).");
      }
      tools = tools.with(addition, catalogue);
    }
    return tools;
  }

  private Toolbox with(String addition, Catalogue catalogue) {
    return switch (addition) {
      case OUTLINE -> with(outline(catalogue));
      case FIND -> with(find(catalogue));
      default ->
          with(DocumentsArgument.addTo(part -> new KeywordSearchTool(part, false), catalogue))
              .with(DocumentsArgument.addTo(SemanticSearchTool::new, catalogue));
    };
  }

  /**
   * Creates the tool {@code outline}. Without arguments it shows how many documents there are by
   * source, type and year, and lists their ids and titles; for a document it shows the headings
   * with pages, ids and lengths of the sections. A result has an id, which an answer can cite. It
   * contains no text of sections. No toolbox contains this tool by default.
   */
  public static RetrievalTool outline(Catalogue catalogue) {
    return new OutlineTool(requireNonNull(catalogue, "catalogue"));
  }

  /**
   * Creates the tool {@code find}: sentences that contain several words, words near each other or a
   * regular expression, with exact totals, which an answer can cite. No toolbox contains this tool
   * by default.
   *
   * <pre>{@code
   * agent.tools(corpus -> Toolbox.of(corpus).with(Toolbox.find((Catalogue) corpus)))
   * }</pre>
   */
  public static RetrievalTool find(Catalogue catalogue) {
    return DocumentsArgument.addTo(
        part -> new FindTool((Catalogue) part), requireNonNull(catalogue, "catalogue"));
  }

  /** Creates a toolbox without tools. */
  public static Toolbox empty() {
    return new Toolbox(
        List.of(),
        BuiltInTools.MAX_RESULT_TOKENS,
        List.of(),
        UnaryOperator.identity(),
        (tool, failure) -> {});
  }

  /**
   * Creates the tracker of a new conversation. The tracker generates the marker lines that show the
   * model where retrieved text begins and ends. They contain random codes, so that the text of a
   * document cannot imitate the end marker.
   */
  public static ContextTracker newContext() {
    return newContext(new SecureRandom(), List.of());
  }

  /**
   * Creates the tracker of a conversation that is resumed, or of a run that must be reproducible.
   * The text of the earlier results counts as shown. Unlike in the original conversation, a section
   * that was sent in several parts does not count as {@linkplain ContextTracker#isRead(SectionId)
   * read}.
   *
   * @param random generates the codes of the marker lines around retrieved text
   * @param earlier the results of the earlier tool calls, in order
   */
  public static ContextTracker newContext(RandomGenerator random, List<Observation> earlier) {
    return new ConversationTracker(random, false, earlier);
  }

  /**
   * Creates a tracker for a single call, for a server that does not know which calls belong to the
   * same conversation. Results show chunk ids in the form of {@link
   * dev.arag.tools.call.ChunkNames#encoded}, which every tracker can resolve, instead of the
   * aliases that only the tracker of the conversation can resolve. Of a section that is longer than
   * the limit on one result, only the first part can be read.
   */
  public static ContextTracker newContextOfOneCall() {
    return new ConversationTracker(new SecureRandom(), true, List.of());
  }

  /** The tools, in the order in which they were added. A replaced tool keeps its position. */
  public List<RetrievalTool> tools() {
    return entries.stream().map(Entry::tool).toList();
  }

  /**
   * Returns a toolbox with an additional tool. If a tool with the same name exists, the new tool
   * replaces it at the same position.
   *
   * @throws IllegalArgumentException if the parameters are not a JSON schema of type object
   */
  public Toolbox with(RetrievalTool tool) {
    requireNonNull(tool, "tool");
    List<Entry> all = new ArrayList<>(entries);
    Entry added = Entry.of(tool);
    all.replaceAll(entry -> entry.name().equals(added.name()) ? added : entry);
    if (!all.contains(added)) {
      all.add(added);
    }
    return new Toolbox(all, maxResultTokens, shownMetadata, customCalls, failureListener);
  }

  /**
   * Returns a toolbox without the named tool.
   *
   * @throws IllegalArgumentException if there is no tool with this name
   */
  public Toolbox without(String name) {
    requireNonNull(name, "name");
    List<Entry> rest = entries.stream().filter(entry -> !entry.name().equals(name)).toList();
    if (rest.size() == entries.size()) {
      throw new IllegalArgumentException("There is no tool " + name + ". " + names());
    }
    return new Toolbox(rest, maxResultTokens, shownMetadata, customCalls, failureListener);
  }

  /**
   * Returns a toolbox in which the named tool has a different description, but the same name and
   * parameters.
   *
   * @param description the new description, which must not be blank
   * @throws IllegalArgumentException if there is no tool with this name, or the description is
   *     blank
   */
  public Toolbox withDescription(String name, String description) {
    requireNonNull(name, "name");
    requireNonNull(description, "description");
    if (description.isBlank()) {
      throw new IllegalArgumentException("The description of " + name + " must not be blank.");
    }
    return entries.stream()
        .map(Entry::tool)
        .filter(tool -> tool.name().equals(name))
        .findFirst()
        .map(tool -> with(DescriptionOverride.apply(tool, description)))
        .orElseThrow(
            () -> new IllegalArgumentException("There is no tool " + name + ". " + names()));
  }

  /**
   * Returns a toolbox with a different limit on the corpus text in one result. The default is 6,000
   * o200k tokens. A search shows at most 2,000 tokens even if the limit is higher. The first
   * sentence of a search result is shown even if it is longer than the limit.
   *
   * @param maxResultTokens the limit in o200k tokens, at least {@value #MIN_RESULT_TOKENS}
   */
  public Toolbox withMaxResultTokens(int maxResultTokens) {
    if (maxResultTokens < MIN_RESULT_TOKENS) {
      throw new IllegalArgumentException(
          "maxResultTokens must be >= " + MIN_RESULT_TOKENS + ", was " + maxResultTokens);
    }
    return new Toolbox(entries, maxResultTokens, shownMetadata, customCalls, failureListener);
  }

  /**
   * Returns a toolbox that also shows metadata of the document beside its title, in the hits of
   * searches and in the text that is read. It replaces the keys of an earlier call.
   *
   * @param keys metadata keys, or {@code type} or {@code year}, in the order in which to show them.
   *     A value is shown on one line, up to 60 characters; a key that a document does not have is
   *     left out. By default, no metadata is shown.
   */
  public Toolbox showing(String... keys) {
    return new Toolbox(
        entries,
        maxResultTokens,
        List.of(requireNonNull(keys, "keys")),
        customCalls,
        failureListener);
  }

  /**
   * Returns a toolbox that wraps each call of a custom tool, for example to run it on another
   * thread with a time limit. A custom tool is any tool that is not a {@link CorpusTool}.
   *
   * @param replacement receives a call, and returns the call to make instead. If this method was
   *     called before, the replacement receives the call that the earlier replacement returned
   */
  public Toolbox withCustomCalls(UnaryOperator<Supplier<Observation>> replacement) {
    requireNonNull(replacement, "replacement");
    return new Toolbox(
        entries,
        maxResultTokens,
        shownMetadata,
        call -> replacement.apply(customCalls.apply(call)),
        failureListener);
  }

  /**
   * Returns a toolbox that reports each failure of a custom tool to an additional listener. The
   * model is told only the name of the tool and the type of the exception; the listener can log the
   * exception. The listener is not called for an {@link IllegalArgumentException}, which reports
   * invalid arguments to the model, and not for a {@link CorpusException} or {@link
   * EmbeddingException}, which {@link #call} throws.
   *
   * @param listener receives the name of the tool and the exception, on the thread that runs the
   *     tool. An exception that only wraps the failure of a method, such as an {@link
   *     UndeclaredThrowableException}, is replaced with its cause. Exceptions that the listener
   *     throws propagate from {@link #call}.
   */
  public Toolbox withFailureListener(BiConsumer<String, Throwable> listener) {
    requireNonNull(listener, "listener");
    return new Toolbox(
        entries, maxResultTokens, shownMetadata, customCalls, failureListener.andThen(listener));
  }

  /** The limit on the corpus text in one result, in o200k tokens. */
  public int maxResultTokens() {
    return maxResultTokens;
  }

  /**
   * Returns the canonical form of a call, by which repeated calls can be detected: calls that
   * differ only in spelling or in omitted default values have the same form. Empty if the toolbox
   * would reject the call without running it.
   */
  public Optional<String> canonical(ToolCall call) {
    requireNonNull(call, "call");
    return entry(call.name()).flatMap(entry -> canonical(entry, call));
  }

  private static Optional<String> canonical(Entry entry, ToolCall call) {
    try {
      ToolArguments arguments = parseArguments(entry, call);
      String canonical =
          entry.tool() instanceof CorpusTool tool
              ? tool.canonicalize(arguments)
              : arguments.canonical();
      return Optional.of(entry.name() + " " + canonical);
    } catch (InvalidArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the tool that a call names, or empty if there is no such tool. */
  public Optional<RetrievalTool> findTool(ToolCall call) {
    requireNonNull(call, "call");
    return entry(call.name()).map(Entry::tool);
  }

  /**
   * Rejects a call without running it.
   *
   * @param reason the reason, as a sentence for the model
   * @return the reason, followed by an example of a correct call if the tool has one
   */
  public Observation.Rejected reject(ToolCall call, String reason) {
    requireNonNull(call, "call");
    requireNonNull(reason, "reason");
    return entry(call.name())
        .map(entry -> reject(entry.tool(), reason))
        .orElseGet(() -> new Observation.Rejected(reason + anyExample()));
  }

  /**
   * Runs a call if it is unknown what the next request to the model will contain. The text of a
   * section that was {@linkplain ContextTracker#isRead(SectionId) read} before is omitted. If the
   * next call requests the section again, its text is sent.
   *
   * @param context the tracker of the conversation, from {@code newContext}
   */
  public Observation call(ToolCall call, ContextTracker context) {
    return run(call, context, null);
  }

  /**
   * Runs a call.
   *
   * @param context the tracker of the conversation, from {@code newContext}
   * @param stillInRequest returns whether the next request to the model will contain the text of a
   *     section that was read. If it returns false, the text is sent again. The predicate is called
   *     only for sections that have been read.
   */
  public Observation call(
      ToolCall call, ContextTracker context, Predicate<SectionId> stillInRequest) {
    requireNonNull(stillInRequest, "stillInRequest");
    return run(call, context, stillInRequest);
  }

  private Observation run(
      ToolCall call, ContextTracker context, @Nullable Predicate<SectionId> stillInRequest) {
    requireNonNull(call, "call");
    ConversationTracker tracker = ConversationTracker.of(requireNonNull(context, "context"));
    tracker.beginCall();
    Set<String> names = entries.stream().map(Entry::name).collect(Collectors.toSet());
    CallContext callContext =
        new CallContext(tracker, stillInRequest, maxResultTokens, names)
            .withMetadata(shownMetadata);
    Observation observation =
        entry(call.name())
            .map(entry -> answer(entry, call, callContext))
            .orElseGet(() -> new Observation.Rejected(unknownTool(call.name())));
    tracker.record(observation);
    return observation;
  }

  /**
   * Whether a tool name written by a model is the name of a search tool of this library or of its
   * extensions.
   */
  public static boolean isSearch(String tool) {
    requireNonNull(tool, "tool");
    return SEARCHES.contains(normalizeName(tool));
  }

  /**
   * Converts a name to lower case and removes the white space and the namespace that models add.
   */
  private static String normalizeName(String written) {
    String name = written.strip().toLowerCase(Locale.ROOT);
    return name.startsWith("functions.") ? name.substring("functions.".length()) : name;
  }

  private Optional<Entry> entry(String written) {
    String normalized = normalizeName(written);
    return entries.stream()
        .filter(entry -> entry.name().equals(written) || entry.name().equalsIgnoreCase(normalized))
        .findFirst();
  }

  private String unknownTool(String name) {
    String text = "There is no tool " + QuotedInput.quote(name) + ". " + names();
    return QuotedInput.truncate(text, MAX_REJECTION_LENGTH) + anyExample();
  }

  private String anyExample() {
    return entries.isEmpty() ? "" : " Call one like this: " + example(entries.get(0).tool());
  }

  private static String example(RetrievalTool tool) {
    return tool.name() + " " + tool.example().orElse("");
  }

  private String names() {
    return entries.isEmpty()
        ? "There are no tools."
        : entries.stream()
            .map(Entry::name)
            .collect(Collectors.joining(", ", "The tools are ", "."));
  }

  private Observation answer(Entry entry, ToolCall call, CallContext callContext) {
    try {
      ToolArguments arguments = parseArguments(entry, call);
      Observation observation =
          entry.tool() instanceof CorpusTool tool
              ? tool.call(arguments, callContext)
              : callCustom(entry.tool(), arguments, callContext);
      return withNotes(observation, arguments.notes());
    } catch (InvalidArgumentException e) {
      return reject(entry.tool(), messageOf(e));
    } catch (NotIndexedException e) {
      return new Observation.Rejected(
          "This index has no embeddings"
              + (callContext.tools().contains(KEYWORD_SEARCH) ? ": use " + KEYWORD_SEARCH : "")
              + ".");
    }
  }

  private static ToolArguments parseArguments(Entry entry, ToolCall call) {
    ToolArguments arguments = call.parseArguments();
    entry.schema().requireKnown(arguments.names());
    return arguments;
  }

  /** Appends the notes about arguments that were adjusted. */
  private static Observation withNotes(Observation observation, Collection<String> notes) {
    return notes.isEmpty() || observation instanceof Observation.Rejected
        ? observation
        : new Observation.Found(
            observation.text() + "\n" + String.join(" ", notes), observation.shown());
  }

  private static String messageOf(IllegalArgumentException failure) {
    return Objects.requireNonNullElse(failure.getMessage(), "These arguments cannot be used.");
  }

  private static Observation.Rejected reject(RetrievalTool tool, String message) {
    String correct = tool.example().isEmpty() ? "" : " Call it like this: " + example(tool);
    int maxLength = Math.max(MIN_MESSAGE_LENGTH, MAX_REJECTION_LENGTH - correct.length());
    return new Observation.Rejected(QuotedInput.truncate(message, maxLength) + correct);
  }

  private Observation callCustom(RetrievalTool tool, ToolArguments arguments, CallContext call) {
    Observation observation = callSafely(tool, arguments, call.tracker());
    return CustomResult.quote(observation, call);
  }

  private Observation callSafely(
      RetrievalTool tool, ToolArguments arguments, ContextTracker context) {
    try {
      Supplier<String> problem = () -> tool.name() + " returned no observation";
      Supplier<Observation> call = () -> requireNonNull(tool.call(arguments, context), problem);
      Observation observation = requireNonNull(customCalls.apply(call).get(), problem);
      return observation instanceof Observation.Rejected
          ? new Observation.Rejected(QuotedInput.truncate(observation.text(), MAX_REJECTION_LENGTH))
          : observation;
    } catch (IllegalArgumentException e) {
      return reject(tool, messageOf(e));
    } catch (CorpusException | EmbeddingException e) {
      throw e;
    } catch (RuntimeException e) {
      // The failure of a custom tool must not end the run. The message of the exception is omitted,
      // because it may contain secrets.
      Throwable failure = unwrap(e);
      failureListener.accept(tool.name(), failure);
      String what = tool.name() + " failed (" + failure.getClass().getSimpleName() + ").";
      return new Observation.Rejected(what + " Go on without it.");
    }
  }

  /** Returns the exception that a method threw when it was called by reflection. */
  private static Throwable unwrap(Throwable failure) {
    Throwable cause = failure.getCause();
    boolean isWrapper =
        failure instanceof UndeclaredThrowableException
            || failure instanceof InvocationTargetException;
    return isWrapper && cause != null ? unwrap(cause) : failure;
  }
}
