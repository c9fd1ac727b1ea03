package dev.arag.evaluation.judge;

/**
 * What a judge did so far.
 *
 * @param calls the number of model calls, including failed calls
 * @param cached the number of verdicts that were already known
 * @param correct the number of answers judged correct
 * @param wrong the number of answers judged wrong
 * @param errors the number of answers without a verdict
 */
public record JudgeCounts(long calls, long cached, long correct, long wrong, long errors) {}
