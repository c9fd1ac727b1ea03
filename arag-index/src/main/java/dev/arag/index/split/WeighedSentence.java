package dev.arag.index.split;

import dev.arag.core.text.Sentence;
import java.util.List;

/**
 * A sentence and what it weighs: the unit chunks are packed from.
 *
 * @param path the section titles it stands under; a heading line's own included
 * @param tokens its length in tokens
 */
record WeighedSentence(Sentence sentence, List<String> path, int tokens) {}
