package dev.arag.agent;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.BlankQuestionException;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.NoValueException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.internal.claim.Judgment;
import dev.arag.agent.internal.concurrent.LruCache;
import dev.arag.agent.internal.concurrent.TimedCalls;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.loop.RunRecorder;
import dev.arag.agent.internal.loop.RunState;
import dev.arag.agent.internal.model.ModelClient;
import dev.arag.agent.internal.model.ModelsByRole;
import dev.arag.agent.internal.model.RunClock;
import dev.arag.agent.internal.observe.RunLogger;
import dev.arag.agent.internal.run.CallSettings;
import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.internal.run.QuestionRun;
import dev.arag.agent.spi.LoopMessage;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Scope;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An agent that answers questions about a corpus. The model searches and reads the corpus until it
 * can answer. The agent checks each citation of the answer against the text that the model was
 * shown. An agent is immutable, and it is thread-safe if its models are thread-safe. The caller
 * owns the corpus and the models and must close them.
 */
public final class Agent {
  private static final String FORGOTTEN =
      "Earlier questions of the conversation were left out, because the corpus no longer contains a"
          + " document that was found for them.";

  private final Corpus corpus;
  private final Builder settings;
  private final LoopRules rules;

  private Agent(Corpus corpus, Builder settings) {
    this.corpus = corpus;
    this.settings = settings;
    rules = settings.rules();
  }

  /**
   * Returns a builder of an agent. Its strategy is {@link Strategies#arag()} and its budget is
   * {@link Budget#defaults()}, unless the builder sets others.
   */
  public static Builder builder(Corpus corpus, ChatModel model) {
    return new Builder(corpus, ModelClient.of(Objects.requireNonNull(model, "model")));
  }

  /**
   * Returns a builder of an agent with a streaming model. Observers receive the text as {@link
   * RunEvent.TextDelta} events while the model writes it, and the text of the answer as {@link
   * RunEvent.AnswerText} events. Otherwise, the agent behaves as with a model that does not stream.
   */
  public static Builder builder(Corpus corpus, StreamingChatModel model) {
    return new Builder(corpus, ModelClient.of(Objects.requireNonNull(model, "model")));
  }

  /**
   * Answers one question on the caller's thread, or on a separate platform thread if the caller's
   * thread is virtual. The run uses a snapshot of the corpus. This method returns after {@link
   * Budget#timeout()} at the latest. If the caller's thread is interrupted, the run ends at once
   * with stop reason CANCELLED, and the thread's interrupt flag stays set. Models and custom tools
   * are called on separate platform threads, so that the run can abandon a call that hangs. Models
   * and custom tools therefore do not see the caller's thread locals, unless {@link
   * Builder#contextPropagation} carries them.
   *
   * @param question not blank
   * @return the answer, whose text is never blank; check {@link Answer#isComplete()} and {@link
   *     Answer#warnings()}
   * @throws BlankQuestionException if the question is blank
   * @throws NoAnswerException if there is no answer: the model failed or refused, the run was
   *     cancelled, or the budget was used up before anything was found. {@link
   *     NoAnswerException#stopReason()} says which
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   * @throws dev.arag.core.error.EmbeddingException if a query sent by the model cannot be embedded
   */
  public Answer ask(String question) {
    return conversation().ask(question);
  }

  /**
   * Answers one question both as text and as a record. The model first answers in text with
   * sources, as it does for {@link #ask(String)}. A separate request then asks a model to turn the
   * answer into the record. If the reply cannot be parsed, one more request asks the model to
   * correct it. Both requests use the model of the role {@code form} (see {@link Builder#model}).
   * The requests count against the budget, which reserves two model calls for them.
   *
   * @param question not blank
   * @param type a record whose components are strings, numbers, booleans, {@code LocalDate}s,
   *     enums, records, or lists or {@code Optional}s of these; the answer may omit components that
   *     are {@code Optional} or annotated {@code @Nullable}
   * @throws NoValueException if there is an answer as text but no record
   * @throws NoAnswerException if there is no answer
   * @throws IllegalArgumentException if the type is not supported; no request is sent in this case
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public <T> TypedAnswer<T> ask(String question, Class<T> type) {
    return conversation().ask(question, type);
  }

  /**
   * Starts a run that answers one question on a new platform thread, and returns at once. The run
   * uses a snapshot of the corpus.
   *
   * @param question not blank
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String question) {
    return conversation().start(question);
  }

  /**
   * Starts a conversation, in which each question is asked with the earlier questions as context.
   */
  public Conversation conversation() {
    return conversation(List.of());
  }

