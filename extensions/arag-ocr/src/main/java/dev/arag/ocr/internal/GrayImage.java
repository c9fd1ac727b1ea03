package dev.arag.ocr.internal;

import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes an image in shades of gray as a PGM file, which takes less time than a PNG file. */
public final class GrayImage {
  private GrayImage() {}

  public static void write(BufferedImage image, Path file) throws IOException {
    int width = image.getWidth();
    int[] row = new int[width];
    byte[] gray = new byte[width];
    String header = "P5\n" + width + " " + image.getHeight() + "\n255\n";
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      out.write(header.getBytes(StandardCharsets.US_ASCII));
      for (int y = 0; y < image.getHeight(); y++) {
        image.getRGB(0, y, width, 1, row, 0, width);
        for (int x = 0; x < width; x++) {
          gray[x] = luminance(row[x]);
        }
        out.write(gray);
      }
    }
  }

  private static byte luminance(int rgb) {
    return (byte) ((299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000);
  }
}
