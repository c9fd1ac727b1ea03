package dev.arag.pdf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.util.Matrix;

/** Draws lines of text at places of pages. The origin is the top left corner, as displayed. */
final class PageDrawing {
  static final float WIDTH = 612;
  static final float HEIGHT = 792;

  private final PDPage page;
  private final PDPageContentStream content;
  private final int rotation;

  private PageDrawing(PDPage page, PDPageContentStream content, int rotation) {
    this.page = page;
    this.content = content;
    this.rotation = rotation;
  }

  interface Drawing {
    void on(PageDrawing page) throws IOException;
  }

  static byte[] pages(Drawing... pages) {
    return rotated(0, pages);
  }

  /**
   * @param rotation the rotation of each page for display, in degrees
   */
  static byte[] rotated(int rotation, Drawing... pages) {
    return SamplePdfs.with(
        sample -> {
          for (Drawing each : pages) {
            draw(sample.file(), rotation, each);
          }
        });
  }

  static void draw(PDDocument file, int rotation, Drawing drawing) throws IOException {
    boolean turned = rotation % 180 != 0;
    PDPage page =
        new PDPage(turned ? new PDRectangle(HEIGHT, WIDTH) : new PDRectangle(WIDTH, HEIGHT));
    page.setRotation(rotation);
    file.addPage(page);
    try (PDPageContentStream content = new PDPageContentStream(file, page)) {
      drawing.on(new PageDrawing(page, content, rotation));
    }
  }

  PageDrawing text(float left, float baseline, float size, FontName font, String text) {
    try {
      content.beginText();
      content.setFont(new PDType1Font(font), size);
      content.setTextMatrix(matrix(left, baseline));
      content.showText(text);
      content.endText();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  PageDrawing text(float left, float baseline, String text) {
    return text(left, baseline, 10, FontName.HELVETICA, text);
  }

  /** Draws a text that ends at a place. */
  PageDrawing right(float right, float baseline, String text) {
    try {
      float width = new PDType1Font(FontName.HELVETICA).getStringWidth(text) / 100;
      return text(right - width, baseline, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Draws a horizontal or vertical line on a page that is not rotated. */
  PageDrawing rule(float left, float top, float right, float bottom) {
    try {
      content.moveTo(left, HEIGHT - top);
      content.lineTo(right, HEIGHT - bottom);
      content.stroke();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Draws lines of a paragraph, with 12 points from line to line. Returns the next baseline. */
  float lines(float left, float baseline, String... lines) {
    float next = baseline;
    for (String line : lines) {
      text(left, next, line);
      next += 12;
    }
    return next;
  }

  private Matrix matrix(float left, float baseline) {
    PDRectangle box = page.getMediaBox();
    return switch (rotation) {
      case 90 -> new Matrix(0, 1, -1, 0, baseline, left);
      case 180 -> new Matrix(-1, 0, 0, -1, box.getWidth() - left, baseline);
      case 270 -> new Matrix(0, -1, 1, 0, box.getWidth() - baseline, box.getHeight() - left);
      default -> new Matrix(1, 0, 0, 1, left, box.getHeight() - baseline);
    };
  }

  /** Returns lines of prose, each of about 50 characters. */
  static String[] prose(int count, long seed) {
    String words = "the keeper of a tower lights its lamp and walks down to see what ships came in";
    String[] all = words.split(" ");
    List<String> lines = new ArrayList<>();
    java.util.Random random = new java.util.Random(seed);
    for (int i = 0; i < count; i++) {
      StringBuilder line = new StringBuilder();
      while (line.length() < 48) {
        line.append(line.isEmpty() ? "" : " ").append(all[random.nextInt(all.length)]);
      }
      lines.add(line + (i == count - 1 ? "." : ""));
    }
    return lines.toArray(new String[0]);
  }
}
