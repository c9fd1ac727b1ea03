package dev.arag.spring;

import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionException;

/**
 * Replaces conversion errors of the properties with the prefix {@code arag}. Spring's messages
 * contain the value, which may be an API key in the wrong property.
 */
final class ConversionErrors implements ConfigurationPropertiesBindHandlerAdvisor {
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("arag");

  @Override
  public BindHandler apply(BindHandler handler) {
    return new AbstractBindHandler(handler) {
      @Override
      public Object onFailure(
          ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
          throws Exception {
        if (error instanceof ConversionException && PREFIX.isAncestorOf(name)) {
          String type = target.getType().toClass().getSimpleName();
          throw new InvalidPropertyException(
              name.toString(), "It must be of type " + type + ".", null);
        }
        return super.onFailure(name, target, context, error);
      }
    };
  }
}
