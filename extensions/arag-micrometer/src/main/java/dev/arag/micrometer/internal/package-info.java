/** Records the meters of one run. This package never creates or closes a registry. */
@NullMarked
package dev.arag.micrometer.internal;

import org.jspecify.annotations.NullMarked;
