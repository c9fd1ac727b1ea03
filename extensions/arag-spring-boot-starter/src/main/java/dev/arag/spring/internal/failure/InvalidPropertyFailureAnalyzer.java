package dev.arag.spring.internal.failure;

import dev.arag.spring.internal.property.InvalidPropertyException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Names a property that cannot be used, without its value, which may be an API key. Spring Boot's
 * own analyzer of binding errors would print the value.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class InvalidPropertyFailureAnalyzer
    extends AbstractFailureAnalyzer<InvalidPropertyException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidPropertyException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Correct the property '" + cause.property() + "'.",
        cause);
  }
}
