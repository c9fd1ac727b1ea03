package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The places of the text of a document on one page: a box for each line, and the left and the right
 * edge of each word in it. Coordinates are in points (1/72 inch) from the top left corner of the
 * page as it is displayed; the boxes are rounded outwards to 1/20 point. A line of a page is a run
 * of words that follow each other in the text; a word may be a part of a word of the text, such as
 * the start of a word that is divided at the end of a line. Immutable.
 */
public final class PageLayout {
  private static final int UNITS_PER_POINT = 20;
  private static final int MAX_POINTS = 1_000_000;
  private static final int MAX_UNITS = MAX_POINTS * UNITS_PER_POINT;

  // What is added before a number of units is rounded, to round it to the nearest, down or up.
  private static final double NEAREST = 0;
  private static final double DOWN = -0.499_999;
  private static final double UP = 0.499_999;

  /** The number of values before the words: page, width and height. */
  private static final int HEAD = 3;

  private final int[] values;
  private final int offset;
  private final int end;

  private PageLayout(Builder builder) {
    values = Arrays.copyOf(builder.values, builder.size);
    offset = builder.offset;
    end = builder.end;
  }

  /**
   * Returns a builder.
   *
   * @param page the page number, at least 1
   * @param width the width of the page as it is displayed, in points
   * @param height the height of the page as it is displayed, in points
   */
  public static Builder builder(int page, double width, double height) {
    return new Builder(page, units("width", width, NEAREST), units("height", height, NEAREST));
  }

  /**
   * Returns the layout with the given {@link #values()}.
   *
   * @throws IllegalArgumentException if no layout has these values
   */
  public static PageLayout of(int[] values) {
    requireNonNull(values, "values");
    if (values.length < HEAD) {
      throw new IllegalArgumentException("A layout has too few values: " + values.length);
    }
    Builder builder = new Builder(values[0], values[1], values[2]);
    for (Words words = new Words(values); words.next(); ) {
      if (words.startsLine) {
        builder.startLine(words.top, words.bottom);
      }
      builder.add(words.start, words.end, words.left, words.right);
    }
    return builder.build();
  }

  /**
   * The offset of the first word in the text of the document, in UTF-16 units; 0 if there is none.
   */
  public int offset() {
    return offset;
  }

  /** The offset after the last word; 0 if there is no word. */
  public int end() {
    return end;
  }

  /**
   * This layout as numbers, for stores. The numbers are the page and its width and height; then for
   * each word the distance from the end of the previous word, doubled, plus 1 if the word starts a
   * line, in which case the distance of its upper edge from that of the previous line and its
   * height follow; the length of the word; the distance of its left edge from the right edge of the
   * previous word; its width. Distances and lengths in the text are in UTF-16 units, the others in
   * 1/20 point. The first word is measured from 0.
   */
  public int[] values() {
    return values.clone();
  }

  /**
   * Returns the rectangles around the words that a range of the text contains or cuts, one for each
   * line: from the first to the last of these words, as high as the line.
   *
   * @param from the offset of the first character in the text of the document, in UTF-16 units
   * @param to the offset after the last character
   * @return the rectangles in text order; empty if the page has no word of the range
   */
  public List<Region> regions(int from, int to) {
    List<Region> regions = new ArrayList<>();
    Words words = new Words(values);
    Box box = null;
    while (from < to && words.next() && words.start < to) {
      if (words.startsLine && box != null) {
        regions.add(region(box));
        box = null;
      }
      if (words.end > from) {
        box =
            new Box(
                box == null ? words.left : Math.min(box.left, words.left),
                words.top,
                box == null ? words.right : Math.max(box.right, words.right),
                words.bottom);
      }
    }
    if (box != null) {
      regions.add(region(box));
    }
    return regions;
  }

  private record Box(int left, int top, int right, int bottom) {}

  private Region region(Box box) {
    return new Region(
        values[0],
        points(box.left),
        points(box.top),
        points(box.right - box.left),
        points(box.bottom - box.top),
        points(values[1]),
        points(values[2]));
  }

