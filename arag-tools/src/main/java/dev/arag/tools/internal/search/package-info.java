/**
 * The tools that search, and the text of their hits. This package does not decide which calls are
 * valid.
 */
@NullMarked
package dev.arag.tools.internal.search;

import org.jspecify.annotations.NullMarked;
