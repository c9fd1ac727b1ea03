/**
 * How a question is worked on: A-RAG's loop, and the port for others. A strategy returns text; it
 * never counts, checks citations or decides that a budget has ended.
 */
@NullMarked
package dev.arag.agent.strategy;

import org.jspecify.annotations.NullMarked;