  private static double points(int units) {
    return units / (double) UNITS_PER_POINT;
  }

  private static int units(String name, double points, double rounding) {
    if (!(Math.abs(points) <= MAX_POINTS)) {
      throw new IllegalArgumentException(
          name + " must be at most " + MAX_POINTS + " points, was " + points);
    }
    return (int) Math.round(points * UNITS_PER_POINT + rounding);
  }

  /** Reads the words of a layout one after the other. */
  private static final class Words {
    private final int[] values;
    private int at = HEAD;
    private boolean startsLine;
    private int top;
    private int bottom;
    private int start;
    private int end;
    private int left;
    private int right;

    Words(int[] values) {
      this.values = values;
    }

    /** Moves to the next word. Returns false if there is none. */
    boolean next() {
      if (at == values.length) {
        return false;
      }
      int gap = read();
      startsLine = (gap & 1) == 1;
      if (startsLine) {
        top += read();
        bottom = top + read();
      }
      start = end + (gap >> 1);
      end = start + read();
      left = right + read();
      right = left + read();
      return true;
    }

    private int read() {
      if (at == values.length) {
        throw new IllegalArgumentException("The last word of a layout is incomplete.");
      }
      return values[at++];
    }
  }

  /** Builds a layout. Lines and words must be added in the order of the text. */
  public static final class Builder {
    private int[] values = new int[256];
    private int size;
    private int offset;
    private int top;
    private int right;
    private int end;
    private int nextTop;
    private int nextBottom;
    private boolean startsLine;

    private Builder(int page, int width, int height) {
      if (page < 1 || width < 0 || height < 0) {
        throw new IllegalArgumentException(
            "page must be >= 1, width and height >= 0; was " + page + ", " + width + ", " + height);
      }
      put(page);
      put(width);
      put(height);
    }

    /**
     * Starts a line, to which the next words belong. A line without words is left out.
     *
     * @param top the distance of its upper edge from the upper edge of the page, in points
     * @param bottom the distance of its lower edge from the upper edge of the page, in points; at
     *     least {@code top}
     */
    public Builder line(double top, double bottom) {
      return startLine(units("top", top, DOWN), units("bottom", bottom, UP));
    }

    private Builder startLine(int top, int bottom) {
      requireOrder("top", top, "bottom", bottom);
      nextTop = top;
      nextBottom = bottom;
      startsLine = true;
      return this;
    }

    /**
     * Adds a word to the current line.
     *
     * @param start its offset in the text, in UTF-16 units; at least the end of the previous word
     * @param end the offset after its last character; greater than {@code start}
     * @param left the distance of its left edge from the left edge of the page, in points
     * @param right the distance of its right edge from the left edge of the page, in points; at
     *     least {@code left}
     */
    public Builder word(int start, int end, double left, double right) {
      return add(start, end, units("left", left, DOWN), units("right", right, UP));
    }

    private Builder add(int start, int end, int left, int right) {
      if (size == HEAD && !startsLine) {
        throw new IllegalArgumentException("A word must be on a line.");
      }
      if (start < this.end || end <= start) {
        throw new IllegalArgumentException(
            "start must be >= " + this.end + " and < end, was " + start + ", end " + end);
      }
      requireOrder("left", left, "right", right);
      offset = size == HEAD ? start : offset;
      put(Math.multiplyExact(2, start - this.end) + (startsLine ? 1 : 0));
      if (startsLine) {
        put(nextTop - top);
        put(nextBottom - nextTop);
        top = nextTop;
        startsLine = false;
      }
      put(end - start);
      put(left - this.right);
      put(right - left);
      this.end = end;
      this.right = right;
      return this;
    }

    private static void requireOrder(String lowName, int low, String highName, int high) {
      if (low > high || low < -MAX_UNITS || high > MAX_UNITS) {
        throw new IllegalArgumentException(
            lowName + " must be <= " + highName + ", was " + points(low) + " and " + points(high));
      }
    }

    private void put(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    public PageLayout build() {
      return new PageLayout(this);
    }
  }
}
