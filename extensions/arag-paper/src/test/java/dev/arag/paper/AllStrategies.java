package dev.arag.paper;

import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import java.util.ArrayList;
import java.util.List;

/** The built-in strategies and the ablations. */
final class AllStrategies {
  private static final Strategies ALL = PaperStrategies.addTo(Strategies.builtIn());

  private AllStrategies() {}

  static List<String> names() {
    List<String> names = new ArrayList<>(Strategies.builtIn().names());
    int arag = names.indexOf("arag");
    for (String ablation : ablations()) {
      names.add(ablation.equals("arag-naive") ? arag : names.size(), ablation);
    }
    return names;
  }

  static List<String> ablations() {
    return ALL.names().subList(Strategies.builtIn().names().size(), ALL.names().size());
  }

  static Strategy named(String name) {
    return ALL.named(name);
  }
}
