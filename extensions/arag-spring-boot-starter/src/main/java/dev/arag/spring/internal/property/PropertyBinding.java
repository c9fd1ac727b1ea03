package dev.arag.spring.internal.property;

import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionFailedException;

/**
 * How the properties with the prefix {@code arag} are bound:
 *
 * <ul>
 *   <li>A blank value counts as not set. A placeholder with an empty default, such as <code>${KEY:}
 *       </code>, has a blank value.
 *   <li>Conversion errors do not contain the value, which may be an API key in the wrong property.
 * </ul>
 */
public final class PropertyBinding implements ConfigurationPropertiesBindHandlerAdvisor {
  private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("arag");

  @Override
  public BindHandler apply(BindHandler handler) {
    return new Handler(handler);
  }

  private static final class Handler extends AbstractBindHandler {
    Handler(BindHandler parent) {
      super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
        ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
      Object bound = super.onSuccess(name, target, context, result);
      return PREFIX.isAncestorOf(name) && isBlankOrNull(bound) ? null : bound;
    }

    @Override
    public @Nullable Object onFailure(
        ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
        throws Exception {
      if (error instanceof UnboundConfigurationPropertiesException unbound) {
        requireValues(unbound, context);
      }
      if (!(error instanceof ConversionException) || !PREFIX.isAncestorOf(name)) {
        return super.onFailure(name, target, context, error);
      }
      if (error instanceof ConversionFailedException failed && isBlankOrNull(failed.getValue())) {
        return onSuccess(name, target, context, "");
      }
      String type = target.getType().toClass().getSimpleName();
      throw new InvalidPropertyException(name.toString(), "It must be of type " + type + ".", null);
    }

    /** Spring reports the properties of a list element without a value as unknown. */
    private static void requireValues(
        UnboundConfigurationPropertiesException unbound, BindContext context) {
      for (ConfigurationProperty each : unbound.getUnboundProperties()) {
        ConfigurationPropertyName name = each.getName();
        if (PREFIX.isAncestorOf(name)
            && context.getBinder().bind(name, Bindable.of(String.class)).orElse("").isBlank()) {
          throw new InvalidPropertyException(name.toString(), "It has no value.", null);
        }
      }
    }

    /** Without {@code onSuccess}, Spring would report a blank number as an unknown property. */
    @Override
    public void onFinish(
        ConfigurationPropertyName name,
        Bindable<?> target,
        BindContext context,
        @Nullable Object result)
        throws Exception {
      if (result == null && PREFIX.isAncestorOf(name) && isPresent(name, context)) {
        Object unused = onSuccess(name, target, context, "");
      }
      super.onFinish(name, target, context, result);
    }

    /** Spring converts an empty string to null, which a primitive type rejects. */
    private static boolean isBlankOrNull(@Nullable Object value) {
      return value == null || (value instanceof String text && text.isBlank());
    }

    private static boolean isPresent(ConfigurationPropertyName name, BindContext context) {
      return StreamSupport.stream(context.getSources().spliterator(), false)
          .anyMatch(source -> source.getConfigurationProperty(name) != null);
    }
  }
}
