/**
 * What Spring Boot prints if the application cannot start because of this library. This package
 * never prints the value of a property.
 */
@NullMarked
package dev.arag.spring.internal.failure;

import org.jspecify.annotations.NullMarked;
