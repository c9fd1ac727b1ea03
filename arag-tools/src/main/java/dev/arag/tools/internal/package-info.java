/**
 * What the tools and their LangChain4j room share: foreign text as a model may be shown it. No
 * compatibility is promised here.
 */
@NullMarked
package dev.arag.tools.internal;

import org.jspecify.annotations.NullMarked;
