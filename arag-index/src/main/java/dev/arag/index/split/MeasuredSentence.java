package dev.arag.index.split;

import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A sentence with its length in tokens, from which chunks are packed.
 *
 * @param path the titles of its sections; for a heading line including its own
 * @param tokens its length in tokens
 */
record MeasuredSentence(Sentence sentence, List<String> path, int tokens) {}
