/** Notes that models took of corpus text: how prompts show them and the text that they quote. */
@NullMarked
package dev.arag.strategies.internal.note;

import org.jspecify.annotations.NullMarked;
