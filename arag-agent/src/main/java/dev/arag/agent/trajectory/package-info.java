/**
 * The ordered record of one run: messages, replies, tool calls and observations. This package also
 * derives values from the record, such as the usage and the text shown. It never calls a model or a
 * tool.
 */
@NullMarked
package dev.arag.agent.trajectory;

import org.jspecify.annotations.NullMarked;
