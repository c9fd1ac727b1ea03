/** Hash functions of the JDK without their checked exceptions. */
@NullMarked
package dev.arag.core.internal.hash;

import org.jspecify.annotations.NullMarked;
