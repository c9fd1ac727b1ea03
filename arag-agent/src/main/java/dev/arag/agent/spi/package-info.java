/**
 * The types for authors of strategies, profiles and chat models. A strategy returns text. The run,
 * not the strategy, counts the used budget, enforces the limits and checks the citations.
 */
@NullMarked
package dev.arag.agent.spi;

import org.jspecify.annotations.NullMarked;
