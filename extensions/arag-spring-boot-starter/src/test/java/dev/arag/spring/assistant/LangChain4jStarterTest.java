package dev.arag.spring.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The starter beside LangChain4j's starter, whose AI services are wired from beans. */
class LangChain4jStarterTest {
  @TempDir Path folder;

  @SpringBootApplication
  static class Application {
    @Bean
    ScriptedChatModel model() {
      return ScriptedChatModel.script().answer("Hello.").answer("Hello again.");
    }

    @Bean
    Embedder embedder() {
      return new HashEmbedder();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnTools {
    @Bean
    ToolProvider weather() {
      ToolSpecification tool = ToolSpecification.builder().name("weather").build();
      return request ->
          ToolProviderResult.builder().add(tool, (call, memory) -> "It is sunny.").build();
    }
  }

  private List<String> toolsOfTheAssistant(Class<?> configuration, String... properties) {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class, configuration)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .run(
                Stream.concat(
                        Stream.of("arag.index=" + folder.resolve("index")), Stream.of(properties))
                    .map(each -> "--" + each)
                    .toArray(String[]::new))) {
      assertThat(context.getBean(Assistant.class).chat("Hi")).isEqualTo("Hello.");
      assertThat(context.getBeanNamesForType(Agent.class)).hasSize(1);
      assertThat(context.getBeanNamesForType(ChatModel.class)).hasSize(1);
      return context
          .getBean(ScriptedChatModel.class)
          .requests()
          .get(0)
          .toolSpecifications()
          .stream()
          .map(ToolSpecification::name)
          .toList();
    }
  }

  @Test
  void theAssistantHasNoToolsOfOurs() {
    assertThat(toolsOfTheAssistant(Object.class)).isEmpty();
  }

  @Test
  void theToolProviderOfTheApplicationIsUsed() {
    assertThat(toolsOfTheAssistant(OwnTools.class)).containsExactly("weather");
    assertThat(toolsOfTheAssistant(OwnTools.class, "arag.langchain4j.tool-provider=true"))
        .containsExactly("weather");
  }

  @Test
  void theAssistantHasOurToolsOnRequest() {
    assertThat(toolsOfTheAssistant(Object.class, "arag.langchain4j.tool-provider=true"))
        .containsExactlyInAnyOrder("keyword_search", "semantic_search", "chunk_read");
  }
}
