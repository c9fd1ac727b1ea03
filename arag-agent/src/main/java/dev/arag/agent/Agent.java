package dev.arag.agent;

import dev.arag.agent.budget.Budget;
import dev.arag.agent.model.ModelConnection;
import dev.arag.agent.model.RecordedChatModel;
import dev.arag.agent.strategy.Strategy;
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
   * at once, with stop reason CANCELLED and the flag of the thread set. Models are called on
   * threads of their own, so that one that hangs can be left.
   *
   * @param question not blank
   * @return never blank; look at {@link Answer#isComplete()} and {@link Answer#warnings()}
   * @throws NoAnswerException if there is nothing to read: the model failed or refused, the run was
   *     cancelled, or the budget ended before anything was found
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Answer ask(String question) {
    Patience patience = new Patience(settings.retries, settings.jitter);
    return run(question, patience, new Observers()).answer();
  }

  /**
   * Starts to answer one question, on a thread of its own, and returns at once. The run sees the
   * corpus as it is now, to its end.
   *
   * @param question not blank
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public Run start(String question) {
    EventLog log = new EventLog();
    Patience patience = new Patience(settings.retries, settings.jitter);
    Observers observers = new Observers();
    observers.add(log::add);
    return Run.start(log, patience, run(question, patience, observers));
  }

  private Run.Work run(String question, Patience patience, Observers observers) {
    if (question.isBlank()) {
      throw new IllegalArgumentException("The question must not be blank.");
    }
    Corpus pinned = corpus.snapshot();
    settings.addTo(observers);
    Optional<RecordedChatModel> record = settings.main.record();
    Recorder recorder = new Recorder(question, observers, record.orElse(null));
    LongSupplier clock = record.isPresent() ? record.get()::nanoTime : settings.nanoTime;
    Rules rules = settings.rules();
    Limits limits = new Limits(settings.budget, closingTokens(rules.texts()), clock);
    patience.carryBy(observers::carry);
    patience.tellText(text -> recorder.tell(new RunEvent.TextDelta(limits.turns(), text)));
    LiveRun run = new LiveRun(pinned, settings.toolbox(pinned), limits, recorder, patience, rules);
    RoleContext context = new RoleContext(run, settings.models(), LiveRun.MAIN_ROLE);
    Conductor conductor = new Conductor(run, limits, recorder, settings.main, rules.texts());
    return () -> answer(conductor, question, context, observers);
  }

  private Answer answer(
      Conductor conductor, String question, RoleContext context, Observers observers) {
    try {
      return conductor.answer(settings.strategy, question, context);
    } catch (NoAnswerException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      observers.failed(e);
      throw e;
    }
  }

  private static int closingTokens(LoopTexts texts) {
    return TokenCounter.o200k().count(texts.of(LoopText.CLOSING)) + 8;
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
    private final Map<String, ModelConnection> byRole = new HashMap<>();
    private Strategy strategy = Strategy.arag();
    private final Map<LoopText, String> texts = new EnumMap<>(LoopText.class);
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
    }

    private Builder(Corpus corpus, StreamingChatModel model) {
      this.corpus = Objects.requireNonNull(corpus, "corpus");
      main = new ModelConnection(Objects.requireNonNull(model, "model"));
    }

    private Builder(Corpus corpus, Builder other) {
      this.corpus = corpus;
      main = other.main;
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
     * Other words for what the run itself says to the model. Default {@link LoopText#byDefault()}.
     *
     * @param words words in braces are filled in where the default has them; blank for the four
     *     that ask a model to go on (NO_SEARCH, ANNOUNCED, NO_CITATION, SECOND_LOOK): then it is
     *     not asked
     */
    public Builder text(LoopText text, String words) {
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

    /** A model for one role of a strategy, see {@code RunContext.as}. Default the main model. */
    public Builder model(String role, ChatModel model) {
      if (role.isBlank() || role.equals(LiveRun.MAIN_ROLE)) {
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
     * warning of the answer. Default nobody.
     */
    public Builder listener(Consumer<RunEvent> listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * One more who follows each run, such as {@code dev.arag.agent.opentelemetry.OpenTelemetryRuns}
     * and {@code dev.arag.agent.micrometer.MicrometerRuns}. What it throws becomes a warning of the
     * answer. Default nobody.
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

    private void addTo(Observers all) {
      all.add(RunLog::new);
      if (listener != null) {
        all.add(listener);
      }
      observers.forEach(all::add);
    }

    private Rules rules() {
      return new Rules(profile == Profile.PAPER, new LoopTexts(texts));
    }

    private Toolbox toolbox(Corpus pinned) {
      return tools == null ? Toolbox.over(pinned, profile) : tools.apply(pinned);
    }

    private Models models() {
      return new Models(main, byRole);
    }
  }
}
