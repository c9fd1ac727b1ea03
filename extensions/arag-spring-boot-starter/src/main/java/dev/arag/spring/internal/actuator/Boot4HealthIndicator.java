package dev.arag.spring.internal.actuator;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of the index for Spring Boot 4. */
public final class Boot4HealthIndicator implements HealthIndicator {
  private final IndexHealth index;

  public Boot4HealthIndicator(IndexHealth index) {
    this.index = index;
  }

  @Override
  public Health health() {
    IndexHealth.State state = index.state();
    return (state.isUp() ? Health.up() : Health.down()).withDetails(state.details()).build();
  }
}
