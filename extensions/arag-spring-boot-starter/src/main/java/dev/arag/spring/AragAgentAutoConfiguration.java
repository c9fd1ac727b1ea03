package dev.arag.spring;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.event.RunObserver;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Corpus;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.knowledge.Knowledge;
import dev.arag.langchain4j.LangChain4jTools;
import dev.arag.micrometer.MicrometerRunObserver;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.opentelemetry.OpenTelemetryRunObserver;
import dev.arag.spring.internal.property.AragProperties;
import dev.arag.spring.internal.property.InvalidPropertyException;
import dev.arag.spring.internal.rights.AuthenticationPrincipals;
import dev.arag.spring.internal.rights.ReaderCatalogue;
import dev.arag.strategies.OtherStrategies;
import dev.arag.tools.Toolbox;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.security.core.context.SecurityContextHolder;

/** Builds the agent, its observers and the tools. */
@AutoConfiguration(after = AragIndexAutoConfiguration.class)
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnProperty("arag.index")
@ConditionalOnSingleCandidate(Corpus.class)
public final class AragAgentAutoConfiguration {
  /** Constructed by Spring. */
  AragAgentAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  Toolbox aragToolbox(Corpus corpus, ObjectProvider<ReaderPrincipals> reader) {
    return Toolbox.of(readable(corpus, reader));
  }

  /** Without a bean, the application names the reader with a scope. */
  private static Corpus readable(Corpus corpus, ObjectProvider<ReaderPrincipals> reader) {
    ReaderPrincipals principals = reader.getIfAvailable();
    return principals == null ? corpus : ReaderCatalogue.of(corpus, principals::current);
  }

  /** Reads the principals of Spring Security. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SecurityContextHolder.class)
  static class SecurityConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ReaderPrincipals aragReaderPrincipals() {
      return new AuthenticationPrincipals()::get;
    }
  }

  @Bean
  @ConditionalOnMissingBean
  @Conditional(OnModel.class)
  Agent aragAgent(
      Corpus corpus,
      AragProperties properties,
      ObjectProvider<StreamingChatModel> streamingModel,
      ObjectProvider<ChatModel> model,
      ObjectProvider<Strategy> strategy,
      ObjectProvider<Supplier<RunObserver>> observers,
      ObjectProvider<AgentCustomizer> customizers,
      ObjectProvider<ReaderPrincipals> reader) {
    Agent.Builder agent =
        agent(readable(corpus, reader), properties.openai(), streamingModel, model);
    agent.budget(budget(properties.agent()));
    InvalidPropertyException.apply(
        "arag.agent.instructions", properties.agent().instructions(), agent::instructions);
    strategy.ifUnique(agent::strategy);
    observers.orderedStream().forEach(agent::observer);
    customizers.orderedStream().forEach(each -> each.customize(agent));
    return agent.build();
  }

  private static Agent.Builder agent(
      Corpus corpus,
      AragProperties.OpenAi openai,
      ObjectProvider<StreamingChatModel> streamingModel,
      ObjectProvider<ChatModel> model) {
    StreamingChatModel streaming = streamingModel.getIfUnique();
    if (streaming != null) {
      return Agent.builder(corpus, streaming);
    }
    ChatModel own = model.getIfUnique();
    if (own != null) {
      return Agent.builder(corpus, own);
    }
    OpenAiCompatible endpoint = endpoint(openai);
    return openai.streaming()
        ? Agent.builder(corpus, endpoint.streamingChatModel())
        : Agent.builder(corpus, endpoint.chatModel());
  }

  private static OpenAiCompatible endpoint(AragProperties.OpenAi openai) {
    OpenAiCompatible.Builder endpoint = OpenAiCompatible.builder();
    InvalidPropertyException.apply("arag.openai.base-url", openai.baseUrl(), endpoint::baseUrl);
    InvalidPropertyException.apply("arag.openai.model", openai.model(), endpoint::model);
    InvalidPropertyException.apply("arag.openai.api-key", openai.apiKey(), endpoint::apiKey);
    InvalidPropertyException.apply(
        "arag.openai.temperature", openai.temperature(), endpoint::temperature);
    InvalidPropertyException.apply("arag.openai.timeout", openai.timeout(), endpoint::timeout);
    return InvalidPropertyException.convert("arag.openai", endpoint, each -> each.build());
  }

  private static Budget budget(AragProperties.Agent properties) {
    Budget.Builder budget = Budget.builder();
    InvalidPropertyException.apply("arag.agent.max-turns", properties.maxTurns(), budget::maxTurns);
    InvalidPropertyException.apply("arag.agent.timeout", properties.timeout(), budget::timeout);
    InvalidPropertyException.apply(
        "arag.agent.context-tokens", properties.contextTokens(), budget::contextTokens);
    return budget.build();
  }

  /** Whether there is a model: one bean, or settings of an endpoint. */
  static final class OnModel extends AnyNestedCondition {
    OnModel() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @Conditional(OnEndpoint.class)
    static final class Endpoint {}

