/**
 * The exceptions of this library. All of them are unchecked and extend {@link
 * dev.arag.core.error.AragException}. If a caller uses the API incorrectly, the library throws JDK
 * exceptions instead.
 */
@NullMarked
package dev.arag.core.error;

import org.jspecify.annotations.NullMarked;
