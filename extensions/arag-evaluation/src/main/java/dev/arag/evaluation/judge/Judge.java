package dev.arag.evaluation.judge;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.internal.judge.JudgePrompt;
import dev.arag.evaluation.internal.judge.JudgeReply;
import dev.arag.evaluation.internal.judge.VerdictCache;
import dev.arag.evaluation.judge.Judgement.Verdict;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An LLM that judges whether answers are correct. Replies are kept by a hash of the request, so
 * that an equal answer is judged only once. If a call fails or a reply has no verdict, the call is
 * repeated. Thread-safe.
 *
 * <pre>{@code
 * Judge judge = Judge.builder(model, "gpt-5-mini").agentModel("gpt-5").cache(file).build();
 * Judgement judgement = judge.judge(new JudgeCase(question, golds, answer));
 * }</pre>
 */
public final class Judge {
  private final ChatModel model;
  private final String modelName;
  private final JudgeVersion version;
  private final boolean isStrict;
  private final boolean isSameAllowed;
  private final int attempts;
  private final Duration pause;
  private final VerdictCache cache;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong cached = new AtomicLong();
  private final AtomicLong correct = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();

  private Judge(Builder builder) {
    model = builder.model;
    modelName = builder.modelName;
    version = builder.version;
    isStrict = builder.isStrict;
    isSameAllowed = builder.isSameAllowed;
    attempts = builder.attempts;
    pause = builder.pause;
    cache = new VerdictCache(builder.cache);
  }

  /**
   * Returns a builder of a judge.
   *
   * @param modelName the name of the model; part of the hash by which replies are kept
   */
  public static Builder builder(ChatModel model, String modelName) {
    return new Builder(model, modelName);
  }

  /** The name of the model. */
  public String modelName() {
    return modelName;
  }

  /** What the judge is shown. */
  public JudgeVersion version() {
    return version;
  }

  /** Whether only the exact reply {@code correct} counts. */
  public boolean isStrict() {
    return isStrict;
  }

  /** Whether this judge is the given model, and {@link Builder#sameJudge} was not called. */
  public boolean refuses(String agentModel) {
    return !isSameAllowed && normalized(agentModel).equals(normalized(modelName));
  }

