/** What lies behind an exception. */
@NullMarked
package dev.arag.index.internal.failure;

import org.jspecify.annotations.NullMarked;
