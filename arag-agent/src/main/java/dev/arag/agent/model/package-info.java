/** Messages, replies and failures of an LLM. This package never sends a request. */
@NullMarked
package dev.arag.agent.model;

import org.jspecify.annotations.NullMarked;
