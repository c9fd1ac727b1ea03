package dev.arag.evaluation.internal.results;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.core.error.AragException;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.judge.Judge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Results folders whose results are scored together, for example of several models or profiles.
 *
 * @param folders at least one folder
 */
public record ResultsFolders(List<ResultsFolder> folders) {
  /**
   * @throws AragException if a folder does not exist or contains no results, or if no folder is
   *     given
   */
  public static ResultsFolders open(List<Path> folders) {
    if (folders.isEmpty()) {
      throw new IllegalArgumentException("results must name at least one folder");
    }
    return new ResultsFolders(folders.stream().map(ResultsFolder::open).toList());
  }

  public ResultsFolder first() {
    return folders.get(0);
  }

  /** The manifest of a single folder; otherwise an object with the manifest of each folder. */
  String manifest() {
    if (folders.size() == 1) {
      return first().manifest().toString();
    }
    ObjectNode manifests = JsonNodeFactory.instance.objectNode();
    folders.forEach(each -> manifests.set(each.folder().toString(), each.manifest()));
    return manifests.toString();
  }

  /** Whether the rule-based model gave answers in any of the folders. */
  boolean isRuleBased() {
    return folders.stream()
        .anyMatch(folder -> folder.model().equals(ResultsFolder.RULE_BASED_MODEL));
  }

  /**
   * @throws AragException if the judge is a model that answered, and may not judge its own answers
   */
  void requireOtherModels(Judge judge) {
    for (ResultsFolder folder : folders) {
      if (judge.refuses(folder.model())) {
        throw new AragException(
            "The judge "
                + judge.modelName()
                + " is the model of the results in "
                + folder.folder()
                + ". Use another model, or call sameJudge() of Judge.Builder to let it judge its"
                + " own answers.");
      }
    }
  }

  /** The strategies in the order in which the batches named them. */
  List<String> strategies() {
    Set<String> names = new LinkedHashSet<>();
    folders.forEach(folder -> names.addAll(folder.strategies()));
    return List.copyOf(names);
  }

  /**
   * Passes each row to the consumer. One row is in memory at a time. If the folders are of several
   * models, the model is a setting of each run.
   *
   * @return the files whose last line was ignored because it is incomplete
   */
  public List<Path> forEach(Consumer<StoredRow> consumer) {
    boolean isOneModel = isOneModel();
    List<Path> incomplete = new ArrayList<>();
    for (ResultsFolder folder : folders) {
      incomplete.addAll(
          folder.forEach(row -> consumer.accept(isOneModel ? row : row.ofModel(folder.model()))));
    }
    return List.copyOf(incomplete);
  }

  private boolean isOneModel() {
    return folders.stream().map(ResultsFolder::model).distinct().count() == 1;
  }

  /** The key of a strategy of a folder that has no row of it. */
  StrategyKey keyOf(String strategy, ResultsFolder folder) {
    Map<String, String> setting =
        isOneModel() ? Map.of() : Map.of(RunDetails.MODEL, folder.model());
    return new StrategyKey(strategy, folder.profile().orElse(null), setting);
  }
}
