/** Escapes untrusted text for pages and terminals. */
@NullMarked
package dev.arag.agent.internal.markup;

import org.jspecify.annotations.NullMarked;
