/**
 * Streams the answers of an agent to web pages, in the format that the npm package {@code ai}
 * reads, renders trajectories as HTML, and protects servers on the loopback interface. This package
 * requires jackson-databind on the class path. It needs no web framework.
 */
@NullMarked
package dev.arag.web;

import org.jspecify.annotations.NullMarked;
