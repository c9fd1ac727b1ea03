/**
 * The entry point of this module: an {@link dev.arag.agent.Agent} uses an LLM to answer questions
 * about a corpus, by one of the {@link dev.arag.agent.Strategies}. An {@link
 * dev.arag.agent.answer.Answer} contains the text and its checked citations.
 */
@NullMarked
package dev.arag.agent;

import org.jspecify.annotations.NullMarked;
