/**
 * Configures an index and an agent for Spring Boot applications, from the properties with the
 * prefix {@code arag}. Without the property {@code arag.index}, this package adds no bean. It never
 * adds a bean of a type that LangChain4j's Spring Boot starter wires by itself, unless a property
 * asks for it.
 */
@NullMarked
package dev.arag.spring;

import org.jspecify.annotations.NullMarked;
