/** The plan, the limits and the results of a job that extracts facts. */
@NullMarked
package dev.arag.knowledge.job;

import org.jspecify.annotations.NullMarked;
