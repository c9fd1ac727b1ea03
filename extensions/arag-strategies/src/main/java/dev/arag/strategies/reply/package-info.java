/**
 * Reads values from the replies of models, for authors of strategies. Code in this package never
 * calls a model.
 */
@NullMarked
package dev.arag.strategies.reply;

import org.jspecify.annotations.NullMarked;
