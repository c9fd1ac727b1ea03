/**
 * Citations of an answer. This package parses the citations and checks each one against the text
 * that the model was shown. It never calls a model or a tool.
 */
@NullMarked
package dev.arag.agent.citation;

import org.jspecify.annotations.NullMarked;
