package dev.arag.agent.internal.typed;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Determines the field types of a record's components and rejects unsupported types. */
final class FieldTypes {
  private final Set<Class<?>> enclosing = new LinkedHashSet<>();

  private FieldTypes() {}

  /**
   * Determines the type of a record.
   *
   * @throws IllegalArgumentException if a component has an unsupported type; the message names the
   *     component
   */
  static RecordType ofRecord(Class<?> type) {
    return new FieldTypes().record(type);
  }

  private RecordType record(Class<?> type) {
    if (!enclosing.add(type)) {
      throw new IllegalArgumentException(
          type.getName()
              + " is recursive; recursive records are not supported. Use a flat list instead.");
    }
    Map<String, FieldType> components = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String path = type.getSimpleName() + "." + component.getName();
      FieldType field = fieldType(component.getAnnotatedType(), path);
      boolean isNullable = isNullable(component) || isNullable(component.getAnnotatedType());
      boolean needsNull = isNullable && !component.getType().isPrimitive();
      components.put(component.getName(), needsNull ? new OptionalType(field, false) : field);
    }
    enclosing.remove(type);
    return new RecordType(Collections.unmodifiableMap(components), constructor(type));
  }

  private static boolean isNullable(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
  }

  private FieldType fieldType(AnnotatedType annotated, String path) {
    Type type = annotated.getType();
    if (type instanceof Class<?> plain) {
      return fieldType(plain, path);
    }
    if (type instanceof ParameterizedType generic
        && annotated instanceof AnnotatedParameterizedType arguments) {
      AnnotatedType element = arguments.getAnnotatedActualTypeArguments()[0];
      if (generic.getRawType() == List.class) {
        return new ListType(elementType(element, path));
      }
      if (generic.getRawType() == Optional.class) {
        return new OptionalType(elementType(element, path), true);
      }
    }
    throw unsupported(type, path);
  }

  private FieldType elementType(AnnotatedType type, String path) {
    FieldType element = fieldType(type, path);
    if (element instanceof OptionalType || isNullable(type)) {
      throw new IllegalArgumentException(
          "The elements of " + path + " must not be optional or nullable.");
    }
    return element;
  }

  private FieldType fieldType(Class<?> type, String path) {
    if (type.isRecord() && type.getTypeParameters().length == 0) {
      return record(type);
    }
    if (type.isEnum()) {
      return new EnumType(
          Stream.of(type.getEnumConstants()).<Enum<?>>map(each -> (Enum<?>) each).toList());
    }
    return ScalarTypes.of(type).orElseThrow(() -> unsupported(type, path));
  }

  private static IllegalArgumentException unsupported(Type type, String path) {
    return new IllegalArgumentException(
        path
            + " has the unsupported type "
            + type.getTypeName()
            + ". Use String, a number, boolean, LocalDate, an enum, a"
            + " record, or List or Optional of these.");
  }

  private static Constructor<?> constructor(Class<?> type) {
    Class<?>[] types =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "The constructor of "
              + type.getName()
              + " is not accessible. Open its package to dev.arag.agent.",
          e);
    }
  }
}
