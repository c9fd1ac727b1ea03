package dev.arag.tika.internal.text;

import dev.arag.core.internal.failure.Causes;
import dev.arag.core.internal.string.Truncation;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import org.apache.tika.exception.EncryptedDocumentException;

/**
 * Converts the exceptions of a parser to {@link UnreadableSourceException}s and detects interrupts.
 */
public final class ParseFailures {
  /** The maximum length of an exception message, in UTF-16 units. */
  private static final int MAX_MESSAGE = 160;

  private ParseFailures() {}

  public interface Work {
    void run() throws Exception;
  }

  public static void around(Work work) throws IOException {
    try {
      work.run();
    } catch (StackOverflowError e) {
      throw new UnreadableSourceException("it is nested too deeply", e);
    } catch (OutOfMemoryError e) {
      throw new UnreadableSourceException(
          "it needs more memory than is available; split the file", e);
    } catch (LinkageError e) {
      throw new UnreadableSourceException(
          "a required class of Apache Tika or POI is missing: "
              + e.getMessage()
              + "; add tika-parser-microsoft-module and tika-parser-miscoffice-module to the class"
              + " path",
          e);
    } catch (Exception e) {
      stopIfInterrupted();
      throw reason(e);
    }
    stopIfInterrupted();
  }

  /**
   * Throws an exception if the thread is interrupted. The interrupt flag stays set, so that callers
   * stop too.
   */
  public static void stopIfInterrupted() throws ClosedByInterruptException {
    if (Thread.currentThread().isInterrupted()) {
      throw new ClosedByInterruptException();
    }
  }

  public static UnreadableSourceException protectedByPassword() {
    return new UnreadableSourceException("it is protected by a password; save it without one");
  }

  private static UnreadableSourceException reason(Exception failure) {
    for (Throwable cause : Causes.chain(failure)) {
      if (cause instanceof UnreadableSourceException unreadable) {
        return unreadable;
      }
      if (cause instanceof EncryptedDocumentException
          || cause instanceof org.apache.poi.EncryptedDocumentException) {
        return protectedByPassword();
      }
    }
    return new UnreadableSourceException("its content is damaged: " + words(failure), failure);
  }

  private static String words(Exception failure) {
    String message = String.valueOf(failure.getMessage()).strip();
    String line = message.lines().findFirst().orElse("");
    String name = failure.getClass().getSimpleName();
    return line.isEmpty() || line.equals("null") ? name : Truncation.prefix(line, MAX_MESSAGE);
  }
}
