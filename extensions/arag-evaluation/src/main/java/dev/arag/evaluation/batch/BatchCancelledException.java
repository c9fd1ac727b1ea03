package dev.arag.evaluation.batch;

/**
 * Thrown when the thread that runs a batch was interrupted. Runs in progress were cancelled, and
 * finished results are kept. The interrupt flag of the thread is set.
 */
public final class BatchCancelledException extends BatchException {
  private final int finished;
  private final int questions;

  /** Creates the exception. Applications need this constructor only in tests. */
  public BatchCancelledException(int finished, int questions) {
    super(
        "The batch was cancelled: "
            + finished
            + " of "
            + questions
            + " runs are finished. Run the same batch again to continue.");
    this.finished = finished;
    this.questions = questions;
  }

  /** The number of runs whose results are in the results folder. */
  public int finished() {
    return finished;
  }

  /** The number of all runs of the batch. */
  public int questions() {
    return questions;
  }
}