  /**
   * Resumes a conversation, for example after a restart or on another node. The next question is
   * asked as in the conversation that was not interrupted: its first request contains the same
   * messages. Chunks that the model has read still count as read. The agent should have the same
   * strategy and budget as before; the corpus may have changed.
   *
   * <p>The messages of trajectories that an earlier release wrote are sent as they were recorded:
   * with complete tool results, or without any.
   *
   * @param trajectories the value of {@link Conversation#trajectories()}. The last element contains
   *     the earlier ones, so a list of only this element is sufficient. An empty list starts a new
   *     conversation
   * @throws IllegalArgumentException if a trajectory does not continue the one before it
   */
  public Conversation conversation(List<Trajectory> trajectories) {
    return new Conversation(
        this, new ConversationState(Objects.requireNonNull(trajectories, "trajectories")));
  }

  /**
   * Prepares the run of a conversation's next question.
   *
   * @param fields the fields of the requested record; empty if the caller requested only text
   * @param observers the observers of this run only; they are called before the agent's observers
   */
  QuestionRun prepare(
      String question,
      String fields,
      ConversationState conversation,
      List<Supplier<? extends RunObserver>> observers) {
    if (Objects.requireNonNull(question, "question").isBlank()) {
      throw new BlankQuestionException();
    }
    if (conversation.history().trajectories().isEmpty()) {
      settings.main.earlier(Trajectory.class).forEach(each -> replayEarlier(each, conversation));
    }
    return prepare(
        settings.main, question, fields, conversation, settings.withObservers(observers));
  }

  /**
   * Replays an earlier question of a recorded conversation, so that the recorded run gets the same
   * history.
   */
  private void replayEarlier(Trajectory earlier, ConversationState conversation) {
    ModelClient model = ModelClient.of(earlier.replay());
    try {
      prepare(model, earlier.question(), earlier.fields().orElse(""), conversation, List.of())
          .answer();
    } catch (NoAnswerException e) {
      // The recorded run of this question had no answer either.
    }
    conversation.replaceLast(earlier);
  }

  private QuestionRun prepare(
      ModelClient main,
      String question,
      String fields,
      ConversationState conversation,
      List<Supplier<? extends RunObserver>> observers) {
    conversation.begin();
    try {
      RunState state = state(main, question, fields, conversation, observers);
      return new QuestionRun(
          state,
          conversation,
          fields,
          settings.strategy,
          settings.toolbox(state.corpus()),
          settings.toolThreads,
          new ModelsByRole(main, settings.byRole),
          new CallSettings(settings.retries, settings.jitter, settings.parallelCalls),
          settings.context,
          settings.judgments);
    } catch (RuntimeException | Error e) {
      conversation.release();
      throw e;
    }
  }

  private RunState state(
      ModelClient main,
      String question,
      String fields,
      ConversationState conversation,
      List<Supplier<? extends RunObserver>> observers) {
    RunClock clock = main.clock(settings.clock);
    Corpus snapshot = corpus.snapshot();
    boolean hasRights = snapshot instanceof Catalogue catalogue && catalogue.hasRights();
    int forgotten = hasRights ? conversation.forgetUnreadable((Catalogue) snapshot) : 0;
    int callsAfterAnswer =
        (fields.isEmpty() ? 0 : LoopRules.EXTRACTION_CALLS) + (settings.judgments == null ? 0 : 1);
    BudgetTracker budget =
        new BudgetTracker(
            settings.budgetFor(main),
            TokenCounter.o200k().count(rules.messages().of(LoopMessage.CLOSING)) + 8,
            callsAfterAnswer,
            clock::nanoTime);
    RunRecorder recorder =
        new RunRecorder(
            question,
            fields,
            conversation.history().trajectories(),
            clock,
            clock.seed(),
            budget,
            observers,
            settings.context);
    if (forgotten > 0) {
      recorder.warn(FORGOTTEN);
    }
    ContextTracker tracker = conversation.tracker(recorder.random());
    return RunState.of(
        rules, snapshot, tracker, budget, recorder, conversation.history().toolUses());
  }

