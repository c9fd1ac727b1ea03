package dev.arag.agent;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.internal.concurrent.TimeLimiter;
import dev.arag.agent.internal.loop.BudgetTracker;
import dev.arag.agent.internal.loop.LoopRules;
import dev.arag.agent.internal.loop.MessageTemplates;
import dev.arag.agent.internal.loop.TrajectoryRecorder;
import dev.arag.agent.internal.model.ModelConnection;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.internal.observe.CompositeObserver;
import dev.arag.agent.internal.observe.EventLog;
import dev.arag.agent.internal.observe.RunLogger;
import dev.arag.agent.internal.run.ConversationState;
import dev.arag.agent.internal.run.ModelsByRole;
import dev.arag.agent.internal.run.PreparedRun;
import dev.arag.agent.internal.run.RoleContext;
import dev.arag.agent.internal.run.RunControl;
import dev.arag.agent.internal.run.RunExecutor;
import dev.arag.agent.internal.run.RunSession;
import dev.arag.agent.internal.typed.RecordSchema;
import dev.arag.agent.strategy.Strategy;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.Scope;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.Toolbox;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers questions from a corpus: a model searches and reads until it can answer, and what it
 * cites is checked against the text it was shown. Immutable and safe for use by several threads, if
 * the models are. Owns nothing: corpus and models stay the caller's, who closes them.
 */
public final class Agent {
  private final Corpus corpus;
  private final Builder settings;

  private Agent(Corpus corpus, Builder settings) {
    this.corpus = corpus;
    this.settings = settings;
  }

  /** Starts an agent with the A-RAG strategy and {@link Budget#defaults()}. */
  public static Builder builder(Corpus corpus, ChatModel model) {
    return new Builder(corpus, model);
  }

  /**
   * Starts an agent whose model tells its text while it writes it: {@link RunEvent.TextDelta}. All
   * else is as with a model that does not stream.
   */
  public static Builder builder(Corpus corpus, StreamingChatModel model) {
    return new Builder(corpus, model);
  }

  /**
   * Answers one question, on the caller's thread. The run sees the corpus as it is now, to its end.
   * It returns at the latest when its time is up ({@link Budget#timeout()}); an interrupt ends it
   * at once, with stop reason CANCELLED and the flag of the thread set. Models, and tools of yours,
   * are called on threads of their own, so that one that hangs can be left; they do not see thread
   * locals of the caller.
   *
   * @param question not blank
   * @return never blank; look at {@link Answer#isComplete()} and {@link Answer#warnings()}
   * @throws NoAnswerException if there is nothing to read: the model failed or refused, the run was
   *     cancelled, or the budget ended before anything was found
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   * @throws dev.arag.core.error.EmbeddingException if a query of the model cannot be embedded
   */
  public Answer ask(String question) {
    return conversation().ask(question);
  }

  /**
   * Answers one question with a value of a record, and in words. The model answers in words, with
   * sources, as for {@link #ask(String)}; then it puts its answer into the record, in a call of its
   * own and one more if the first cannot be read. These calls, to the role {@code form} ({@link
   * Builder#model}), are made within the budget: two turns are kept for them.
   *
   * @param question not blank
   * @param type a record of texts, numbers, booleans, {@code LocalDate}s, enums, records, and lists
   *     and {@code Optional}s of these; what is {@code Optional} or annotated {@code @Nullable} may
   *     be missing
   * @throws NoValueException if there is an answer in words only
   * @throws NoAnswerException if there is nothing to read
   * @throws IllegalArgumentException if values of this type cannot be made; nothing was asked then
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public <T> TypedAnswer<T> ask(String question, Class<T> type) {
    return conversation().ask(question, type);
  }

  /**
   * Starts to answer one question, on a thread of its own, and returns at once. The run sees the
   * corpus as it is now, to its end.
   *
   * @param question not blank
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String question) {
    return conversation().start(question);
  }

  /** Begins a conversation: several questions, of which each knows those before it. */
  public Conversation conversation() {
    return new Conversation(this, new ConversationState());
  }

  PreparedRun asked(String question, ConversationState talk) {
    return prepared(question, "", talk, patience(), new CompositeObserver());
  }

  <T> TypedAnswer<T> asked(String question, Class<T> type, ConversationState talk) {
    RecordSchema<T> form = RecordSchema.of(type);
    return prepared(question, form.fields(), talk, patience(), new CompositeObserver())
        .answer(form);
  }

  Run started(String question, ConversationState talk) {
    EventLog log = new EventLog();
    RunControl patience = patience();
    CompositeObserver observers = new CompositeObserver();
    observers.add(log::add);
    return Run.start(log, patience, prepared(question, "", talk, patience, observers)::answer);
  }

  private RunControl patience() {
    return new RunControl(settings.retries, settings.jitter);
  }

