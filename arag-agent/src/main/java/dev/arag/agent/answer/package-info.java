/**
 * Answers, the exceptions for questions without an answer, and the rendering of answers as text and
 * JSON.
 */
@NullMarked
package dev.arag.agent.answer;

import org.jspecify.annotations.NullMarked;
