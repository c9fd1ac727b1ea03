package dev.arag.spring;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health of the index for Spring Boot 3. */
final class Boot3HealthIndicator implements HealthIndicator {
  private final IndexHealth index;

  Boot3HealthIndicator(IndexHealth index) {
    this.index = index;
  }

  @Override
  public Health health() {
    IndexHealth.State state = index.state();
    return (state.isUp() ? Health.up() : Health.down()).withDetails(state.details()).build();
  }
}
