package dev.arag.evaluation.data;

import java.util.EnumSet;
import java.util.Set;

/** A value that is measured for each question. {@code docs/guide/metrics.md} defines them. */
public enum Metric {
  /** 1 if the short answer contains a gold answer as whole words; the main metric. */
  CONTAIN_SHORT("containShort", Direction.HIGHER),
  /** 1 if the whole answer contains the first gold answer. */
  CONTAIN_TEXT("containText", Direction.HIGHER),
  /** 1 if the short answer equals a gold answer, both normalized. */
  EXACT("exact", Direction.HIGHER),
  /** The F1 of the words that the short answer shares with the most similar gold answer. */
  F1("f1", Direction.HIGHER),
  /** 1 if the judge, an LLM, says that the answer is correct. */
  LLM_ACC("llmAcc", Direction.HIGHER),
  /** The length of the whole answer in o200k tokens. */
  ANSWER_TOKENS("answerTokens", Direction.NONE),
  /** The o200k tokens of corpus text that the model was shown, repetitions included. */
  RETRIEVED_TOKENS("retrievedTokens", Direction.LOWER),
  /** The requests to the models of all roles. */
  MODEL_CALLS("modelCalls", Direction.LOWER),
  /** The input tokens of all requests. */
  PROMPT_TOKENS("promptTokens", Direction.LOWER),
  /** The part of {@link #PROMPT_TOKENS} that the server had cached. */
  CACHED_PROMPT_TOKENS("cachedPromptTokens", Direction.NONE),
  /** The output tokens of all replies. */
  OUTPUT_TOKENS("outputTokens", Direction.LOWER),
  /** The requests to the main model. */
  TURNS("turns", Direction.LOWER),
  /** The tool calls, including rejected ones. */
  TOOL_CALLS("toolCalls", Direction.LOWER),
  /** The cost of all model calls, in the currency of the prices. */
  COST("cost", Direction.LOWER),
  /** The share of the citations with the verdict SUPPORTED. */
  SUPPORTED_CITATIONS("supportedCitations", Direction.HIGHER),
  /** The share of the citations with the verdict SUPPORTED or MISATTRIBUTED. */
  VERBATIM("verbatim", Direction.HIGHER),
  /** The share of the citations with the verdict FABRICATED or NOT_SHOWN. */
  FABRICATED("fabricated", Direction.LOWER),
  /** The share of the cited chunks that are gold chunks (chunks that contain the answer). */
  CITATION_PRECISION("citationPrecision", Direction.HIGHER),
  /** The share of the gold chunks that the answer cites. */
  CITATION_RECALL("citationRecall", Direction.HIGHER),
  /** The share of the gold chunks that the model was shown. */
  CHUNK_RECALL("chunkRecall", Direction.HIGHER),
  /** The share of the shown chunks that are gold chunks. */
  CHUNK_PRECISION("chunkPrecision", Direction.HIGHER),
  /** As {@link #CHUNK_RECALL}, for text that the model read: whole sections, not only snippets. */
  CHUNK_READ_RECALL("chunkReadRecall", Direction.HIGHER),
  /** As {@link #CHUNK_PRECISION}, for text that the model read. */
  CHUNK_READ_PRECISION("chunkReadPrecision", Direction.HIGHER),
  /** The share of the gold paragraphs that the shown text contains, at least in part. */
  SECTION_RECALL("sectionRecall", Direction.HIGHER),
  /** The share of the shown sections that contain a gold paragraph, at least in part. */
  SECTION_PRECISION("sectionPrecision", Direction.HIGHER),
  /** As {@link #SECTION_RECALL}, for text that the model read. */
  SECTION_READ_RECALL("sectionReadRecall", Direction.HIGHER),
  /** As {@link #SECTION_PRECISION}, for text that the model read. */
  SECTION_READ_PRECISION("sectionReadPrecision", Direction.HIGHER),
  /** 1 if the model was shown every gold chunk. */
  ALL_SUPPORT_FOUND("allSupportFound", Direction.HIGHER),
  /** The nDCG of the chunks, in the order in which the model was first shown them. */
  NDCG("ndcg", Direction.HIGHER),
  /** The number of the model call whose tool calls first showed a gold chunk, from 1. */
  FIRST_HIT_TURN("firstHitTurn", Direction.LOWER),
  /** 1 if the model reported NOT FOUND; only for runs whose gold chunks were hidden. */
  ABSTENTION("abstention", Direction.HIGHER);

  /** Whether high or low values of a metric are better. */
  public enum Direction {
    HIGHER,
    LOWER,
    NONE
  }

  private static final Set<Metric> COUNTS =
      EnumSet.of(
          ANSWER_TOKENS,
          RETRIEVED_TOKENS,
          MODEL_CALLS,
          PROMPT_TOKENS,
          CACHED_PROMPT_TOKENS,
          OUTPUT_TOKENS,
          TURNS,
          TOOL_CALLS,
          COST,
          FIRST_HIT_TURN);

  private final String wireName;
  private final Direction direction;

  Metric(String wireName, Direction direction) {
    this.wireName = wireName;
    this.direction = direction;
  }

  /** The name of the metric in {@code summary.json}. */
  public String wireName() {
    return wireName;
  }

  /** Which values are better. */
  public Direction direction() {
    return direction;
  }

  /** Whether the values are from 0 to 1. The other metrics are counts or costs. */
  public boolean isShare() {
    return !COUNTS.contains(this);
  }

  /**
   * Whether this metric measures whether the answer is right. An unanswered question then counts as
   * 0.
   */
  public boolean isAccuracy() {
    return this == CONTAIN_SHORT
        || this == CONTAIN_TEXT
        || this == EXACT
        || this == F1
        || this == LLM_ACC;
  }
}
