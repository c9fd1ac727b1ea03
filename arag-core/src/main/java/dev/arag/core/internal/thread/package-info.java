/** Platform threads for calls that may block or compute. */
@NullMarked
package dev.arag.core.internal.thread;

import org.jspecify.annotations.NullMarked;
