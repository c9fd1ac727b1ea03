package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.knowledge.Knowledge;
import dev.arag.micrometer.MicrometerRunObserver;
import dev.arag.opentelemetry.OpenTelemetryRunObserver;
import dev.arag.pdf.PdfParser;
import dev.arag.spring.internal.actuator.AragEndpoint;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import dev.arag.tika.TikaParser;
import dev.arag.tools.Toolbox;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.service.tool.ToolProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.propagation.ContextPropagators;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Which beans there are, and when each of them backs off. */
class ConditionsTest {
  @TempDir Path folder;

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index"));
  }

  private static ChatModel model() {
    return ScriptedChatModel.script();
  }

  /** With every library and bean that could be used, and every other property. */
  @Test
  void addsNoBeanWithoutAnIndex() {
    Starter.withoutProperties()
        .withBean(ChatModel.class, ConditionsTest::model)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(OpenTelemetry.class, OpenTelemetry::noop)
        .withPropertyValues(
            "arag.sources[0].path=" + folder,
            "arag.openai.base-url=http://localhost:1/v1",
            "arag.openai.model=m",
            "arag.strategy=direct",
            "arag.langchain4j.tool-provider=true")
        .run(
            context ->
                assertThat(
                        Stream.of(context.getBeanDefinitionNames())
                            .filter(name -> name.contains("arag")))
                    .isEmpty());
  }

  @Test
  void addsAllBeans() {
    starter()
        .withBean(ChatModel.class, ConditionsTest::model)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(OpenTelemetry.class, OpenTelemetry::noop)
        .withPropertyValues("arag.strategy=naive-rag:k=10")
        .run(
            context -> {
              assertThat(context)
                  .hasNotFailed()
                  .hasSingleBean(Index.class)
                  .hasSingleBean(Agent.class)
                  .hasSingleBean(Toolbox.class)
                  .hasSingleBean(MicrometerRunObserver.class)
                  .hasSingleBean(OpenTelemetryRunObserver.class)
                  .hasSingleBean(PdfParser.class)
                  .hasSingleBean(TikaParser.class)
                  .hasSingleBean(AragEndpoint.class)
                  .hasSingleBean(SanitizingFunction.class)
                  .hasBean("aragHealthIndicator");
              assertThat(context.getBean(Strategy.class).name()).isEqualTo("naive-rag:k=10");
            });
  }

  @Test
  void theStrategyOfTheEntityGraphHasAName() {
    starter()
        .withPropertyValues("arag.strategy=rewrite+linear:k=10")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(Strategy.class).name()).isEqualTo("rewrite+linear:k=10");
            });
  }

  @Test
  void theStrategiesOfExtractedTextsHaveNames() {
    for (String name : List.of("hippo:k=3", "graded+lightrag:mix,k=3", "linear:k=10")) {
      starter()
          .withPropertyValues("arag.strategy=" + name)
          .run(
              context -> {
                assertThat(context).hasNotFailed().hasSingleBean(Knowledge.class);
                assertThat(context.getBean(Strategy.class).name()).isEqualTo(name);
              });
    }
  }

  /** A placeholder with an empty default, such as <code>${KEY:}</code>, has a blank value. */
  @Test
  void blankSettingsOfAnEndpointAreNotSet() {
    starter()
        .withPropertyValues(
            "arag.openai.base-url=", "arag.openai.model= ", "arag.openai.api-key=${NO_SUCH_KEY:}")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Agent.class));
    starter()
        .withPropertyValues(
            "arag.openai.base-url=http://localhost:1/v1",
            "arag.openai.model=m",
            "arag.openai.api-key=${NO_SUCH_KEY:}")
        .run(context -> assertThat(context).hasSingleBean(Agent.class));
  }

  @Test
  void blankPropertiesAreNotSet() {
    Starter.write(folder.resolve("docs"), "a.txt", "Some text.");
    starter()
        .withBean(ChatModel.class, ConditionsTest::model)
        .withPropertyValues(
            "arag.sources[0].path=" + folder.resolve("docs"),
            "arag.sources[0].name= ",
            "arag.sources[0].prune=",
            "arag.sources[0].prune-share=",
            "arag.sync.on-startup=",
            "arag.sync.every=",
            "arag.embedder= ",
            "arag.strategy=${NO_SUCH_NAME:}",
            "arag.agent.max-turns=",
            "arag.agent.timeout=",
            "arag.agent.context-tokens=",
            "arag.agent.instructions=",
            "arag.openai.temperature=",
            "arag.openai.timeout=",
            "arag.openai.streaming=",
            "arag.observability.content=",
            "arag.langchain4j.tool-provider=")
        .run(
            context -> {
              assertThat(context)
                  .hasNotFailed()
                  .hasSingleBean(Agent.class)
                  .doesNotHaveBean(ToolProvider.class);
              assertThat(context.getBean(Strategy.class).name()).isEqualTo("arag");
            });
  }

  /** LangChain4j's starter would add them to every AI service. */
  @Test
  void addsNoBeanThatLangChain4jWires() {
    starter()
        .withPropertyValues("arag.openai.base-url=http://localhost:1/v1", "arag.openai.model=m")
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Agent.class)
                    .doesNotHaveBean(ChatModel.class)
                    .doesNotHaveBean(StreamingChatModel.class)
                    .doesNotHaveBean(ToolProvider.class)
                    .doesNotHaveBean(ContentRetriever.class)
                    .doesNotHaveBean(EmbeddingModel.class));
  }

  @Test
  void indexBacksOffForAnyCorpus() {
    Corpus own = InMemoryCorpus.of(Document.of("d", "Some text."));
    starter()
        .withBean(Corpus.class, () -> own)
        .withBean(ChatModel.class, ConditionsTest::model)
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Corpus.class)
                    .doesNotHaveBean(Index.class)
                    .hasSingleBean(Agent.class)
                    .hasSingleBean(Toolbox.class)
                    .doesNotHaveBean(BackgroundSync.class)
                    .doesNotHaveBean(AragEndpoint.class)
                    .doesNotHaveBean("aragHealthIndicator"));
  }

  @Test
  void indexOfTheApplicationIsSyncedAndObserved() {
    starter()
        .withBean(
            "own",
            Index.class,
            () -> Index.builder(folder.resolve("own")).embedder(new HashEmbedder()).openOrCreate())
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Index.class)
                    .hasBean("own")
                    .hasSingleBean(BackgroundSync.class)
                    .hasBean("aragHealthIndicator"));
  }

  @Test
  void agentToolboxStrategyAndObserversBackOff() {
    starter()
        .withPropertyValues("arag.strategy=direct")
        .withBean(ChatModel.class, ConditionsTest::model)
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(OpenTelemetry.class, OpenTelemetry::noop)
        .withBean(
            "ownAgent",
            Agent.class,
            () -> Agent.builder(InMemoryCorpus.of(Document.of("d", "t")), model()).build())
        .withBean("ownTools", Toolbox.class, () -> Toolbox.of(InMemoryCorpus.of()))
        .withBean("ownStrategy", Strategy.class, Strategies::allIn)
        .withBean(
            "ownMetrics",
            MicrometerRunObserver.class,
            () -> MicrometerRunObserver.of(new SimpleMeterRegistry()))
        .withBean(
            "ownTraces",
            OpenTelemetryRunObserver.class,
            () -> OpenTelemetryRunObserver.of(OpenTelemetry.noop()))
        .withBean("ownPdf", PdfParser.class, PdfParser::new)
        .withBean("ownTika", TikaParser.class, TikaParser::new)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Agent.class)
                    .hasSingleBean(Toolbox.class)
                    .hasSingleBean(Strategy.class)
                    .hasSingleBean(MicrometerRunObserver.class)
                    .hasSingleBean(OpenTelemetryRunObserver.class)
                    .hasSingleBean(PdfParser.class)
                    .hasSingleBean(TikaParser.class)
                    .hasBean("ownAgent")
                    .hasBean("ownTools"));
  }

  @Test
  void thereIsNoAgentWithoutAModel() {
    starter()
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Index.class)
                    .hasSingleBean(Toolbox.class)
                    .doesNotHaveBean(Agent.class));
  }

  @Test
  void thereIsNoAgentForTwoModels() {
    starter()
        .withBean("a", ChatModel.class, ConditionsTest::model)
        .withBean("b", ChatModel.class, ConditionsTest::model)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Agent.class));
  }

  @Test
  void thereAreNoTracesForTwoInstancesOfOpenTelemetry() {
    starter()
        .withBean("a", OpenTelemetry.class, OpenTelemetry::noop)
        .withBean(
            "b", OpenTelemetry.class, () -> OpenTelemetry.propagating(ContextPropagators.noop()))
        .run(
            context ->
                assertThat(context).hasNotFailed().doesNotHaveBean(OpenTelemetryRunObserver.class));
  }

  @Test
  void observersNeedTheirRegistry() {
    starter()
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean(MicrometerRunObserver.class)
                    .doesNotHaveBean(OpenTelemetryRunObserver.class));
  }

  @Test
  void healthAndEndpointCanBeDisabled() {
    starter()
        .withInitializer(
            context ->
                context.getEnvironment().setConversionService(new ApplicationConversionService()))
        .withPropertyValues(
            "management.health.arag.enabled=false", "management.endpoint.arag.access=none")
        .run(
            context ->
                assertThat(context)
                    .doesNotHaveBean("aragHealthIndicator")
                    .doesNotHaveBean(AragEndpoint.class));
  }

  @Test
  void healthIndicatorBacksOff() {
    starter()
        .withBean("aragHealthIndicator", Object.class, () -> "own")
        .run(context -> assertThat(context.getBean("aragHealthIndicator")).isEqualTo("own"));
  }

  @Test
  void toolProviderIsAddedOnRequest() {
    starter()
        .withPropertyValues("arag.langchain4j.tool-provider=true")
        .run(context -> assertThat(context).hasSingleBean(ToolProvider.class));
    ToolProvider own = request -> null;
    starter()
        .withPropertyValues("arag.langchain4j.tool-provider=true")
        .withBean("own", ToolProvider.class, () -> own)
        .run(context -> assertThat(context.getBean(ToolProvider.class)).isSameAs(own));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.arag.langchain4j",
        "dev.arag.micrometer",
        "io.micrometer.core",
        "dev.arag.opentelemetry",
        "io.opentelemetry",
        "dev.arag.pdf",
        "dev.arag.strategies",
        "dev.arag.tika",
        "dev.langchain4j.service",
        "org.springframework.boot.actuate",
        "org.springframework.boot.health"
      })
  void startsWithoutAnOptionalLibrary(String library) {
    starter()
        .withClassLoader(new FilteredClassLoader(library))
        .withBean(ChatModel.class, ConditionsTest::model)
        .withPropertyValues("arag.strategy=naive-rag", "arag.langchain4j.tool-provider=true")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Index.class)
                    .hasSingleBean(Agent.class)
                    .hasSingleBean(Strategy.class));
  }

  @Test
  void withoutOptionalLibrariesTheirBeansAreMissing() {
    starter()
        .withClassLoader(
            new FilteredClassLoader(
                "dev.arag.micrometer",
                "dev.arag.opentelemetry",
                "dev.arag.pdf",
                "dev.arag.tika",
                "org.springframework.boot.actuate",
                "org.springframework.boot.health"))
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withBean(OpenTelemetry.class, OpenTelemetry::noop)
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean("aragMicrometer")
                    .doesNotHaveBean("aragOpenTelemetry")
                    .doesNotHaveBean("aragPdfParser")
                    .doesNotHaveBean("aragTikaParser")
                    .doesNotHaveBean("aragEndpoint")
                    .doesNotHaveBean("aragHealthIndicator"));
  }
}