    @ConditionalOnSingleCandidate(ChatModel.class)
    static final class ChatModelBean {}

    @ConditionalOnSingleCandidate(StreamingChatModel.class)
    static final class StreamingChatModelBean {}
  }

  /** Whether a setting of an endpoint is not blank. */
  static final class OnEndpoint implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return Stream.of("arag.openai.model", "arag.openai.base-url", "arag.openai.api-key")
          .anyMatch(each -> !context.getEnvironment().getProperty(each, "").isBlank());
    }
  }

  private static Strategy strategy(@Nullable String name, Function<String, Strategy> named) {
    return name == null
        ? Strategies.arag()
        : InvalidPropertyException.convert("arag.strategy", name, named);
  }

  /** Finds the strategies of {@code arag-strategies} too. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("arag.strategy")
  @ConditionalOnClass(OtherStrategies.class)
  static class StrategiesConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Strategy aragStrategy(AragProperties properties, ObjectProvider<Strategies> names) {
      return strategy(properties.strategy(), names.getIfUnique(OtherStrategies::all)::named);
    }
  }

  /** Finds the strategies of {@code arag-graph} and {@code arag-knowledge} too. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("arag.strategy")
  @ConditionalOnClass({OtherStrategies.class, Knowledge.class})
  @ConditionalOnSingleCandidate(Index.class)
  @Order(1)
  static class KnowledgeStrategyConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Knowledge aragKnowledge(Index index, AragProperties properties) {
      return Knowledge.of(index, Objects.requireNonNullElse(properties.openai().model(), ""));
    }

    @Bean
    @ConditionalOnMissingBean
    Strategies aragKnowledgeStrategyNames(Knowledge knowledge) {
      return knowledge.addTo(new GraphStrategyConfiguration().aragStrategyNames());
    }
  }

  /** Finds the strategy of {@code arag-graph} too. */
  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @ConditionalOnProperty("arag.strategy")
  @ConditionalOnClass({OtherStrategies.class, Graphs.class})
  static class GraphStrategyConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Strategies aragStrategyNames() {
      return OtherStrategies.all()
          .withOptions(Graphs.LINEAR, OtherStrategies.chunks(Graphs.LINEAR_CHUNKS, Graphs::linear));
    }
  }

  /** Finds the strategies of {@code arag-agent}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty("arag.strategy")
  @ConditionalOnMissingClass("dev.arag.strategies.OtherStrategies")
  static class BuiltInStrategyConfiguration {
    @Bean
    @ConditionalOnMissingBean
    Strategy aragStrategy(AragProperties properties) {
      return strategy(properties.strategy(), Strategies.builtIn()::named);
    }
  }

  /** Records metrics. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({MicrometerRunObserver.class, MeterRegistry.class})
  @ConditionalOnSingleCandidate(MeterRegistry.class)
  static class MicrometerConfiguration {
    @Bean
    @ConditionalOnMissingBean
    MicrometerRunObserver aragMicrometer(MeterRegistry registry) {
      return MicrometerRunObserver.of(registry);
    }
  }

  /** Records traces and metrics. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({OpenTelemetryRunObserver.class, OpenTelemetry.class})
  @ConditionalOnSingleCandidate(OpenTelemetry.class)
  static class OpenTelemetryConfiguration {
    @Bean
    @ConditionalOnMissingBean
    OpenTelemetryRunObserver aragOpenTelemetry(
        OpenTelemetry telemetry, AragProperties properties, Environment environment) {
      OpenTelemetryRunObserver observer = OpenTelemetryRunObserver.of(telemetry);
      String name = environment.getProperty("spring.application.name", "");
      OpenTelemetryRunObserver named = name.isBlank() ? observer : observer.named(name);
      return properties.observability().content() ? named.withContent() : named;
    }
  }

  /** Offers the tools to all AI services of LangChain4j, on request only. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({LangChain4jTools.class, ToolProvider.class})
  @ConditionalOnBooleanProperty("arag.langchain4j.tool-provider")
  static class LangChain4jConfiguration {
    @Bean
    @ConditionalOnMissingBean
    ToolProvider aragToolProvider(Corpus corpus, ObjectProvider<ReaderPrincipals> reader) {
      return LangChain4jTools.toolProvider(readable(corpus, reader));
    }
  }
}
