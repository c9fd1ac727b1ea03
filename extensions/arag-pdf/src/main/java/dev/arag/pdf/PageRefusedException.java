package dev.arag.pdf;

/**
 * A page costs more than one page may. Unchecked, because PDFBox goes on after most checked
 * exceptions.
 */
final class PageRefusedException extends RuntimeException {
  PageRefusedException(String reason) {
    super(reason);
  }
}
