package dev.arag.campaigns.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws a log-log line plot in SVG. */
final class LogLogPlot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 460;
  private static final int LEFT = 80;
  private static final int RIGHT = 48;
  private static final int TOP = 24;
  private static final int BOTTOM = 64;
  private static final List<String> COLOURS = List.of("#1b4f9c", "#b5451b", "#2c7a3f", "#6b3fa0");

  private final String across;
  private final String up;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param across label of the horizontal axis
   * @param up label of the vertical axis
   */
  LogLogPlot(String across, String up) {
    this.across = across;
    this.up = up;
  }

  private record Point(double x, Rounds.Spread y) {}

  /** A line through points that are given from left to right. */
  static final class Line {
    private final String name;
    private final List<Point> points = new ArrayList<>();

    private Line(String name) {
      this.name = name;
    }

    void add(double x, Rounds.Spread y) {
      points.add(new Point(x, y));
    }
  }

  /** An axis that covers all data points. It starts and ends at a power of ten. */
  private record Axis(int low, int high, double start, double length) {
    static Axis around(double least, double most, double start, double length) {
      int low = (int) Math.floor(Math.log10(least));
      int high = Math.max(low + 1, (int) Math.ceil(Math.log10(most)));
      return new Axis(low, high, start, length);
    }

    double at(double value) {
      return start + length * (Math.log10(value) - low) / (high - low);
    }
  }

  Line line(String name) {
    Line line = new Line(name);
    lines.add(line);
    return line;
  }

  String svg() {
    Axis x = Axis.around(least(Point::x), most(Point::x), LEFT, (double) WIDTH - LEFT - RIGHT);
    Axis y =
        Axis.around(
            least(point -> point.y().least()),
            most(point -> point.y().most()),
            (double) HEIGHT - BOTTOM,
            -(double) (HEIGHT - TOP - BOTTOM));
    StringBuilder svg = new StringBuilder();
    svg.append(
        format(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d'"
                + " font-family='sans-serif' font-size='14' fill='#222'>%n"
                + "<rect width='%d' height='%d' fill='white'/>%n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT));
    addGrid(svg, x, y);
    for (int i = 0; i < lines.size(); i++) {
      addLine(svg, lines.get(i), colour(i), x, y);
    }
    addNames(svg);
    return svg.append("</svg>\n").toString();
  }

  private double least(ToDoubleFunction<Point> of) {
    return lines.stream().flatMap(line -> line.points.stream()).mapToDouble(of).min().orElse(1);
  }

  private double most(ToDoubleFunction<Point> of) {
    return lines.stream().flatMap(line -> line.points.stream()).mapToDouble(of).max().orElse(10);
  }

  private void addGrid(StringBuilder svg, Axis x, Axis y) {
    for (int power = x.low(); power <= x.high(); power++) {
      double at = x.at(Math.pow(10, power));
      svg.append(grid(at, y.at(Math.pow(10, y.low())), at, y.at(Math.pow(10, y.high()))));
      svg.append(text(at, HEIGHT - BOTTOM + 22, "middle", label(power)));
    }
    for (int power = y.low(); power <= y.high(); power++) {
      double at = y.at(Math.pow(10, power));
      svg.append(grid(x.at(Math.pow(10, x.low())), at, x.at(Math.pow(10, x.high())), at));
      svg.append(text(LEFT - 10, at + 5, "end", label(power)));
    }
    svg.append(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", across));
    svg.append(
        format(
            "<text transform='translate(20 %.1f) rotate(-90)' text-anchor='middle'>%s</text>%n",
            (TOP + HEIGHT - BOTTOM) / 2.0, up));
  }

  private static String grid(double x1, double y1, double x2, double y2) {
    return format("<path d='M%.1f %.1fL%.1f %.1f' stroke='#ccc'/>%n", x1, y1, x2, y2);
  }

  private static String text(double x, double y, String anchor, String text) {
    return format("<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>%n", x, y, anchor, text);
  }

  private static String label(int power) {
    return power < 0
        ? format("%." + -power + "f", Math.pow(10, power))
        : format("%,.0f", Math.pow(10, power));
  }

  /** Draws the line and, at each point, a bar from the minimum to the maximum. */
  private static void addLine(StringBuilder svg, Line line, String colour, Axis x, Axis y) {
    String path =
        line.points.stream()
            .map(point -> format("%.1f %.1f", x.at(point.x()), y.at(point.y().median())))
            .collect(Collectors.joining("L", "M", ""));
    svg.append(format("<path d='%s' fill='none' stroke='%s' stroke-width='2'/>%n", path, colour));
    for (Point point : line.points) {
      double at = x.at(point.x());
      svg.append(
          format(
              "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s'/>%n",
              at, y.at(point.y().least()), at, y.at(point.y().most()), colour));
      svg.append(
          format(
              "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>%n",
              at, y.at(point.y().median()), colour));
    }
  }

  /** Draws the legend in the upper left corner, because rising lines do not cross that corner. */
  private void addNames(StringBuilder svg) {
    for (int i = 0; i < lines.size(); i++) {
      int y = TOP + 24 + 24 * i;
      svg.append(
          format("<path d='M%d %dh28' stroke='%s' stroke-width='2'/>%n", LEFT + 16, y, colour(i)));
      svg.append(text(LEFT + 52, y + 5, "start", lines.get(i).name));
    }
  }

  private static String colour(int line) {
    return COLOURS.get(line % COLOURS.size());
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
