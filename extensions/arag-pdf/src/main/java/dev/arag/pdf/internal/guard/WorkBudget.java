package dev.arag.pdf.internal.guard;

import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits the work for one file. Work is counted rather than timed, so that a file gives the same
 * result on every machine; only the drawing of a page also has a time limit, because the time for
 * an operator depends on the painted area. PDFBox ignores many exceptions and continues. Therefore,
 * once a limit is exceeded, every later step fails too: until the end of the page for a page limit,
 * otherwise until the end of the file. Not thread-safe.
 */
public final class WorkBudget {
  private static final int MIB = 1024 * 1024;

  /**
   * The maximum number of decoded bytes of one stream, of all streams of a page, and of all streams
   * of the file.
   */
  private static final int STREAM_BYTES = 64 * MIB;

  private static final long PAGE_BYTES = 96L * MIB;
  private static final long FILE_BYTES = 512L * MIB;

  /**
   * The maximum estimated heap use of all objects of the file, and of the operands of one operator.
   */
  private static final long OBJECT_BYTES = 160L * MIB;

  private static final long OPERAND_BYTES = 64L * MIB;

  private static final long PAGE_OPERATORS = 4_000_000;
  private static final long FILE_OPERATORS = 20_000_000;
  private static final long PAGE_CHARACTERS = 250_000;
  private static final int PAGES = 50_000;

  /** The maximum nesting depth of graphics states and of marked content. */
  private static final int DEPTH = 10_000;

  private static final Duration DRAWING_TIME = Duration.ofSeconds(30);

  /** The number of operators and characters between two checks of the interrupt flag. */
  private static final int STEPS = 1024;

  private final IngestLimits limits;
  private boolean inPage;
  private boolean drawing;
  private long drawingStart;
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
  private int undecodedStreams;
  private @Nullable RuntimeException rejection;

  public WorkBudget(IngestLimits limits) {
    this.limits = limits;
  }

  public void startPage() {
    start();
    if (++pages > PAGES) {
      throw rejectFile("it has more than " + PAGES + " pages; split the file");
    }
  }

  /** Starts the drawing of a page. Until {@link #endPage}, images are decoded. */
  public void startDrawing() {
    start();
    drawing = true;
    drawingStart = System.nanoTime();
  }

  /** Starts the recognition of the text of a page that has been drawn. */
  public void startRecognition() {
    start();
  }

  private void start() {
    endPage();
    inPage = true;
    throwIfInterrupted();
  }

  /** Returns whether a page is being drawn. */
  public boolean isDrawing() {
    return drawing;
  }

  /**
   * Ends the current page, resets the counters for one page, and clears a rejection of that page.
   */
  public void endPage() {
    if (rejection instanceof PageRefusedException) {
      rejection = null;
    }
    inPage = false;
    drawing = false;
    pageBytes = 0;
    pageOperators = 0;
    pageCharacters = 0;
    operandBytes = 0;
    undecodedStreams = 0;
    throwIfRejected();
  }

  /**
   * Counts the bytes that the filters of a stream return. Those of drawn pages do not count for the
   * file, because their number is limited and images are not kept.
   */
  void addDecodedBytes(long count) {
    pageBytes += count;
    fileBytes += drawing ? 0 : count;
    if (fileBytes > FILE_BYTES) {
      throw rejectFile("it unpacks to more than " + FILE_BYTES / MIB + " MiB; split the file");
    }
    if (pageBytes > PAGE_BYTES) {
      throw rejectPage("unpacks to more than " + PAGE_BYTES / MIB + " MiB");
    }
    step((int) Math.min(STEPS, count));
  }

  /**
   * @param soFar the number of bytes decoded from this stream so far
   */
  void checkStream(long soFar) {
    if (soFar > STREAM_BYTES) {
      throw rejectPage("has a part that unpacks to more than " + STREAM_BYTES / MIB + " MiB");
    }
  }

  /**
   * Counts a stream that cannot be decoded. PDFBox omits that part of the page without an error.
   */
  void addUndecodedStream() {
    undecodedStreams++;
  }

  public boolean hasUndecodedStream() {
    return undecodedStreams > 0;
  }

  /** Counts the heap use of objects that PDFBox keeps until the whole file has been read. */
  public void addObjectBytes(long bytes) {
    objectBytes += bytes;
    if (objectBytes > OBJECT_BYTES) {
      throw rejectFile(
          "its structure needs more than " + OBJECT_BYTES / MIB + " MiB of memory; split the file");
    }
    step(1);
  }

  /** Counts the heap use of operands. PDFBox releases them when their operator has run. */
  void addOperandBytes(long bytes) {
    operandBytes += bytes;
    if (operandBytes > OPERAND_BYTES) {
      throw rejectPage("has an instruction of more than " + OPERAND_BYTES / MIB + " MiB");
    }
  }

  public void addOperator() {
    operandBytes = 0;
    fileOperators += drawing ? 0 : 1;
    if (fileOperators > FILE_OPERATORS) {
      throw rejectFile(
          "it has more than " + FILE_OPERATORS + " drawing operations; split the file");
    }
    if (++pageOperators > PAGE_OPERATORS) {
      throw rejectPage("has more than " + PAGE_OPERATORS + " drawing operations");
    }
    step(1);
  }

  public void checkDepth(int depth) {
    if (depth > DEPTH) {
      throw rejectPage("nests graphics states or marked content more than " + DEPTH + " deep");
    }
  }

  public void addCharacters(int length) {
    fileCharacters += length;
    checkText();
    pageCharacters += length;
    if (pageCharacters > PAGE_CHARACTERS) {
      throw rejectPage("has more than " + PAGE_CHARACTERS + " characters");
    }
    step(1);
  }

  private void checkText() {
    try {
      limits.checkText(fileCharacters);
    } catch (UnreadableSourceException e) {
      throw reject(e);
    }
  }

  private void step(int count) {
    throwIfRejected();
    if (drawing && System.nanoTime() - drawingStart > DRAWING_TIME.toNanos()) {
      throw rejectPage("takes longer than " + DRAWING_TIME.toSeconds() + " seconds to draw");
    }
    steps += count;
    if (steps >= STEPS) {
      steps = 0;
      throwIfInterrupted();
    }
  }

  /** Throws an exception and clears the interrupt flag if the thread has been interrupted. */
  public void throwIfInterrupted() {
    if (Thread.interrupted()) {
      throw reject(new UncheckedIOException(interruption()));
    }
  }

  public static InterruptedIOException interruption() {
    return new InterruptedIOException("Interrupted while reading a PDF.");
  }

  /** Rethrows the exception that rejected the whole file, if any. */
  public void throwIfFileRejected() {
    if (rejection != null && !(rejection instanceof PageRefusedException)) {
      throw rejection;
    }
  }

  private void throwIfRejected() {
    if (rejection != null) {
      throw rejection;
    }
  }

  /** Rejects the current page, or the whole file if no page is being read. */
  private RuntimeException rejectPage(String reason) {
    throwIfRejected();
    return inPage ? reject(new PageRefusedException("it " + reason)) : rejectFile("it " + reason);
  }

  private RuntimeException rejectFile(String reason) {
    return reject(new UnreadableSourceException(reason));
  }

  private RuntimeException reject(RuntimeException reason) {
    rejection = reason;
    return reason;
  }
}
