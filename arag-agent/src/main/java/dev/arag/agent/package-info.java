/**
 * The entry point of this module: an {@link dev.arag.agent.Agent} uses an LLM to answer questions
 * about a corpus. An {@link dev.arag.agent.Answer} contains the text and its checked citations.
 * This package never decides which searches to run; the {@linkplain
 * dev.arag.agent.strategy.Strategy strategy} does.
 */
@NullMarked
package dev.arag.agent;

import org.jspecify.annotations.NullMarked;
