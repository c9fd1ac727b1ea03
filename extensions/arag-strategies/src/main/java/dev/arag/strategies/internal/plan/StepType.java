package dev.arag.strategies.internal.plan;

/** What a step of a plan does. */
enum StepType {
  /** Finds a fact in the documents. */
  SEARCH,
  /** Compares, counts or combines the answers of earlier steps. */
  AGGREGATE
}
