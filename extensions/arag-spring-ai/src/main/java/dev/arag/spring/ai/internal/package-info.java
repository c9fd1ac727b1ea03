/** Implementations of the adapters. No other module uses this package. */
@NullMarked
package dev.arag.spring.ai.internal;

import org.jspecify.annotations.NullMarked;
