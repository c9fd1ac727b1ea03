package dev.arag.paper;

import dev.arag.agent.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;

/** The built-in strategies and the ablations. */
final class AllStrategies {
  private AllStrategies() {}

  static List<String> names() {
    List<String> names = new ArrayList<>(Strategy.names());
    int arag = names.indexOf("arag");
    for (String ablation : PaperStrategies.names()) {
      names.add(ablation.equals("arag-naive") ? arag : names.size(), ablation);
    }
    return names;
  }

  static Strategy named(String name) {
    return PaperStrategies.names().contains(name)
        ? PaperStrategies.named(name)
        : Strategy.named(name);
  }
}
