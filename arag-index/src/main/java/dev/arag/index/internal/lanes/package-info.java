/**
 * Products of rows of bytes with queries of floats, in the processor's vector registers, where the
 * process was started with {@code --add-modules jdk.incubator.vector}. The only room that knows
 * that module; its class that does is in {@code src/vectorapi}.
 */
@NullMarked
package dev.arag.index.internal.lanes;

import org.jspecify.annotations.NullMarked;
