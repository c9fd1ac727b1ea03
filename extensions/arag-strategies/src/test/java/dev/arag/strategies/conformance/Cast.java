package dev.arag.strategies.conformance;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.strategies.OtherStrategies;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A strategy and the replies of its models.
 *
 * @param name the name of the strategy
 * @param names finds the strategy
 * @param roles the replies for each role, see {@link Player}. The main model and roles that are not
 *     listed search and cite
 */
public record Cast(String name, Strategies names, Map<String, List<String>> roles) {
  static final String MAIN = "agent";

  static Cast of(String name) {
    return of(name, OtherStrategies.all());
  }

  static Cast of(String name, Strategies names) {
    return new Cast(name, names, Map.of());
  }

  Strategy strategy() {
    return names.named(name);
  }

  Cast role(String role, String... replies) {
    Map<String, List<String>> more = new LinkedHashMap<>(roles);
    more.put(role, List.of(replies));
    return new Cast(name, names, more);
  }

  /**
   * @param used the roles that the strategy uses, so that each gets a model of its own
   */
  Agent.Builder agent(
      Corpus corpus, Iterable<String> used, BiConsumer<String, ChatRequest> requests) {
    Agent.Builder agent = Agent.builder(corpus, player(MAIN, requests)).strategy(strategy());
    roles.keySet().forEach(role -> add(role, agent, requests));
    used.forEach(role -> add(role, agent, requests));
    return agent;
  }

  private void add(String role, Agent.Builder agent, BiConsumer<String, ChatRequest> requests) {
    if (!role.equals(MAIN)) {
      agent.model(role, player(role, requests));
    }
  }

  private Player player(String role, BiConsumer<String, ChatRequest> requests) {
    return new Player(role, roles.getOrDefault(role, List.of()), requests);
  }

  @Override
  public String toString() {
    return name;
  }
}
