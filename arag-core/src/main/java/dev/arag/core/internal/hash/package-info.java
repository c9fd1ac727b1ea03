/** Provides hash functions of the JDK without checked exceptions. */
@NullMarked
package dev.arag.core.internal.hash;

import org.jspecify.annotations.NullMarked;
