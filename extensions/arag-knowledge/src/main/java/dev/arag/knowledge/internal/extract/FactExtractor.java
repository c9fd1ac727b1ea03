package dev.arag.knowledge.internal.extract;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.step.Usage;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Chunk;
import dev.arag.core.token.TokenCounter;
import dev.arag.knowledge.internal.store.Entry;
import dev.arag.knowledge.internal.store.Entry.State;
import dev.arag.knowledge.internal.store.Fact;
import dev.arag.knowledge.internal.store.StoredUsage;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a model for the facts of chunks.
 *
 * @param modelName the name of the model, which is a part of the key of the entries
 */
public record FactExtractor(String modelName) {
  /** The role of the model. */
  public static final String ROLE = "extractor";

  /** Raise this number if the same reply is read differently. */
  private static final String RULES = "1";

  private static final String PROMPT = Prompt.read(FactExtractor.class, "facts");
  private static final int KEY_CHARACTERS = 32;

  /** The tokens of the description of the form and of the marker lines. */
  private static final int FORM_TOKENS = 250;

  private static final int PROMPT_TOKENS = TokenCounter.o200k().count(PROMPT) + FORM_TOKENS;
  private static final String UNREADABLE = "unreadable";

  /** Returns the key of the entries: a hash of the task, its rules, the prompt and the model. */
  public String key() {
    String all = String.join("\u0000", Entry.TASK, RULES, PROMPT, modelName);
    return HexFormat.of().formatHex(Sha256.of(all)).substring(0, KEY_CHARACTERS);
  }

  /** Returns the input tokens of a request for a chunk. */
  public static int requestTokens(int chunkTokens) {
    return chunkTokens + PROMPT_TOKENS;
  }

  /**
   * Asks for the facts of one chunk. A reply that cannot be read is asked for once more.
   *
   * @param tries the number of earlier requests for this chunk
   * @throws ModelException if the run was cancelled, or if the failure does not depend on the chunk
   */
  public Entry extract(RunContext run, Chunk chunk, int tries) {
    if (!fits(run, chunk)) {
      return failed(State.FAILED, ModelException.Kind.CONTEXT_OVERFLOW, tries);
    }
    try {
      Optional<FactForm> reply = run.fill(FactForm.class, prompt(run, chunk));
      return reply.isPresent()
          ? entry(reply.get(), chunk, tries)
          : new Entry(key(), State.FAILED, UNREADABLE, tries + 1, StoredUsage.NONE, List.of());
    } catch (ModelException e) {
      return switch (e.kind()) {
        case REFUSAL -> failed(State.REFUSED, e.kind(), tries);
        case CONTEXT_OVERFLOW -> failed(State.FAILED, e.kind(), tries);
        default -> throw e;
      };
    }
  }

  private Entry failed(State state, ModelException.Kind kind, int tries) {
    String failure = kind.name().toLowerCase(Locale.ROOT);
    return new Entry(key(), state, failure, tries + 1, StoredUsage.NONE, List.of());
  }

  /**
   * Asks for the facts of several chunks at the same time, within the budget of a run.
   *
   * @return the entries of the chunks with a readable reply
   */
  public Map<Chunk, Entry> extractAll(RunContext run, List<Chunk> chunks) {
    RunContext extractor = run.as(ROLE);
    List<Chunk> fitting = chunks.stream().filter(each -> fits(extractor, each)).toList();
    List<String> prompts = new ArrayList<>();
    fitting.forEach(each -> prompts.add(prompt(run, each)));
    Map<Chunk, Entry> entries = new LinkedHashMap<>();
    List<Optional<FactForm>> replies = extractor.fillAll(FactForm.class, prompts);
    for (int i = 0; i < replies.size(); i++) {
      Chunk chunk = fitting.get(i);
      replies.get(i).ifPresent(each -> entries.put(chunk, entry(each, chunk, 0)));
    }
    return entries;
  }

  private static boolean fits(RunContext run, Chunk chunk) {
    return run.freeTokens(List.of(new Message.User(PROMPT))) >= chunk.tokens() + FORM_TOKENS;
  }

  private static String prompt(RunContext run, Chunk chunk) {
    return PROMPT.replace("{text}", run.show(List.of(chunk.id())).text());
  }

  private Entry entry(FactForm reply, Chunk chunk, int tries) {
    List<Fact> facts = FactReader.read(reply, chunk);
    Usage usage =
        StoredUsage.ofRequest(
            requestTokens(chunk.tokens()), TokenCounter.o200k().count(reply.toString()));
    return new Entry(
        key(), facts.isEmpty() ? State.EMPTY : State.DONE, "", tries + 1, usage, facts);
  }
}
