/**
 * The exceptions of this library, all unchecked subclasses of {@link
 * dev.arag.core.error.AragException}. Incorrect use of the API throws JDK exceptions instead.
 */
@NullMarked
package dev.arag.core.error;

import org.jspecify.annotations.NullMarked;
