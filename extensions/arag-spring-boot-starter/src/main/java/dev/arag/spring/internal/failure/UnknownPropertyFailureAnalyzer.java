package dev.arag.spring.internal.failure;

import dev.arag.spring.internal.property.AragProperties;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Names unknown properties with the prefix {@code arag}, and those that exist in their place.
 * Spring Boot's own analyzer would print their values, and the value of a misspelled property may
 * be an API key.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class UnknownPropertyFailureAnalyzer
    extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("arag");

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
    Set<ConfigurationProperty> unknown = cause.getUnboundProperties();
    if (!unknown.stream().allMatch(each -> PREFIX.isAncestorOf(each.getName()))) {
      return null;
    }
    String description =
        unknown.stream()
            .map(UnknownPropertyFailureAnalyzer::describe)
            .collect(Collectors.joining(System.lineSeparator()));
    return new FailureAnalysis(
        description, "Correct the name of the property, or remove it.", cause);
  }

  private static String describe(ConfigurationProperty property) {
    String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
    return "There is no property '"
        + property.getName()
        + "'"
        + origin
        + ". "
        + alternatives(property.getName());
  }

  /** Lists the properties of the longest prefix that exists. */
  private static String alternatives(ConfigurationPropertyName name) {
    Class<?> type = AragProperties.class;
    int known = 1;
    for (int i = 1; i < name.getNumberOfElements(); i++) {
      Class<?> next = type;
      if (!name.isNumericIndex(i)) {
        Optional<Class<?>> component = component(type, name.getElement(i, Form.UNIFORM));
        if (component.isEmpty()) {
          break;
        }
        next = component.get();
      }
      type = next;
      known = i + 1;
    }
    return "The properties of '"
        + name.chop(known)
        + "' are "
        + names(type).collect(Collectors.joining(", "))
        + ".";
  }

  /** Returns the type of a group of properties; a list of groups has the type of its elements. */
  private static Optional<Class<?>> component(Class<?> type, String element) {
    for (RecordComponent each : type.getRecordComponents()) {
      if (each.getName().equalsIgnoreCase(element)) {
        Class<?> found =
            each.getType() == List.class ? AragProperties.SourceProperties.class : each.getType();
        return found.isRecord() ? Optional.of(found) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Stream<String> names(Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .map(each -> DataObjectPropertyName.toDashedForm(each.getName()));
  }
}
