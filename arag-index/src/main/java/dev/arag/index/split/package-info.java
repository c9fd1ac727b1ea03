/**
 * Documents into chunks of whole sentences. {@link dev.arag.index.split.Splitter} is the door. The
 * text is only cut, never changed: the chunks of a document joined give its text back. Nothing here
 * reads files or embeds.
 */
@NullMarked
package dev.arag.index.split;

import org.jspecify.annotations.NullMarked;