  private PreparedRun prepared(
      String question,
      String fields,
      ConversationState talk,
      RunControl patience,
      CompositeObserver observers) {
    if (question.isBlank()) {
      throw new IllegalArgumentException("The question must not be blank.");
    }
    if (talk.past().trajectories().isEmpty()) {
      settings.main.record().ifPresent(record -> relive(record.earlier(), talk));
    }
    settings.addTo(observers);
    return begun(question, fields, talk, settings.main, patience, observers);
  }

  /** Brings a conversation to where a recorded question was asked. */
  private void relive(List<RecordedChatModel.EarlierQuestion> questions, ConversationState talk) {
    for (RecordedChatModel.EarlierQuestion before : questions) {
      ModelConnection recorded = new ModelConnection(before.replay());
      try {
        begun(
                before.question(),
                before.fields(),
                talk,
                recorded,
                patience(),
                new CompositeObserver())
            .answer();
      } catch (NoAnswerException e) {
        // So it was.
      }
      talk.replaceLast((Trajectory) before);
    }
  }

  private PreparedRun begun(
      String question,
      String fields,
      ConversationState talk,
      ModelConnection main,
      RunControl patience,
      CompositeObserver observers) {
    ConversationState.Asking asking = talk.begin();
    try {
      return prepared(question, fields, asking, main, patience, observers);
    } catch (RuntimeException | Error e) {
      asking.leave();
      throw e;
    }
  }

  private PreparedRun prepared(
      String question,
      String fields,
      ConversationState.Asking asking,
      ModelConnection main,
      RunControl patience,
      CompositeObserver observers) {
    Corpus pinned = corpus.snapshot();
    Optional<RecordedChatModel> record = main.record();
    List<Trajectory> earlier = asking.past().trajectories();
    TrajectoryRecorder recorder =
        new TrajectoryRecorder(question, fields, earlier, observers, record.orElse(null));
    LongSupplier clock = record.isPresent() ? record.get()::nanoTime : settings.nanoTime;
    LoopRules rules = settings.rules();
    MessageTemplates texts = rules.texts();
    int turnsOnTop = fields.isEmpty() ? 0 : LoopRules.FORM_TURNS;
    BudgetTracker limits =
        new BudgetTracker(settings.budget, closingTokens(texts), turnsOnTop, clock);
    patience.carryBy(observers::carry);
    observers.keepIn(limits::timeForObserver, patience::renewInterrupt);
    patience.tellText(text -> recorder.tell(new RunEvent.TextDelta(limits.turns(), text)));
    RunSession run =
        new RunSession(
            pinned,
            settings.toolbox(pinned),
            limits,
            recorder,
            patience,
            rules,
            asking,
            settings.toolCalls);
    ModelsByRole models = new ModelsByRole(main, settings.byRole);
    RoleContext context = new RoleContext(run, models, RunSession.MAIN_ROLE);
    String asked = texts.asked(question, fields, asking.past().wereCallsOver());
    RunExecutor conductor = new RunExecutor(run, limits, recorder, models, texts, asking, asked);
    return new PreparedRun(conductor, settings.strategy, context, asking, observers);
  }

  private static int closingTokens(MessageTemplates texts) {
    return TokenCounter.o200k().count(texts.of(LoopMessage.CLOSING)) + 8;
  }

  /** This agent, reading only what the scope allows; a scope only narrows. */
  public Agent within(Scope scope) {
    return new Agent(corpus.within(scope), settings);
  }

  /** A builder that starts with what this agent has. */
  public Builder toBuilder() {
    return new Builder(corpus, settings);
  }

  /** Collects the settings of an agent. */
  public static final class Builder {
    private static final int MOST_RETRIES = 10;

    private final Corpus corpus;
    private final ModelConnection main;
    private final TimeLimiter toolCalls;
    private final Map<String, ModelConnection> byRole = new HashMap<>();
    private Strategy strategy = Strategy.arag();
    private final Map<LoopMessage, String> texts = new EnumMap<>(LoopMessage.class);
    private Profile profile = Profile.DEFAULT;
    private Budget budget = Budget.defaults();
    private @Nullable Function<Corpus, Toolbox> tools;
    private @Nullable Consumer<RunEvent> listener;
    private final List<Supplier<? extends RunObserver>> observers = new ArrayList<>();
    private int retries = 2;
    private DoubleSupplier jitter = () -> ThreadLocalRandom.current().nextDouble();
    private LongSupplier nanoTime = System::nanoTime;

    private Builder(Corpus corpus, ChatModel model) {
      this.corpus = Objects.requireNonNull(corpus, "corpus");
      main = new ModelConnection(Objects.requireNonNull(model, "model"));
      toolCalls = new TimeLimiter();
    }

