/**
 * Messages, replies, and LangChain4j's {@code ChatModel} behind them. Sends what it is given and
 * says what came back; it never decides what to send, runs no tool, and keeps no history.
 */
@NullMarked
package dev.arag.agent.model;

import org.jspecify.annotations.NullMarked;
