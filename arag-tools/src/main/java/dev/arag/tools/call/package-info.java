/**
 * Tool calls, their arguments and results, custom tools, and what one conversation was shown. This
 * package does not run tools and does not read a corpus.
 */
@NullMarked
package dev.arag.tools.call;

import org.jspecify.annotations.NullMarked;