    private Builder(Corpus corpus, StreamingChatModel model) {
      this.corpus = Objects.requireNonNull(corpus, "corpus");
      main = new ModelConnection(Objects.requireNonNull(model, "model"));
      toolCalls = new TimeLimiter();
    }

    private Builder(Corpus corpus, Builder other) {
      this.corpus = corpus;
      main = other.main;
      toolCalls = other.toolCalls;
      byRole.putAll(other.byRole);
      strategy = other.strategy;
      profile = other.profile;
      texts.putAll(other.texts);
      budget = other.budget;
      tools = other.tools;
      listener = other.listener;
      observers.addAll(other.observers);
      retries = other.retries;
      jitter = other.jitter;
      nanoTime = other.nanoTime;
    }

    /** How a question is worked on. Default {@link Strategy#arag()}. */
    public Builder strategy(Strategy strategy) {
      this.strategy = Objects.requireNonNull(strategy, "strategy");
      return this;
    }

    /**
     * The rules of a run: the order of keyword hits, and what the loop adds to the paper's. {@link
     * Profile#PAPER} is Algorithm 1 alone: nothing is said to the model but results. Default {@link
     * Profile#DEFAULT}.
     */
    public Builder profile(Profile profile) {
      this.profile = Objects.requireNonNull(profile, "profile");
      return this;
    }

    /**
     * Other words for what the run itself says to the model. Default {@link
     * LoopMessage#byDefault()}.
     *
     * @param words words in braces are filled in where the default has them; blank for the four
     *     that ask a model to go on (NO_SEARCH, ANNOUNCED, NO_CITATION, SECOND_LOOK): then it is
     *     not asked
     */
    public Builder text(LoopMessage text, String words) {
      if (words.isBlank() && !text.isNudge()) {
        throw new IllegalArgumentException("The words for " + text + " must not be blank.");
      }
      texts.put(text, words);
      return this;
    }

    /** The limits of each run. Default {@link Budget#defaults()}. */
    public Builder budget(Budget budget) {
      this.budget = Objects.requireNonNull(budget, "budget");
      return this;
    }

    /**
     * A model for one role: of a strategy, see {@code RunContext.as}, or {@code form}, which puts
     * answers into records. Default the main model.
     */
    public Builder model(String role, ChatModel model) {
      if (role.isBlank() || role.equals(RunSession.MAIN_ROLE)) {
        throw new IllegalArgumentException(
            "A role needs a name of its own, was '" + role + "': the main model is given first.");
      }
      byRole.put(role, new ModelConnection(Objects.requireNonNull(model, "model")));
      return this;
    }

    /**
     * The tools of a run, over the corpus of that run. Default the three tools, in the profile's
     * order. A result is never larger than an eighth of {@link Budget#contextTokens()}.
     */
    public Builder tools(Function<Corpus, Toolbox> tools) {
      this.tools = Objects.requireNonNull(tools, "tools");
      return this;
    }

    /**
     * Hears of every step while it happens, on the thread of the run. What it throws becomes a
     * warning of the answer; one that takes longer than the run has time is interrupted, as {@link
     * RunObserver} says. Default nobody.
     */
    public Builder listener(Consumer<RunEvent> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * One more who follows each run, such as {@code dev.arag.opentelemetry.OpenTelemetryRuns} and
     * {@code dev.arag.micrometer.MicrometerRuns}. What it throws becomes a warning of the answer.
     * Default nobody.
     *
     * @param observer makes the observer of one run, when the run begins, on the thread that asks;
     *     called by several threads
     */
    public Builder observer(Supplier<? extends RunObserver> observer) {
      observers.add(Objects.requireNonNull(observer, "observer"));
      return this;
    }

    /**
     * How often a request that failed for a passing reason (rate limit, busy or broken server,
     * connection) is sent again, within the time of the run: after what the server asks for where
     * it can be known, else after half a second, doubled each time, with jitter. Give 0 if the
     * model tries again by itself. Default 2, at most 10.
     */
    public Builder modelRetries(int retries) {
      if (retries < 0 || retries > MOST_RETRIES) {
        throw new IllegalArgumentException("modelRetries must be 0 to 10, was " + retries);
      }
      this.retries = retries;
      return this;
    }

    Builder jitter(DoubleSupplier jitter) {
      this.jitter = jitter;
      return this;
    }

    Builder nanoTime(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
      return this;
    }

    public Agent build() {
      return new Agent(corpus, new Builder(corpus, this));
    }

    private void addTo(CompositeObserver all) {
      all.add(RunLogger::new);
      if (listener != null) {
        all.add(listener);
      }
      observers.forEach(all::add);
    }

    private LoopRules rules() {
      return new LoopRules(profile == Profile.PAPER, new MessageTemplates(texts));
    }

    private Toolbox toolbox(Corpus pinned) {
      return tools == null ? Toolbox.over(pinned, profile) : tools.apply(pinned);
    }
  }
}
