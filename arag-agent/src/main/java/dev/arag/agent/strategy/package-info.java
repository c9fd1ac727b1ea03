/**
 * Strategies that answer a question: A-RAG's loop, and the interface for others. A strategy returns
 * text; it never counts, checks citations or decides that a budget has ended.
 */
@NullMarked
package dev.arag.agent.strategy;

import org.jspecify.annotations.NullMarked;
