/**
 * The measurements of docs/performance.md that compare searches with controls, with other libraries
 * and with themselves at other sizes. Compiled in the profile {@code bench} only, never packed.
 * They report times and ratios without limits.
 */
package dev.arag.examples.bench;
