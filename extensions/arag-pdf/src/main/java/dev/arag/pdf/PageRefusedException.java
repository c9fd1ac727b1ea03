package dev.arag.pdf;

/**
 * A page exceeds the limits of a page. Unchecked, because PDFBox ignores most checked exceptions.
 */
final class PageRefusedException extends RuntimeException {
  PageRefusedException(String reason) {
    super(reason);
  }
}
