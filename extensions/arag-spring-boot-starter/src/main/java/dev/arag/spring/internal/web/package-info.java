/**
 * The HTTP responses for failures of the agent, in Spring MVC and in WebFlux. This package never
 * handles an exception of another library.
 */
@NullMarked
package dev.arag.spring.internal.web;

import org.jspecify.annotations.NullMarked;
