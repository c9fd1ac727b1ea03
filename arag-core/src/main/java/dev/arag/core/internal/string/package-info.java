/**
 * Small operations on text that several modules need. This package never asks what a character
 * means; {@code internal.fold} does.
 */
@NullMarked
package dev.arag.core.internal.string;

import org.jspecify.annotations.NullMarked;
