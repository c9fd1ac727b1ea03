/**
 * The entry point: {@link dev.arag.agent.Agent} answers questions from a corpus with an LLM, and
 * {@link dev.arag.agent.Answer} holds the text with its checked citations. The searches are chosen
 * by the {@linkplain dev.arag.agent.strategy.Strategy strategy}.
 */
@NullMarked
package dev.arag.agent;

import org.jspecify.annotations.NullMarked;
