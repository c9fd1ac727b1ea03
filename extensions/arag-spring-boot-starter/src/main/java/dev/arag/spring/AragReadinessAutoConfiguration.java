package dev.arag.spring;

import dev.arag.index.Index;
import dev.arag.spring.internal.lifecycle.IndexAvailability;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.context.annotation.Bean;

/** Makes the readiness of the application wait for the first commit of the index. */
@AutoConfiguration(before = ApplicationAvailabilityAutoConfiguration.class)
@ConditionalOnProperty("arag.index")
@ConditionalOnBooleanProperty("arag.ready-after-first-commit")
public final class AragReadinessAutoConfiguration {
  /** Constructed by Spring. */
  AragReadinessAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(ApplicationAvailability.class)
  IndexAvailability applicationAvailability(ObjectProvider<Index> index) {
    return new IndexAvailability(index);
  }
}
