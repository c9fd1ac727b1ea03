package dev.arag.spring.internal.failure;

import dev.arag.agent.Agent;
import dev.arag.index.Index;
import dev.arag.tools.Toolbox;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says what is missing if there is no index or no agent. */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class MissingBeanFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {
  private static final Set<Class<?>> OURS = Set.of(Index.class, Agent.class, Toolbox.class);
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("arag");

  private final Environment environment;

  MissingBeanFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, NoSuchBeanDefinitionException cause) {
    Class<?> type = cause.getBeanType();
    if (type == null || !OURS.contains(type) || cause.getNumberOfBeansFound() > 0) {
      return null;
    }
    boolean hasIndex = environment.containsProperty("arag.index");
    if (hasIndex && type != Agent.class) {
      return null;
    }
    return new FailureAnalysis(
        rootFailure.getMessage(), hasIndex ? modelAction() : indexAction(), cause);
  }

  private static String modelAction() {
    return "The agent needs an LLM and one bean of type Corpus. Set the properties 'arag.openai.base-url',"
        + " 'arag.openai.model' and 'arag.openai.api-key', or define one bean of type ChatModel or"
        + " StreamingChatModel. If there are several beans of a type, mark one with @Primary.";
  }

  private String indexAction() {
    String action =
        "Set the property 'arag.index' to the directory of the index. Without it, A-RAG adds no"
            + " bean.";
    List<String> others = names();
    return others.isEmpty()
        ? action
        : action + " These properties are set: " + String.join(", ", others) + ".";
  }

  /** Returns the names of all properties with our prefix. */
  private List<String> names() {
    Set<String> names = new TreeSet<>();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (source instanceof IterableConfigurationPropertySource iterable) {
        iterable.stream().filter(PREFIX::isAncestorOf).forEach(each -> names.add(each.toString()));
      }
    }
    return List.copyOf(names);
  }
}
