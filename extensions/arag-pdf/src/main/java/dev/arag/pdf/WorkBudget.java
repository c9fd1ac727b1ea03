package dev.arag.pdf;

import dev.arag.index.ingest.IngestLimits;
import dev.arag.index.ingest.UnreadableSourceException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Limits the work for one file. Work is counted rather than timed, so that a file has the same
 * result on every machine. PDFBox continues after many errors, so every step after an exceeded
 * limit fails too: on the same page for a page limit, else in the whole file. Not thread-safe.
 */
final class WorkBudget {
  private static final int MIB = 1024 * 1024;

  /** Decoded bytes of one stream, of all streams of one page, and of all streams. */
  private static final int STREAM_BYTES = 64 * MIB;

  private static final long PAGE_BYTES = 96L * MIB;
  private static final long FILE_BYTES = 512L * MIB;

  /** Estimated heap of all objects of the file, and of the operands of one operator. */
  private static final long OBJECT_BYTES = 160L * MIB;

  private static final long OPERAND_BYTES = 64L * MIB;

  private static final long PAGE_OPERATORS = 4_000_000;
  private static final long FILE_OPERATORS = 20_000_000;
  private static final long PAGE_CHARACTERS = 250_000;
  private static final int PAGES = 50_000;

  /** The maximum number of nested graphics states and marked contents. */
  private static final int DEPTH = 10_000;

  /** The number of operators and characters between two checks of the interrupt flag. */
  private static final int STEPS = 1024;

  private final IngestLimits limits;
  private boolean inPage;
  private int pages;
  private long pageBytes;
  private long fileBytes;
  private long objectBytes;
  private long operandBytes;
  private long pageOperators;
  private long fileOperators;
  private long pageCharacters;
  private long fileCharacters;
  private int steps;
  private int undecoded;
  private @Nullable RuntimeException refusal;

  WorkBudget(IngestLimits limits) {
    this.limits = limits;
  }

  void startPage() {
    endPage();
    inPage = true;
    if (++pages > PAGES) {
      throw over("it has more than " + PAGES + " pages; split it");
    }
    stopIfInterrupted();
  }

  /** What follows is not at the cost of a page; a page that was refused is done with. */
  void endPage() {
    if (refusal instanceof PageRefusedException) {
      refusal = null;
    }
    inPage = false;
    pageBytes = 0;
    pageOperators = 0;
    pageCharacters = 0;
    operandBytes = 0;
    undecoded = 0;
    stopIfRefused();
  }

  /** Bytes that come out of a stream's filters. */
  void decoded(long count) {
    pageBytes += count;
    fileBytes += count;
    if (fileBytes > FILE_BYTES) {
      throw over("it unpacks to more than " + FILE_BYTES / MIB + " MiB; split it");
    }
    if (pageBytes > PAGE_BYTES) {
      throw pageOver("unpacks to more than " + PAGE_BYTES / MIB + " MiB");
    }
    step((int) Math.min(STEPS, count));
  }

  /**
   * @param soFar decoded bytes of this stream alone
   */
  void checkStream(long soFar) {
    if (soFar > STREAM_BYTES) {
      throw pageOver("has a part that unpacks to more than " + STREAM_BYTES / MIB + " MiB");
    }
  }

  /** A stream that cannot be decoded. PDFBox leaves such a part of a page out. */
  void undecoded() {
    undecoded++;
  }

  boolean hasUndecoded() {
    return undecoded > 0;
  }

  /** Counts the heap of objects that are kept until the file is read. */
  void objects(long bytes) {
    objectBytes += bytes;
    if (objectBytes > OBJECT_BYTES) {
      throw over(
          "its structure needs more than " + OBJECT_BYTES / MIB + " MiB of memory; split it");
    }
    step(1);
  }

  /** Counts the heap of operands, which are released after their operator. */
  void operands(long bytes) {
    operandBytes += bytes;
    if (operandBytes > OPERAND_BYTES) {
      throw pageOver("has an instruction of more than " + OPERAND_BYTES / MIB + " MiB");
    }
  }

  void operator() {
    operandBytes = 0;
    if (++fileOperators > FILE_OPERATORS) {
      throw over("it has more than " + FILE_OPERATORS + " drawing operations; split it");
    }
    if (++pageOperators > PAGE_OPERATORS) {
      throw pageOver("has more than " + PAGE_OPERATORS + " drawing operations");
    }
    step(1);
  }

  void nested(int depth) {
    if (depth > DEPTH) {
      throw pageOver("nests what it draws " + DEPTH + " deep");
    }
  }

  void characters(int length) {
    fileCharacters += length;
    checkText();
    pageCharacters += length;
    if (pageCharacters > PAGE_CHARACTERS) {
      throw pageOver("has more than " + PAGE_CHARACTERS + " characters");
    }
    step(1);
  }

  private void checkText() {
    try {
      limits.checkText(fileCharacters);
    } catch (UnreadableSourceException e) {
      throw stop(e);
    }
  }

  private void step(int count) {
    stopIfRefused();
    steps += count;
    if (steps >= STEPS) {
      steps = 0;
      stopIfInterrupted();
    }
  }

  /** Clears the interrupt flag, as is usual when an interrupt becomes an exception. */
  void stopIfInterrupted() {
    if (Thread.interrupted()) {
      throw stop(new UncheckedIOException(new InterruptedIOException("Interrupted in a PDF.")));
    }
  }

  /** Rethrows the exception that ended the whole file, if any. */
  void stopIfOver() {
    if (refusal != null && !(refusal instanceof PageRefusedException)) {
      throw refusal;
    }
  }

  private void stopIfRefused() {
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Ends the page, or the file if no page is being read. */
  private RuntimeException pageOver(String reason) {
    stopIfRefused();
    return inPage ? stop(new PageRefusedException("it " + reason)) : over("it " + reason);
  }

  private RuntimeException over(String reason) {
    return stop(new UnreadableSourceException(reason));
  }

  private RuntimeException stop(RuntimeException reason) {
    refusal = reason;
    return reason;
  }
}
