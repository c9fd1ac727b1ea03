package dev.arag.spring.ai;

import dev.arag.agent.Agent;
import dev.arag.spring.ai.internal.SpringAiChatModel;
import java.util.stream.Stream;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Gives the Spring AI model of an application to the agent of {@code arag-spring-boot-starter}, if
 * the application has no other model for it. Runs after the auto-configurations of Spring AI's
 * models, and before that of the agent.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE - 1)
@ConditionalOnProperty("arag.index")
@ConditionalOnSingleCandidate(ChatModel.class)
public final class SpringAiAutoConfiguration {
  /** Constructed by Spring. */
  SpringAiAutoConfiguration() {}

  @Bean
  @Conditional(OnNoEndpoint.class)
  @ConditionalOnMissingBean({
    Agent.class,
    dev.langchain4j.model.chat.ChatModel.class,
    dev.langchain4j.model.chat.StreamingChatModel.class
  })
  dev.langchain4j.model.chat.ChatModel aragSpringAiChatModel(
      ChatModel model, Environment environment) {
    return new SpringAiChatModel(model, environment::getProperty);
  }

  /** Whether the settings {@code arag.openai} of the starter name no model. */
  static final class OnNoEndpoint implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      return Stream.of("arag.openai.model", "arag.openai.base-url", "arag.openai.api-key")
          .allMatch(each -> context.getEnvironment().getProperty(each, "").isBlank());
    }
  }
}
