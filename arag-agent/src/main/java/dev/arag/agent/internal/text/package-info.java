/** Simple rules for texts: sentences of replies, and number words. */
@NullMarked
package dev.arag.agent.internal.text;

import org.jspecify.annotations.NullMarked;
