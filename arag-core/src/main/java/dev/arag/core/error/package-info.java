/**
 * The exceptions callers may want to tell apart, all unchecked children of {@link
 * dev.arag.core.error.AragException}. Misuse of the API throws the JDK's own exceptions instead.
 */
@NullMarked
package dev.arag.core.error;

import org.jspecify.annotations.NullMarked;