  /**
   * Returns an agent with the same settings whose corpus is restricted to a scope. If the corpus is
   * already restricted, both scopes apply.
   */
  public Agent within(Scope scope) {
    return new Agent(corpus.within(Objects.requireNonNull(scope, "scope")), settings);
  }

  /** The name of the main model as its configuration states it; empty if it does not. */
  public Optional<String> modelName() {
    return Optional.ofNullable(settings.main.name().model());
  }

  /** Returns a builder that starts with the settings of this agent. */
  public Builder toBuilder() {
    return new Builder(corpus, settings);
  }

  /** Collects the settings of an agent. */
  public static final class Builder {
    private static final int MAX_RETRIES = 10;
    private static final int MAX_PARALLEL_CALLS = 64;

    private final Corpus corpus;
    private final ModelClient main;
    private final TimedCalls toolThreads;
    private final Map<String, ModelClient> byRole = new HashMap<>();
    private Strategy strategy = Strategies.arag();
    private final Map<LoopMessage, String> texts = new EnumMap<>(LoopMessage.class);
    private @Nullable String instructions;
    private Profile profile = Profile.standard();
    private Budget budget = Budget.defaults();
    private @Nullable Function<Corpus, Toolbox> tools;
    private @Nullable Consumer<RunEvent> listener;
    private final List<Supplier<? extends RunObserver>> observers = new ArrayList<>();
    private UnaryOperator<Runnable> context = UnaryOperator.identity();
    private @Nullable LruCache<AtomicReference<Judgment>> judgments;
    private int retries = 2;
    private int parallelCalls = 4;
    private DoubleSupplier jitter = () -> ThreadLocalRandom.current().nextDouble();
    private RunClock clock = new RunClock(System::nanoTime);

    private Builder(Corpus corpus, ModelClient main) {
      this.corpus = Objects.requireNonNull(corpus, "corpus");
      this.main = main;
      toolThreads = new TimedCalls();
    }

    private Builder(Corpus corpus, Builder other) {
      this.corpus = corpus;
      main = other.main;
      toolThreads = other.toolThreads;
      byRole.putAll(other.byRole);
      strategy = other.strategy;
      instructions = other.instructions;
      profile = other.profile;
      texts.putAll(other.texts);
      budget = other.budget;
      tools = other.tools;
      listener = other.listener;
      observers.addAll(other.observers);
      context = other.context;
      retries = other.retries;
      parallelCalls = other.parallelCalls;
      jitter = other.jitter;
      clock = other.clock;
      if (other.judgments != null) {
        checkClaims();
      }
    }

    /** Sets the strategy that answers the questions. Default: {@link Strategies#arag()}. */
    public Builder strategy(Strategy strategy) {
      this.strategy = Objects.requireNonNull(strategy, "strategy");
      return this;
    }

    /**
     * Sets instructions of the application, such as the tone, the language or today's date. They
     * are appended to the system prompt with the heading of {@link LoopMessage#INSTRUCTIONS}; the
     * rest of the prompt does not change. Strategies other than {@link Strategies#arag()} use the
     * instructions only if they read {@code RunContext.instructions}. The requests that turn an
     * answer into a record do not contain the instructions. Default: no instructions.
     *
     * <p>Do not insert text of users or documents: the model follows instructions, and it treats
     * only the results of tools as data.
     *
     * @param instructions not blank
     */
    public Builder instructions(String instructions) {
      if (Objects.requireNonNull(instructions, "instructions").isBlank()) {
        throw new IllegalArgumentException("The instructions must not be blank.");
      }
      this.instructions = instructions.strip();
      return this;
    }

