package dev.arag.evaluation.internal.results;

import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row in a results file.
 *
 * @param key the strategy and its setting, with the model if the folders are of several models
 */
public record StoredRow(StrategyKey key, Path file, ResultRow row) {
  static StoredRow of(Path file, ResultRow row) {
    RunDetails run = row.run();
    return new StoredRow(
        run == null ? new StrategyKey(nameOf(file), null, Map.of()) : run.key(), file, row);
  }

  /** The reference implementation does not name the strategy, so the file does. */
  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName()).replaceAll("\\.jsonl$", "");
  }

  /** The best sentences do not depend on a model, and the reference implementation names none. */
  StoredRow ofModel(String model) {
    if (row.run() == null || key.strategy().equals(RunDetails.SENTENCE_DUMP)) {
      return this;
    }
    Map<String, String> setting = new TreeMap<>(key.setting());
    setting.put(RunDetails.MODEL, model);
    return new StoredRow(new StrategyKey(key.strategy(), key.profile(), setting), file, row);
  }

  /** The zero-based number of the repetition. */
  int repeat() {
    RunDetails run = row.run();
    return run == null ? 0 : run.repeat();
  }
}
