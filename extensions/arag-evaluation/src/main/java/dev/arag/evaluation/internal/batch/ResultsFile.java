package dev.arag.evaluation.internal.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.arag.evaluation.batch.BatchException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The results of one strategy with one setting: a text file with one JSON object per line. While a
 * batch runs, lines are appended in order of completion. {@link #sort} writes the lines in the
 * order of the questions. Only the place of each line is kept in memory.
 *
 * <p>This class uses no channels, because an interrupt closes a channel.
 */
final class ResultsFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final long[] starts;
  private final int[] lengths;
  private RandomAccessFile file;
  private long end;

  private ResultsFile(Path path, int runs) throws IOException {
    this.path = path;
    file = new RandomAccessFile(path.toFile(), "rw");
    starts = new long[runs];
    lengths = new int[runs];
    Arrays.fill(starts, -1);
  }

  /**
   * Opens a file and prepares it for further lines: cuts off an incomplete last line, and removes
   * the lines of runs that must be repeated.
   *
   * @param runs the number of lines of the complete file
   * @param positionOf returns the position of a line in the complete file, or -1 if the line does
   *     not belong to this batch
   * @param kept receives each line that is kept
   * @throws BatchException if the file contains a line that is not a result of this batch
   */
  static ResultsFile open(
      Path path, int runs, ToIntFunction<RowHead> positionOf, Consumer<RowHead> kept)
      throws IOException {
    ResultsFile results = new ResultsFile(path, runs);
    try {
      results.new Scan(positionOf, kept).run();
      return results;
    } catch (IOException | RuntimeException e) {
      results.close();
      throw e;
    }
  }

  boolean contains(int position) {
    return starts[position] >= 0;
  }

  /** Appends a line and forces it to the disk. */
  void append(int position, byte[] line) throws IOException {
    try {
      file.seek(end);
      file.write(line);
      file.getFD().sync();
    } catch (IOException e) {
      cut(e);
      throw e;
    }
    put(position, end, line.length);
    end += line.length;
  }

  /** Removes an incomplete line. If that fails, too, the next batch cuts the line off. */
  private void cut(IOException failure) {
    try {
      file.setLength(end);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void put(int position, long start, int length) {
    starts[position] = start;
    lengths[position] = length;
  }

  /** Sorts the lines by position. A file that is sorted is not written again. */
  void sort() throws IOException {
    int[] byOffset = byOffset();
    int[] byPosition = Arrays.stream(byOffset).sorted().toArray();
    if (!Arrays.equals(byOffset, byPosition)) {
      rewrite(byPosition);
    }
  }

  /** Returns the positions of the present lines in the order of the file. */
  private int[] byOffset() {
    return IntStream.range(0, starts.length)
        .filter(this::contains)
        .boxed()
        .sorted(Comparator.comparingLong(position -> starts[position]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Replaces the file in one atomic step by a file with the given lines. */
  private void rewrite(int[] positions) throws IOException {
    Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      OutputStream buffered = new BufferedOutputStream(out, BUFFER);
      for (int position : positions) {
        buffered.write(line(position));
      }
      buffered.flush();
      out.getFD().sync();
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    file.close();
    Files.move(
        temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    file = new RandomAccessFile(path.toFile(), "rw");
    end = 0;
    for (int position : positions) {
      starts[position] = end;
      end += lengths[position];
    }
  }

  private byte[] line(int position) throws IOException {
    byte[] line = new byte[lengths[position]];
    file.seek(starts[position]);
    file.readFully(line);
    return line;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Reads the lines that earlier calls wrote. */
  private final class Scan {
    private final ToIntFunction<RowHead> positionOf;
    private final Consumer<RowHead> kept;
    private int number;
    private boolean hasRemoved;

    Scan(ToIntFunction<RowHead> positionOf, Consumer<RowHead> kept) {
      this.positionOf = positionOf;
      this.kept = kept;
    }

    void run() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream(BUFFER);
      byte[] buffer = new byte[BUFFER];
      try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          split(buffer, count, line);
        }
      }
      if (line.size() > 0) {
        readLast(line.toByteArray());
      }
      if (hasRemoved) {
        rewrite(byOffset());
      }
    }

    /** Splits bytes at line feeds only, because texts may contain other line separators. */
    private void split(byte[] buffer, int count, ByteArrayOutputStream line) throws IOException {
      int from = 0;
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, from, i - from);
          number++;
          add(parse(line.toByteArray()), line.size() + 1);
          line.reset();
          from = i + 1;
        }
      }
      line.write(buffer, from, count - from);
    }

    private RowHead parse(byte[] line) throws IOException {
      try {
        return RowHead.read(line);
      } catch (IOException e) {
        String reason =
            e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
        throw unusable("is not a result (" + reason + ")");
      }
    }

    private void add(RowHead head, int length) {
      int position = positionOf.applyAsInt(head);
      if (position < 0) {
        throw unusable("belongs to no question of this batch (" + head.qid() + ")");
      }
      if (head.isTransportFailure() || contains(position)) {
        hasRemoved = true;
      } else {
        put(position, end, length);
        kept.accept(head);
      }
      end += length;
    }

    /**
     * Reads the text after the last line feed. A line that is complete except for the line feed is
     * a result that was paid for; any other text is cut off.
     */
    private void readLast(byte[] line) throws IOException {
      RowHead head;
      try {
        head = RowHead.read(line);
      } catch (IOException e) {
        file.setLength(end);
        return;
      }
      number++;
      file.seek(end + line.length);
      file.write('\n');
      add(head, line.length + 1);
    }

    private BatchException unusable(String problem) {
      return new BatchException(
          "Line "
              + number
              + " of "
              + path
              + " "
              + problem
              + ". Remove this line, or use another results folder.");
    }
  }
}
