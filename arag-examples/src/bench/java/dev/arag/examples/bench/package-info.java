/**
 * The measurements of docs/performance.md that compare searches with controls, with other libraries
 * and with themselves at other sizes. Compiled in the profile {@code bench} only, never packed.
 * They show times and ratios; nothing here passes or fails by a time.
 */
package dev.arag.examples.bench;
