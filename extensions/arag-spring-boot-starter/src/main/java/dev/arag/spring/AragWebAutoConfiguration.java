package dev.arag.spring;

import dev.arag.spring.internal.web.AgentExceptionHandler;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Responds to requests whose question was blank or has no answer. */
@AutoConfiguration
@ConditionalOnProperty("arag.index")
@ConditionalOnWebApplication
@ConditionalOnClass(RestControllerAdvice.class)
public final class AragWebAutoConfiguration {
  /** Constructed by Spring. */
  AragWebAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(name = "aragExceptionHandler")
  AgentExceptionHandler aragExceptionHandler() {
    return new AgentExceptionHandler();
  }
}
