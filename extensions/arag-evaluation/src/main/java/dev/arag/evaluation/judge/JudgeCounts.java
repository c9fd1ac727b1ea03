package dev.arag.evaluation.judge;

/**
 * The numbers of calls and verdicts of a judge so far.
 *
 * @param calls the number of model calls, including failed calls
 * @param cached the number of verdicts that needed no call, because an equal answer was judged
 *     before
 * @param correct the number of answers judged correct
 * @param wrong the number of answers judged wrong
 * @param errors the number of answers without a verdict
 */
public record JudgeCounts(long calls, long cached, long correct, long wrong, long errors) {}
