/**
 * Adapters between this library and Spring AI 2: its chat models, chat clients, tools and document
 * retrievers. An adapter never closes the object that it wraps.
 */
@NullMarked
package dev.arag.spring.ai;

import org.jspecify.annotations.NullMarked;
