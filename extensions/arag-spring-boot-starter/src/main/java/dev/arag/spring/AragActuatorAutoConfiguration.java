package dev.arag.spring;

import dev.arag.index.Index;
import dev.arag.spring.internal.actuator.ApiKeySanitizer;
import dev.arag.spring.internal.actuator.AragEndpoint;
import dev.arag.spring.internal.actuator.Boot3HealthIndicator;
import dev.arag.spring.internal.actuator.Boot4HealthIndicator;
import dev.arag.spring.internal.actuator.IndexHealth;
import dev.arag.spring.internal.lifecycle.ActiveRuns;
import dev.arag.spring.internal.lifecycle.BackgroundSync;
import dev.arag.spring.internal.property.AragProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Adds a health indicator and an endpoint, and hides the API key in other endpoints. */
@AutoConfiguration(after = AragIndexAutoConfiguration.class)
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnProperty("arag.index")
public final class AragActuatorAutoConfiguration {
  /** Constructed by Spring. */
  AragActuatorAutoConfiguration() {}

  /** The values of the endpoints {@code env} and {@code configprops}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(SanitizingFunction.class)
  static class SanitizingConfiguration {
    @Bean
    SanitizingFunction aragSanitizingFunction(AragProperties properties) {
      return new ApiKeySanitizer(properties.openai().apiKey());
    }
  }

  /** The endpoint {@code arag}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
  @ConditionalOnSingleCandidate(Index.class)
  static class EndpointConfiguration {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    AragEndpoint aragEndpoint(Index index, ActiveRuns runs, ObjectProvider<BackgroundSync> sync) {
      return new AragEndpoint(index, runs, sync.getIfAvailable());
    }
  }

  /** The health indicator for Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @ConditionalOnSingleCandidate(Index.class)
  static class Boot3HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "aragHealthIndicator")
    @org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator(
        "arag")
    Boot3HealthIndicator aragHealthIndicator(Index index, ObjectProvider<BackgroundSync> sync) {
      return new Boot3HealthIndicator(new IndexHealth(index, sync.getIfAvailable()));
    }
  }

  /** The health indicator for Spring Boot 4, which moved the classes. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @ConditionalOnSingleCandidate(Index.class)
  static class Boot4HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "aragHealthIndicator")
    @org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator(
        "arag")
    Boot4HealthIndicator aragHealthIndicator(Index index, ObjectProvider<BackgroundSync> sync) {
      return new Boot4HealthIndicator(new IndexHealth(index, sync.getIfAvailable()));
    }
  }
}
