/**
 * The interface of strategies that answer a question, and the strategy of the A-RAG paper. A
 * strategy returns text. It never counts the used budget, enforces limits or checks citations.
 */
@NullMarked
package dev.arag.agent.strategy;

import org.jspecify.annotations.NullMarked;