  private static String normalized(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /** The numbers of calls and verdicts of this judge so far. */
  public JudgeCounts counts() {
    return new JudgeCounts(calls.get(), cached.get(), correct.get(), wrong.get(), errors.get());
  }

  /**
   * Judges one answer.
   *
   * @return the judgement; {@link Verdict#ERROR} if every attempt failed
   */
  public Judgement judge(JudgeCase each) {
    JudgePrompt prompt =
        JudgePrompt.of(
            version == JudgeVersion.QUESTION ? each.question() : null, each.golds(), each.answer());
    String key = VerdictCache.key(modelName, prompt.system(), prompt.user());
    // Several runs often have the same answer. The others wait for the verdict of the first one.
    synchronized (locks.computeIfAbsent(key, absent -> new Object())) {
      Optional<Judgement> known = cache.get(key).flatMap(this::read);
      if (known.isPresent()) {
        cached.incrementAndGet();
      }
      return counted(known.orElseGet(() -> ask(prompt, key)));
    }
  }

  /**
   * Judges several answers at the same time.
   *
   * @param workers the number of concurrent model calls, at least 1
   * @return one judgement per answer, in the given order
   */
  public List<Judgement> judgeAll(Collection<JudgeCase> cases, int workers) {
    requireNonNull(cases, "cases");
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Future<Judgement>> pending =
          cases.stream().map(each -> threads.submit(() -> judge(each))).toList();
      List<Judgement> judgements = new ArrayList<>();
      for (Future<Judgement> each : pending) {
        judgements.add(await(each));
      }
      return judgements;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Judgement await(Future<Judgement> pending) {
    try {
      return pending.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Judgement(Verdict.ERROR, "The judge was interrupted.");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("The judge failed.", e.getCause());
    }
  }

  private Judgement counted(Judgement judgement) {
    AtomicLong count =
        switch (judgement.verdict()) {
          case CORRECT -> correct;
          case WRONG -> wrong;
          case ERROR -> errors;
        };
    count.incrementAndGet();
    return judgement;
  }

  private Judgement ask(JudgePrompt prompt, String key) {
    String failure = "";
    for (int attempt = 0; attempt < attempts && pauseBefore(attempt); attempt++) {
      try {
        String reply = reply(prompt);
        Optional<Judgement> judgement = read(reply);
        if (judgement.isPresent()) {
          cache.put(key, reply);
          return judgement.get();
        }
        failure = "The reply has no verdict: " + reply;
      } catch (JudgeCallException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
    return new Judgement(Verdict.ERROR, failure);
  }

  private Optional<Judgement> read(String reply) {
    Optional<Boolean> isCorrect =
        isStrict ? Optional.of(JudgeReply.strict(reply)) : JudgeReply.tolerant(reply);
    return isCorrect.map(each -> new Judgement(each ? Verdict.CORRECT : Verdict.WRONG, reply));
  }

  private String reply(JudgePrompt prompt) throws JudgeCallException {
    calls.incrementAndGet();
    ChatRequest request =
        ChatRequest.builder()
            .messages(SystemMessage.from(prompt.system()), UserMessage.from(prompt.user()))
            .build();
    try {
      String text = model.chat(request).aiMessage().text();
      return text == null ? "" : text;
    } catch (RuntimeException e) {
      throw new JudgeCallException(e);
    }
  }

  /** Any failure of the client library of a model. */
  private static final class JudgeCallException extends Exception {
    JudgeCallException(RuntimeException cause) {
      super(cause.toString(), cause);
    }
  }

  /** Waits before a repeated attempt, each time twice as long. Returns false if interrupted. */
  private boolean pauseBefore(int attempt) {
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    if (attempt == 0) {
      return true;
    }
    try {
      Thread.sleep(pause.toMillis() << Math.min(attempt - 1, 6));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Builds a judge. */
  public static final class Builder {
    private final ChatModel model;
    private final String modelName;
    private JudgeVersion version = JudgeVersion.QUESTION;
    private boolean isStrict;
    private int attempts = 3;
    private Duration pause = Duration.ofSeconds(1);
    private @Nullable Path cache;
    private @Nullable String agentModel;
    private boolean isSameAllowed;

    private Builder(ChatModel model, String modelName) {
      this.model = requireNonNull(model, "model");
      this.modelName = requireNonNull(modelName, "modelName");
    }

    /** Sets what the judge is shown. Default: {@link JudgeVersion#QUESTION}. */
    public Builder version(JudgeVersion version) {
      this.version = requireNonNull(version, "version");
      return this;
    }

    /**
     * Accepts only the exact reply {@code correct}, in any case, as the reference implementation
     * does. Every other reply means wrong. Default: a verdict is also read from replies such as
     * {@code Correct.}
     */
    public Builder strict() {
      this.isStrict = true;
      return this;
    }

    /** Sets the number of attempts for each answer. Default: 3, at least 1. */
    public Builder attempts(int attempts) {
      if (attempts < 1) {
        throw new IllegalArgumentException("attempts must be >= 1, was " + attempts);
      }
      this.attempts = attempts;
      return this;
    }

    /**
     * Sets the pause before the second attempt. Each further pause is twice as long, at most 64
     * times the first. Default: 1 s.
     */
    public Builder pause(Duration pause) {
      this.pause = requireNonNull(pause, "pause");
      return this;
    }

    /** Sets the file in which replies are kept. Default: replies are kept in memory only. */
    public Builder cache(Path file) {
      this.cache = requireNonNull(file, "file");
      return this;
    }

    /**
     * Sets the name of the model that answered. {@link #build} refuses a judge with the same name,
     * because a model prefers its own answers. Default: unknown.
     */
    public Builder agentModel(String agentModel) {
      this.agentModel = requireNonNull(agentModel, "agentModel");
      return this;
    }

    /** Allows that the model judges its own answers. */
    public Builder sameJudge() {
      this.isSameAllowed = true;
      return this;
    }

    /**
     * Creates the judge.
     *
     * @throws IllegalArgumentException if the judge is the model that answered, and {@link
     *     #sameJudge} was not called
     * @throws dev.arag.core.error.CorpusException if the file of verdicts cannot be read
     */
    public Judge build() {
      Judge judge = new Judge(this);
      if (agentModel != null && judge.refuses(agentModel)) {
        throw new IllegalArgumentException(
            "The judge is the model that answered: "
                + modelName
                + ". Use another model, or call sameJudge() to let it judge its own answers.");
      }
      return judge;
    }
  }
}
