/** Simple rules for the text of model replies and prompts. */
@NullMarked
package dev.arag.agent.internal.text;

import org.jspecify.annotations.NullMarked;
