/**
 * Documents, and the chunks and sentences they are cut into, as immutable values. Texts are never
 * changed here, and nothing here cuts them: that is the splitter's work.
 */
@NullMarked
package dev.arag.core.text;

import org.jspecify.annotations.NullMarked;