    /**
     * Sets the profile, for example to imitate another system: the order of hits, the default
     * tools, the form of the text shown to the model, the prompts, and whether the run guides the
     * model. Default: {@link Profile#standard()}.
     */
    public Builder profile(Profile profile) {
      this.profile = Objects.requireNonNull(profile, "profile");
      return this;
    }

    /**
     * Replaces the text of a message that the run sends to the model. Default: {@link
     * LoopMessage#defaultText()}.
     *
     * @param text the new text; it may use the placeholders in braces that the default text uses. A
     *     blank text disables the message and is allowed only for the four corrections: NO_SEARCH,
     *     ANNOUNCED, NO_CITATION and SECOND_LOOK
     */
    public Builder text(LoopMessage message, String text) {
      Objects.requireNonNull(message, "message");
      if (Objects.requireNonNull(text, "text").isBlank() && !message.isCorrection()) {
        throw new IllegalArgumentException("The text of " + message + " must not be blank.");
      }
      texts.put(message, text);
      return this;
    }

    /**
     * Lets a model judge whether the quotes of each answer prove its sentences; see {@link
     * Answer#claims()}. After an answer that cites sources, one request is sent to the model of the
     * role {@code check} (see {@link #model}), which may be a small one. The request contains the
     * question, at most 20 cited sentences, and the text shown around their verified quotes, in at
     * most 6,000 tokens. Further sentences are not checked.
     *
     * <p>The request counts against the budget, which reserves one model call for it. It is not
     * sent if it would exceed a limit on tokens or cost. If the request fails or the run is
     * cancelled, the answer is returned and its sentences are {@link Entailment#NOT_CHECKED}. Each
     * sentence without proof and each failure adds a warning to the answer. The events with the
     * text of the answer are sent before the request.
     *
     * <p>An agent keeps the last 256 verdicts and reuses them for the same sentence, passages,
     * question, model name and {@link LoopMessage#CHECK_CLAIMS}. Default: no check.
     */
    public Builder checkClaims() {
      judgments = new LruCache<>(key -> new AtomicReference<>());
      return this;
    }

    /**
     * Sets the limits of each run. If the budget sets no context window, the one that the main
     * model declares is used; see {@code EndpointChatModel.contextTokens}. Default: {@link
     * Budget#defaults()}.
     */
    public Builder budget(Budget budget) {
      this.budget = Objects.requireNonNull(budget, "budget");
      return this;
    }

    /**
     * Sets the model for one role. A role is either one that the strategy uses (see {@code
     * RunContext.as}), {@code form}, the role that turns answers into records, or {@code check},
     * see {@link #checkClaims()}. Default: the main model.
     */
    public Builder model(String role, ChatModel model) {
      Objects.requireNonNull(role, "role");
      if (role.isBlank() || role.equals(ModelsByRole.MAIN)) {
        throw new IllegalArgumentException(
            "The role must not be blank or '"
                + ModelsByRole.MAIN
                + "', was '"
                + role
                + "'. Pass the main model to Agent.builder.");
      }
      byRole.put(role, ModelClient.of(Objects.requireNonNull(model, "model")));
      return this;
    }

    /**
     * Sets the function that builds the toolbox of each run from the corpus snapshot of that run.
     * Default: the three built-in tools with the ranking of the profile. The built-in tools limit
     * each result to an eighth of {@link Budget#contextTokens()}.
     */
    public Builder tools(Function<Corpus, Toolbox> tools) {
      this.tools = Objects.requireNonNull(tools, "tools");
      return this;
    }

