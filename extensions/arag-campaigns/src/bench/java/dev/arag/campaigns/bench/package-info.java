/**
 * The measurements of docs/measurements.md that compare searches with baseline programs, with other
 * libraries, and at different index sizes. They are compiled only in the Maven profile {@code
 * bench}. They report times and ratios, but no time or ratio makes them fail.
 */
package dev.arag.campaigns.bench;
