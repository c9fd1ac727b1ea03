package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.internal.file.FileLine;
import dev.arag.evaluation.internal.file.Utf8Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads and writes run files of TREC: {@code query Q0 document rank score name}. */
public final class TrecRun {
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");
  private static final int COLUMNS = 6;

  /**
   * The order of trec_eval: it ignores the ranks, and breaks ties by the id, the last one first.
   */
  private static final Comparator<Line> BEST_FIRST =
      Comparator.comparingDouble(Line::score).thenComparing(Line::document).reversed();

  private TrecRun() {}

  private record Line(String document, double score) {}

  /**
   * Writes a run file. The score of rank r is 1 / r, because the scores of a search are not always
   * in the order of its hits.
   *
   * @throws IllegalArgumentException if an id contains white space
   * @throws CorpusException if the file cannot be written
   */
  public static void write(RetrievalRun run, Path file) {
    requireNonNull(run, "run");
    requireNonNull(file, "file");
    List<String> lines = new ArrayList<>();
    run.documents().forEach((query, ranked) -> addLines(lines, run.name(), query, ranked));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new CorpusException("The run cannot be written to " + file, e);
    }
  }

  private static void addLines(List<String> lines, String name, String query, List<String> ranked) {
    for (int rank = 1; rank <= ranked.size(); rank++) {
      String document = ranked.get(rank - 1);
      lines.add(
          String.join(
              " ",
              requireOneWord(query),
              "Q0",
              requireOneWord(document),
              Integer.toString(rank),
              Double.toString(1.0 / rank),
              requireOneWord(name)));
    }
  }

  private static String requireOneWord(String id) {
    if (id.isEmpty() || WHITE_SPACE.matcher(id).find()) {
      throw new IllegalArgumentException(
          "A run file cannot contain the id \"" + id + "\": it is empty or contains white space.");
    }
    return id;
  }

  /**
   * Reads a run file. Documents are sorted by score, as trec_eval does.
   *
   * @return the run; its name is the last column of the first line, or the file name if the file is
   *     empty
   * @throws CorpusException if the file cannot be read, if a line is invalid, or if a query has a
   *     document twice
   */
  public static RetrievalRun read(Path file) {
    requireNonNull(file, "file");
    Map<String, List<Line>> byQuery = new LinkedHashMap<>();
    Set<List<String>> seen = new HashSet<>();
    String name = "";
    List<String> lines = Utf8Lines.read(file);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        String[] columns = columns(file, i + 1, lines.get(i));
        if (!seen.add(List.of(columns[0], columns[2]))) {
          throw new FileLine(file, i + 1).error("The query has this document twice.");
        }
        Line line = new Line(columns[2], score(file, i + 1, columns[4]));
        byQuery.computeIfAbsent(columns[0], query -> new ArrayList<>()).add(line);
        name = name.isEmpty() ? columns[5] : name;
      }
    }
    return new RetrievalRun(
        name.isEmpty() ? String.valueOf(file.getFileName()) : name, ranked(byQuery));
  }

  private static String[] columns(Path file, long number, String line) {
    String[] columns = WHITE_SPACE.split(line.strip());
    if (columns.length != COLUMNS) {
      throw new FileLine(file, number)
          .error(
              "Six columns are expected (query, Q0, document, rank, score, name), but the line"
                  + " has "
                  + columns.length
                  + ".");
    }
    return columns;
  }

  private static double score(Path file, long number, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new FileLine(file, number).error("The score \"" + text + "\" is not a number.");
    }
  }

  private static Map<String, List<String>> ranked(Map<String, List<Line>> byQuery) {
    Map<String, List<String>> ranked = new LinkedHashMap<>();
    byQuery.forEach(
        (query, lines) ->
            ranked.put(query, lines.stream().sorted(BEST_FIRST).map(Line::document).toList()));
    return ranked;
  }
}
