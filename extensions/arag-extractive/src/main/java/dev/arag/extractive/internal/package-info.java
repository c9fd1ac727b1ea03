/**
 * The rules of the rule-based model: parses the messages of a request, links the sentences of tool
 * results, and selects the next tool call or writes the answer. This package never keeps state
 * between requests.
 */
@NullMarked
package dev.arag.extractive.internal;

import org.jspecify.annotations.NullMarked;
