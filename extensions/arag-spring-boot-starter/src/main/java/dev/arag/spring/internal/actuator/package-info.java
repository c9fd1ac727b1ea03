/**
 * The health, the endpoint and the protection of the API key in Spring Boot Actuator. This package
 * never changes the index.
 */
@NullMarked
package dev.arag.spring.internal.actuator;

import org.jspecify.annotations.NullMarked;
