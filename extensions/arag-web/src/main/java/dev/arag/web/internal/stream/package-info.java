/**
 * The parts of a UI message stream: what is sent for the events of a run, and the JSON of it. This
 * package never starts a run and never writes to a client.
 */
@NullMarked
package dev.arag.web.internal.stream;

import org.jspecify.annotations.NullMarked;
