/**
 * Messages, replies and failures of an LLM, and a scripted model for tests. This package never
 * sends a request.
 */
@NullMarked
package dev.arag.agent.model;

import org.jspecify.annotations.NullMarked;
