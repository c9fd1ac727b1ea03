package dev.arag.cli.internal.report;

import dev.arag.cli.internal.console.TextPage;
import dev.arag.evaluation.retrieval.RetrievalScores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON result of {@code eval --retrieval}.
 *
 * @param rows the fields {@code ranking} and {@code queries}, and one field for each measure
 */
public record RetrievalResult(List<Map<String, Object>> rows) {
  private static final String RANKING = "ranking";
  private static final int NAME_WIDTH = 26;

  public static RetrievalResult of(List<RetrievalScores> scores) {
    return new RetrievalResult(scores.stream().map(RetrievalResult::row).toList());
  }

  private static Map<String, Object> row(RetrievalScores scores) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(RANKING, scores.ranking());
    row.put("queries", scores.queries());
    row.putAll(scores.values());
    return row;
  }

  public void write(TextPage out) {
    List<String> fields = new ArrayList<>(rows.get(0).keySet());
    fields.remove(RANKING);
    out.raw(line(RANKING, fields));
    for (Map<String, Object> row : rows) {
      out.raw(
          line(
              TextPage.printable(String.valueOf(row.get(RANKING))),
              fields.stream().map(field -> text(field, row.get(field))).toList()));
    }
  }

  private static String text(String field, @Nullable Object value) {
    return value instanceof Double measure
        ? String.format(Locale.ROOT, field.startsWith("tokens") ? "%.0f" : "%.4f", measure)
        : String.valueOf(value);
  }

  private static String line(String name, List<String> values) {
    StringBuilder line = new StringBuilder(String.format("%-" + NAME_WIDTH + "s", name));
    values.forEach(value -> line.append(String.format("%12s", value)));
    return line.append('\n').toString();
  }
}
