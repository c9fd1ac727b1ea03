package dev.arag.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.agent.spi.EndpointChatModel;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.corpus.Corpus;
import dev.arag.spring.AragAgentAutoConfiguration;
import dev.arag.spring.AragIndexAutoConfiguration;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Which model the agent of the starter uses. */
class SpringAiAutoConfigurationTest {
  @TempDir Path folder;

  private ApplicationContextRunner starter() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                AragAgentAutoConfiguration.class,
                AragIndexAutoConfiguration.class,
                SpringAiAutoConfiguration.class))
        .withBean(Corpus.class, Fixtures::corpus)
        .withPropertyValues("arag.index=" + folder.resolve("index"));
  }

  private static ScriptedSpringModel model() {
    return new ScriptedSpringModel(
        Fixtures.call("chunk_read", "{\"chunk_ids\":[\"k1\"]}"), Fixtures.text(Fixtures.CITED));
  }

  @Test
  void theAgentUsesTheModelOfSpringAi() {
    starter()
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .run(
            context -> {
              Agent agent = context.getBean(Agent.class);
              assertThat(agent.modelName()).isEqualTo(Optional.of("scripted"));
              assertThat(agent.ask(Fixtures.QUESTION).text()).startsWith("Mira Voss");
            });
  }

  /** The options of a model that Spring Boot configures have no address and no key. */
  @Test
  void thePropertiesNameTheServerAndTheKey() {
    starter()
        .withBean(ChatModel.class, UnconnectedModel::new)
        .withPropertyValues(
            "spring.ai.openai.base-url=http://localhost:1/v1", "spring.ai.openai.api-key=sk-1")
        .run(
            context -> {
              EndpointChatModel model =
                  (EndpointChatModel) context.getBean(dev.langchain4j.model.chat.ChatModel.class);
              assertThat(model.endpoint()).isEqualTo("m at http://localhost:1/v1");
              assertThat(model.redact("no such key: sk-1")).isEqualTo("no such key: ***");
            });
  }

  private static final class UnconnectedModel implements ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ChatOptions getOptions() {
      return OpenAiChatOptions.builder().model("m").build();
    }
  }

  @Test
  void aModelOfLangChain4jHasPrecedence() {
    starter()
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withBean("own", dev.langchain4j.model.chat.ChatModel.class, ScriptedChatModel::script)
        .run(
            context -> {
              assertThat(context).doesNotHaveBean("aragSpringAiChatModel");
              assertThat(context.getBean(Agent.class).modelName()).isEmpty();
            });
  }

  @Test
  void thePropertiesOfTheStarterHavePrecedence() {
    starter()
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withPropertyValues(
            "arag.openai.base-url=http://localhost:1/v1", "arag.openai.model=configured")
        .run(
            context ->
                assertThat(context.getBean(Agent.class).modelName())
                    .isEqualTo(Optional.of("configured")));
  }

  @Test
  void blankPropertiesCountAsNotSet() {
    starter()
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withPropertyValues("arag.openai.api-key=")
        .run(
            context ->
                assertThat(context.getBean(Agent.class).modelName())
                    .isEqualTo(Optional.of("scripted")));
  }

  @Test
  void ofTwoModelsThePrimaryOneIsUsed() {
    starter()
        .withBean("one", ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withBean("two", ChatModel.class, ScriptedSpringModel::new, bean -> bean.setPrimary(true))
        .run(context -> assertThat(context).hasSingleBean(Agent.class));
  }

  /** The starter explains at startup what an agent needs if a bean asks for one. */
  @Test
  void withTwoModelsThereIsNoAgent() {
    starter()
        .withBean("one", ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withBean("two", ChatModel.class, SpringAiAutoConfigurationTest::model)
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Agent.class));
  }

  @Test
  void theAgentOfTheApplicationNeedsNoModelBean() {
    starter()
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .withBean(
            Agent.class, () -> Agent.builder(Fixtures.corpus(), ScriptedChatModel.script()).build())
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Agent.class)
                    .doesNotHaveBean("aragSpringAiChatModel"));
  }

  @Test
  void withoutAnIndexThereIsNoBean() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(SpringAiAutoConfiguration.class))
        .withBean(ChatModel.class, SpringAiAutoConfigurationTest::model)
        .run(context -> assertThat(context).doesNotHaveBean("aragSpringAiChatModel"));
  }
}
