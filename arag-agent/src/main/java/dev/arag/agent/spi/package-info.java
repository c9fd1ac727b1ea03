/**
 * For authors of strategies, profiles and chat models. A strategy returns text. It never counts the
 * used budget, enforces limits or checks citations.
 */
@NullMarked
package dev.arag.agent.spi;

import org.jspecify.annotations.NullMarked;