    /**
     * Sets a listener that receives every event as it happens, on the thread of the run. If the
     * listener throws an exception, the exception is added to the warnings of the answer. A
     * listener that exceeds the run's remaining time is interrupted; see {@link RunObserver}.
     * Default: no listener.
     */
    public Builder listener(Consumer<RunEvent> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Adds an observer to each run, such as {@code dev.arag.opentelemetry.OpenTelemetryRunObserver}
     * or {@code dev.arag.micrometer.MicrometerRunObserver}. If an observer throws an exception, the
     * exception is added to the warnings of the answer. Default: no observers.
     *
     * @param observer a factory that creates one observer per run, on the caller's thread when the
     *     run starts; several threads may call the factory at the same time
     */
    public Builder observer(Supplier<? extends RunObserver> observer) {
      observers.add(Objects.requireNonNull(observer, "observer"));
      return this;
    }

    /**
     * Sets the function that carries the caller's context to the threads of its runs, such as the
     * MDC of the log, the security context or the current trace. Models and custom tools are called
     * on separate threads, and so is the whole run after {@link Agent#start} or if the caller's
     * thread is virtual. Default: thread locals are not carried.
     *
     * <p>The function receives work when a thread is about to start it, beginning with the caller's
     * thread of {@code ask} or {@code start}. It must read the context of this thread at once, and
     * return work that does the following on another thread: set the context, run the given work
     * once, and remove the context. Several threads may call the function at the same time.
     *
     * <pre>{@code
     * contextPropagation(work -> snapshotFactory.captureAll().wrap(work)) // Micrometer
     * contextPropagation(taskDecorator::decorate) // Spring
     * }</pre>
     *
     * <p>If the function fails or does not run the work, the run ends with an {@link
     * IllegalStateException}, because work without its context might act for the wrong user.
     */
    public Builder contextPropagation(UnaryOperator<Runnable> propagation) {
      context = Objects.requireNonNull(propagation, "propagation");
      return this;
    }

    /**
     * Sets how often a request is retried at most, after its first attempt, if it fails for a
     * transient reason: a rate limit, an overloaded or failing server, or a connection failure. A
     * request is not retried after the time of the run has ended. If the server requests a pause,
     * the run waits for this time before the retry. If the server requests none, the first pause is
     * half a second, and each further pause is twice as long, with jitter. Use 0 if the model
     * client retries by itself. Default: 2, at most 10.
     */
    public Builder modelRetries(int retries) {
      if (retries < 0 || retries > MAX_RETRIES) {
        throw new IllegalArgumentException("modelRetries must be 0 to 10, was " + retries);
      }
      this.retries = retries;
      return this;
    }

    /**
     * Sets the maximum number of model calls that a run makes at the same time, for strategies that
     * ask several prompts together ({@code RunContext.completeAll}). Each rate limit that the
     * server reports halves the number for the rest of the run. Default: 4, at least 1, at most 64.
     */
    public Builder parallelCalls(int parallelCalls) {
      if (parallelCalls < 1 || parallelCalls > MAX_PARALLEL_CALLS) {
        throw new IllegalArgumentException("parallelCalls must be 1 to 64, was " + parallelCalls);
      }
      this.parallelCalls = parallelCalls;
      return this;
    }

    Builder jitter(DoubleSupplier jitter) {
      this.jitter = jitter;
      return this;
    }

    Builder nanoTime(LongSupplier nanoTime) {
      clock = new RunClock(nanoTime);
      return this;
    }

    public Agent build() {
      return new Agent(corpus, new Builder(corpus, this));
    }

    /**
     * Returns the observers of one run: first the given observers, then the observers of the agent.
     */
    private List<Supplier<? extends RunObserver>> withObservers(
        List<Supplier<? extends RunObserver>> first) {
      List<Supplier<? extends RunObserver>> all = new ArrayList<>(first);
      all.add(RunLogger::new);
      Consumer<RunEvent> events = listener;
      if (events != null) {
        all.add(() -> events::accept);
      }
      all.addAll(observers);
      return all;
    }

    private Budget budgetFor(ModelClient main) {
      OptionalInt window = main.contextTokens();
      return window.isPresent() ? budget.withDefaultContextTokens(window.getAsInt()) : budget;
    }

    private LoopRules rules() {
      Map<LoopMessage, String> given = new EnumMap<>(LoopMessage.class);
      profile.instructions().ifPresent(text -> given.put(LoopMessage.INSTRUCTIONS, text));
      given.putAll(texts);
      MessageTemplates messages = new MessageTemplates(given);
      String appended =
          instructions == null
              ? null
              : messages.of(LoopMessage.INSTRUCTIONS, "instructions", instructions);
      return new LoopRules(profile, messages, appended);
    }

    private Toolbox toolbox(Corpus pinned) {
      return tools == null ? profile.tools(pinned) : tools.apply(pinned);
    }
  }
}
