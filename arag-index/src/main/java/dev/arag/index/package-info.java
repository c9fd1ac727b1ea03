/**
 * The door: a directory that is kept in step with its sources and searched. It conducts the rooms
 * behind it, and holds neither a file format, a formula nor a model of its own.
 */
@NullMarked
package dev.arag.index;

import org.jspecify.annotations.NullMarked;
