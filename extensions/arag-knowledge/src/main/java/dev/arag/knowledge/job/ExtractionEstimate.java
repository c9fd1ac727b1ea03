package dev.arag.knowledge.job;

import java.util.OptionalDouble;

/**
 * What a job would cost. For a job that makes summaries, the words mean the same as in {@link
 * ExtractionReport}, and 250 tokens are expected for a reply.
 *
 * @param chunks the number of chunks of the index
 * @param covered the number of chunks whose facts are known, or which state no facts
 * @param calls the number of chunks without facts; each needs one model call, and another one if
 *     the reply cannot be read
 * @param reused the number of chunks whose text had facts in another place of the index; they need
 *     no call
 * @param inputTokens the tokens of the requests, in o200k tokens
 * @param outputTokens the expected tokens of the replies: the mean of the replies so far, or 600
 *     for each chunk if there are fewer than 20
 * @param cost the expected cost; empty without prices
 */
public record ExtractionEstimate(
    int chunks,
    int covered,
    int calls,
    int reused,
    long inputTokens,
    long outputTokens,
    OptionalDouble cost) {}
