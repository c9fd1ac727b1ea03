/**
 * What a model extracts from the chunks of an index, and the strategies that use it. The facts are
 * stored beside the index. This package extracts nothing without a limit or a call of the
 * application.
 */
@NullMarked
package dev.arag.knowledge;

import org.jspecify.annotations.NullMarked;
