package dev.arag.evaluation.data;

import java.util.EnumSet;
import java.util.Set;

/** A value that is measured for each question. {@code docs/guide/metrics.md} defines them. */
public enum Metric {
  CONTAIN_SHORT("containShort", Direction.HIGHER),
  CONTAIN_TEXT("containText", Direction.HIGHER),
  EXACT("exact", Direction.HIGHER),
  F1("f1", Direction.HIGHER),
  LLM_ACC("llmAcc", Direction.HIGHER),
  ANSWER_TOKENS("answerTokens", Direction.NONE),
  RETRIEVED_TOKENS("retrievedTokens", Direction.LOWER),
  MODEL_CALLS("modelCalls", Direction.LOWER),
  PROMPT_TOKENS("promptTokens", Direction.LOWER),
  CACHED_PROMPT_TOKENS("cachedPromptTokens", Direction.NONE),
  OUTPUT_TOKENS("outputTokens", Direction.LOWER),
  TURNS("turns", Direction.LOWER),
  TOOL_CALLS("toolCalls", Direction.LOWER),
  COST("cost", Direction.LOWER),
  SUPPORTED_CITATIONS("supportedCitations", Direction.HIGHER),
  VERBATIM("verbatim", Direction.HIGHER),
  FABRICATED("fabricated", Direction.LOWER),
  CITATION_PRECISION("citationPrecision", Direction.HIGHER),
  CITATION_RECALL("citationRecall", Direction.HIGHER),
  CHUNK_RECALL("chunkRecall", Direction.HIGHER),
  CHUNK_PRECISION("chunkPrecision", Direction.HIGHER),
  CHUNK_READ_RECALL("chunkReadRecall", Direction.HIGHER),
  CHUNK_READ_PRECISION("chunkReadPrecision", Direction.HIGHER),
  SECTION_RECALL("sectionRecall", Direction.HIGHER),
  SECTION_PRECISION("sectionPrecision", Direction.HIGHER),
  SECTION_READ_RECALL("sectionReadRecall", Direction.HIGHER),
  SECTION_READ_PRECISION("sectionReadPrecision", Direction.HIGHER),
  ALL_SUPPORT_FOUND("allSupportFound", Direction.HIGHER),
  NDCG("ndcg", Direction.HIGHER),
  FIRST_HIT_TURN("firstHitTurn", Direction.LOWER),
  ABSTENTION("abstention", Direction.HIGHER);

  /** Which values of a metric are better. */
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

  /** Whether the values are shares, 0 to 1. The other metrics count something. */
  public boolean isShare() {
    return !COUNTS.contains(this);
  }

  /** Whether an unanswered question counts as 0. */
  public boolean isAccuracy() {
    return this == CONTAIN_SHORT
        || this == CONTAIN_TEXT
        || this == EXACT
        || this == F1
        || this == LLM_ACC;
  }
}
