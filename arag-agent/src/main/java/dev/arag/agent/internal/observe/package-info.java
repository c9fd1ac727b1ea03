/**
 * Delivery of run events to listeners, subscribers and the log. Observers never affect the answer.
 */
@NullMarked
package dev.arag.agent.internal.observe;

import org.jspecify.annotations.NullMarked;
