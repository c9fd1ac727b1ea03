package dev.arag.ocr;

import dev.arag.core.error.AragException;
import org.jspecify.annotations.Nullable;

/** Thrown if the program Tesseract is missing, does not run or lacks the data of a language. */
public final class TesseractException extends AragException {
  TesseractException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
