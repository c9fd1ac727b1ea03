package dev.arag.evaluation.internal.row;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.internal.file.FileLine;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads the rows of a results file one at a time, so that memory use does not depend on its size.
 */
public final class ResultFile {
  private ResultFile() {}

  /**
   * Passes each row to the consumer, in the order of the file. A last line without a line break is
   * passed if it is complete JSON. Otherwise, a write was interrupted, and the line is ignored.
   *
   * @return whether the last line was complete
   * @throws CorpusException if the file cannot be read, or if another line is damaged
   */
  public static boolean forEach(Path file, Consumer<ResultRow> rows) {
    requireNonNull(file, "file");
    requireNonNull(rows, "rows");
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return new Lines(file, in, rows).read();
    } catch (IOException e) {
      throw new CorpusException("The results file " + file + " cannot be read.", e);
    }
  }

  private static final class Lines {
    private final Path file;
    private final InputStream in;
    private final Consumer<ResultRow> rows;
    private long number;

    Lines(Path file, InputStream in, Consumer<ResultRow> rows) {
      this.file = file;
      this.in = in;
      this.rows = rows;
    }

    boolean read() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          addLine(line);
          line.reset();
        } else {
          line.write(next);
        }
      }
      return addLast(line);
    }

    private void addLine(ByteArrayOutputStream line) {
      number++;
      add(line);
    }

    private boolean addLast(ByteArrayOutputStream line) {
      number++;
      String text = line.toString(StandardCharsets.UTF_8);
      boolean isComplete = text.isBlank() || isComplete(text);
      if (isComplete) {
        add(line);
      }
      return isComplete;
    }

    private static boolean isComplete(String text) {
      try {
        ResultRow.parse(text);
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private void add(ByteArrayOutputStream line) {
      String text = line.toString(StandardCharsets.UTF_8);
      if (!text.isBlank()) {
        rows.accept(parse(text));
      }
    }

    private ResultRow parse(String text) {
      try {
        return ResultRow.parse(text);
      } catch (IllegalArgumentException e) {
        throw new FileLine(file, number).error(String.valueOf(e.getMessage()), e);
      }
    }
  }
}
