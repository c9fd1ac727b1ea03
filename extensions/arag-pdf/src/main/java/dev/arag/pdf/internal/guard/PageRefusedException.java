package dev.arag.pdf.internal.guard;

/**
 * Thrown if a page exceeds the limits for one page. It is unchecked, because PDFBox ignores most
 * checked exceptions.
 */
public final class PageRefusedException extends RuntimeException {
  PageRefusedException(String reason) {
    super(reason);
  }
}
