package dev.arag.spring.internal.actuator;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The health of the index for Spring Boot 3. */
public final class Boot3HealthIndicator implements HealthIndicator {
  private final IndexHealth index;

  public Boot3HealthIndicator(IndexHealth index) {
    this.index = index;
  }

  @Override
  public Health health() {
    IndexHealth.State state = index.state();
    return (state.isUp() ? Health.up() : Health.down()).withDetails(state.details()).build();
  }
}
