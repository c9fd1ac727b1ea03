package dev.arag.evaluation.data;

import java.util.Optional;
import java.util.stream.Stream;

/** A value that is measured for each question. {@code docs/evaluation-guide.md} defines them. */
public enum Metric {
  CONTAIN_SHORT("containShort", Direction.HIGHER, true),
  CONTAIN_TEXT("containText", Direction.HIGHER, true),
  EXACT("exact", Direction.HIGHER, true),
  F1("f1", Direction.HIGHER, false),
  LLM_ACC("llmAcc", Direction.HIGHER, true),
  ANSWER_TOKENS("answerTokens", Direction.NONE, false),
  RETRIEVED_TOKENS("retrievedTokens", Direction.LOWER, false),
  MODEL_CALLS("modelCalls", Direction.LOWER, false),
  PROMPT_TOKENS("promptTokens", Direction.LOWER, false),
  CACHED_PROMPT_TOKENS("cachedPromptTokens", Direction.NONE, false),
  OUTPUT_TOKENS("outputTokens", Direction.LOWER, false),
  TURNS("turns", Direction.LOWER, false),
  TOOL_CALLS("toolCalls", Direction.LOWER, false),
  COST("cost", Direction.LOWER, false),
  SUPPORTED_CITATIONS("supportedCitations", Direction.HIGHER, false),
  VERBATIM("verbatim", Direction.HIGHER, false),
  FABRICATED("fabricated", Direction.LOWER, false),
  CITATION_PRECISION("citationPrecision", Direction.HIGHER, false),
  CITATION_RECALL("citationRecall", Direction.HIGHER, false),
  CHUNK_RECALL("chunkRecall", Direction.HIGHER, false),
  CHUNK_PRECISION("chunkPrecision", Direction.HIGHER, false),
  CHUNK_READ_RECALL("chunkReadRecall", Direction.HIGHER, false),
  CHUNK_READ_PRECISION("chunkReadPrecision", Direction.HIGHER, false),
  SECTION_RECALL("sectionRecall", Direction.HIGHER, false),
  SECTION_PRECISION("sectionPrecision", Direction.HIGHER, false),
  SECTION_READ_RECALL("sectionReadRecall", Direction.HIGHER, false),
  SECTION_READ_PRECISION("sectionReadPrecision", Direction.HIGHER, false),
  ALL_SUPPORT_FOUND("allSupportFound", Direction.HIGHER, true),
  NDCG("ndcg", Direction.HIGHER, false),
  FIRST_HIT_TURN("firstHitTurn", Direction.LOWER, false),
  ABSTENTION("abstention", Direction.HIGHER, true);

  /** Which values of a metric are better. */
  public enum Direction {
    HIGHER,
    LOWER,
    NONE
  }

  private final String wireName;
  private final Direction direction;
  private final boolean isBinary;

  Metric(String wireName, Direction direction, boolean isBinary) {
    this.wireName = wireName;
    this.direction = direction;
    this.isBinary = isBinary;
  }

  /** The name of the metric in {@code summary.json}. */
  public String wireName() {
    return wireName;
  }

  /** Which values are better. */
  public Direction direction() {
    return direction;
  }

  /** Whether the value of one run is 0 or 1. */
  public boolean isBinary() {
    return isBinary;
  }

  /** Whether an unanswered question counts as 0. */
  public boolean isAccuracy() {
    return this == CONTAIN_SHORT
        || this == CONTAIN_TEXT
        || this == EXACT
        || this == F1
        || this == LLM_ACC;
  }

  /** Finds a metric by its name in {@code summary.json}. */
  public static Optional<Metric> ofWireName(String name) {
    return Stream.of(values()).filter(metric -> metric.wireName.equals(name)).findFirst();
  }
}
