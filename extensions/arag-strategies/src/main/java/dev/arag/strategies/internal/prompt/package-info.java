/** The prompts of the strategies, which are resource files. */
@NullMarked
package dev.arag.strategies.internal.prompt;

import org.jspecify.annotations.NullMarked;
