/**
 * A record as a form that a model fills in: what it asks for, and how a reply is read. Asks no
 * model.
 */
@NullMarked
package dev.arag.agent.typed;

import org.jspecify.annotations.NullMarked;
