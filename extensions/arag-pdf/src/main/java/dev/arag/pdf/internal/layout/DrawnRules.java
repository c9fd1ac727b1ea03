package dev.arag.pdf.internal.layout;

import java.awt.geom.Point2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSNumber;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.state.PDGraphicsState;

/** Collects the rules of a page from its drawing operators. */
final class DrawnRules {
  /** Later parts of rules are ignored. */
  private static final int MAX_RULES = 20_000;

  /** Only the first lines of a path are used. */
  private static final int MAX_PATH = 1_000;

  /** The width of a filled rectangle that still counts as a rule, in points. */
  private static final float THIN = 3;

  /** Shorter rules are ignored, in points. */
  private static final float SHORTEST = 4;

  /** Two parts with a smaller distance are one rule, in points. */
  private static final float TOUCHING = 0.25f;

  /** Orders rules by their positions in steps of {@link #TOUCHING}, then along their lengths. */
  private static final Comparator<Rule> ALONG =
      Comparator.comparing(Rule::isHorizontal)
          .thenComparing(rule -> Math.round(position(rule) / TOUCHING))
          .thenComparing(rule -> rule.isHorizontal() ? rule.left() : rule.top());

  private record Segment(Point2D from, Point2D to) {}

  private record Rectangle(Point2D corner, Point2D opposite) {}

  private final PDRectangle area;
  private final int rotation;
  private final List<Rule> found = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final List<Rectangle> rectangles = new ArrayList<>();
  private Point2D start = new Point2D.Float();
  private Point2D current = start;

  DrawnRules(PDPage page) {
    area = page.getCropBox();
    rotation = page.getRotation();
  }

  float width() {
    return rotation % 180 == 0 ? area.getWidth() : area.getHeight();
  }

  float height() {
    return rotation % 180 == 0 ? area.getHeight() : area.getWidth();
  }

  /** Returns the rules. Some programs draw a rule in parts of a few points. */
  List<Rule> found() {
    List<Rule> rules = new ArrayList<>();
    for (Rule part : found.stream().sorted(ALONG).toList()) {
      Rule last = rules.isEmpty() ? part : rules.get(rules.size() - 1);
      if (!rules.isEmpty() && isContinued(last, part)) {
        rules.set(rules.size() - 1, joined(last, part));
      } else {
        rules.add(part);
      }
    }
    rules.removeIf(
        rule -> Math.max(rule.right() - rule.left(), rule.bottom() - rule.top()) < SHORTEST);
    return rules;
  }

  private static float position(Rule rule) {
    return rule.isHorizontal() ? rule.top() : rule.left();
  }

  private static boolean isContinued(Rule rule, Rule part) {
    return rule.isHorizontal() == part.isHorizontal()
        && Math.abs(position(rule) - position(part)) <= TOUCHING
        && (rule.isHorizontal()
            ? part.left() <= rule.right() + TOUCHING
            : part.top() <= rule.bottom() + TOUCHING);
  }

  private static Rule joined(Rule rule, Rule part) {
    return new Rule(
        Math.min(rule.left(), part.left()),
        Math.min(rule.top(), part.top()),
        Math.max(rule.right(), part.right()),
        Math.max(rule.bottom(), part.bottom()));
  }

  void operator(String name, List<COSBase> operands, PDGraphicsState state) {
    switch (name) {
      case "m" -> {
        start = point(operands, 0, state);
        current = start;
      }
      case "l" -> lineTo(point(operands, 0, state));
      case "c" -> current = point(operands, 4, state);
      case "v", "y" -> current = point(operands, 2, state);
      case "h" -> lineTo(start);
      case "re" -> rectangle(operands, state);
      case "S" -> paint(true);
      case "s", "b", "b*" -> {
        lineTo(start);
        paint(true);
      }
      case "B", "B*" -> paint(true);
      case "f", "F", "f*" -> paint(false);
      case "n" -> clear();
      default -> {}
    }
  }

  private void lineTo(Point2D to) {
    if (segments.size() < MAX_PATH) {
      segments.add(new Segment(current, to));
    }
    current = to;
  }

  private void rectangle(List<COSBase> operands, PDGraphicsState state) {
    float width = number(operands, 2);
    float height = number(operands, 3);
    float x = number(operands, 0);
    float y = number(operands, 1);
    start = displayed(x, y, state);
    current = start;
    if (rectangles.size() < MAX_PATH) {
      rectangles.add(new Rectangle(start, displayed(x + width, y + height, state)));
    }
  }

  private void paint(boolean stroked) {
    for (Rectangle each : rectangles) {
      float left = (float) Math.min(each.corner().getX(), each.opposite().getX());
      float right = (float) Math.max(each.corner().getX(), each.opposite().getX());
      float top = (float) Math.min(each.corner().getY(), each.opposite().getY());
      float bottom = (float) Math.max(each.corner().getY(), each.opposite().getY());
      if (Math.min(right - left, bottom - top) <= THIN) {
        add(left, top, right, bottom);
      } else if (stroked) {
        add(left, top, right, top);
        add(left, bottom, right, bottom);
        add(left, top, left, bottom);
        add(right, top, right, bottom);
      }
    }
    paintSegments(stroked);
    clear();
  }

  /** A filled path counts if it is as thin as a line: a rectangle that is drawn side by side. */
  private void paintSegments(boolean stroked) {
    if (stroked) {
      segments.forEach(each -> add(each.from(), each.to()));
    } else if (segments.size() >= 3 && segments.size() <= 5) {
      Segment first = segments.get(0);
      Segment second = segments.get(1);
      add(first.from(), second.to());
    }
  }

  private void clear() {
    segments.clear();
    rectangles.clear();
  }

  private void add(Point2D from, Point2D to) {
    add(
        (float) Math.min(from.getX(), to.getX()),
        (float) Math.min(from.getY(), to.getY()),
        (float) Math.max(from.getX(), to.getX()),
        (float) Math.max(from.getY(), to.getY()));
  }

  private void add(float left, float top, float right, float bottom) {
    float thickness = Math.min(right - left, bottom - top);
    if (thickness <= THIN && found.size() < MAX_RULES) {
      found.add(new Rule(left, top, right, bottom));
    }
  }

  private Point2D point(List<COSBase> operands, int from, PDGraphicsState state) {
    return displayed(number(operands, from), number(operands, from + 1), state);
  }

  private Point2D displayed(float x, float y, PDGraphicsState state) {
    Point2D.Float point = state.getCurrentTransformationMatrix().transformPoint(x, y);
    float fromLeft = point.x - area.getLowerLeftX();
    float fromBottom = point.y - area.getLowerLeftY();
    return switch (rotation) {
      case 90 -> new Point2D.Float(fromBottom, fromLeft);
      case 180 -> new Point2D.Float(area.getWidth() - fromLeft, fromBottom);
      case 270 -> new Point2D.Float(area.getHeight() - fromBottom, area.getWidth() - fromLeft);
      default -> new Point2D.Float(fromLeft, area.getHeight() - fromBottom);
    };
  }

  /** Missing and wrong operands count as 0. */
  private static float number(List<COSBase> operands, int index) {
    return index < operands.size() && operands.get(index) instanceof COSNumber number
        ? number.floatValue()
        : 0;
  }
}
