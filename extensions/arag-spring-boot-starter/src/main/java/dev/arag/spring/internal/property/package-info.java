/**
 * The properties with the prefix {@code arag}: how they are bound, and what their values mean. This
 * package never prints an API key.
 */
@NullMarked
package dev.arag.spring.internal.property;

import org.jspecify.annotations.NullMarked;
