/**
 * Tool calls, their arguments and results, custom tools, and the tracker that records which text
 * was shown in a conversation. This package does not run tools and does not read a corpus.
 */
@NullMarked
package dev.arag.tools.call;

import org.jspecify.annotations.NullMarked;
