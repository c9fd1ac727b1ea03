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

/** Finds the shapes of types, and says which types have none. */
final class FieldTypes {
  private final Set<Class<?>> around = new LinkedHashSet<>();

  private FieldTypes() {}

  /**
   * @throws IllegalArgumentException naming the component that has no shape
   */
  static RecordType ofRecord(Class<?> type) {
    return new FieldTypes().record(type);
  }

  private RecordType record(Class<?> type) {
    if (!around.add(type)) {
      throw new IllegalArgumentException(
          type.getName() + " holds itself: a form must have an end. Ask for a flat list.");
    }
    Map<String, FieldType> components = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String where = type.getSimpleName() + "." + component.getName();
      FieldType shape = shape(component.getAnnotatedType(), where);
      boolean isNullable = isNullable(component) || isNullable(component.getAnnotatedType());
      boolean needsNull = isNullable && !component.getType().isPrimitive();
      components.put(component.getName(), needsNull ? new OptionalType(shape, false) : shape);
    }
    around.remove(type);
    return new RecordType(Collections.unmodifiableMap(components), constructor(type));
  }

  private static boolean isNullable(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .anyMatch(each -> each.annotationType().getSimpleName().equals("Nullable"));
  }

  private FieldType shape(AnnotatedType annotated, String where) {
    Type type = annotated.getType();
    if (type instanceof Class<?> plain) {
      return shape(plain, where);
    }
    if (type instanceof ParameterizedType generic
        && annotated instanceof AnnotatedParameterizedType parts) {
      AnnotatedType element = parts.getAnnotatedActualTypeArguments()[0];
      if (generic.getRawType() == List.class) {
        return new ListType(element(element, where));
      }
      if (generic.getRawType() == Optional.class) {
        return new OptionalType(element(element, where), true);
      }
    }
    throw unknown(type, where);
  }

  private FieldType element(AnnotatedType type, String where) {
    FieldType shape = shape(type, where);
    if (shape instanceof OptionalType || isNullable(type)) {
      throw new IllegalArgumentException(
          where + " holds elements that may be missing: leave them out instead.");
    }
    return shape;
  }

  private FieldType shape(Class<?> type, String where) {
    if (type.isRecord() && type.getTypeParameters().length == 0) {
      return record(type);
    }
    if (type.isEnum()) {
      return new EnumType(
          Stream.of(type.getEnumConstants()).<Enum<?>>map(each -> (Enum<?>) each).toList());
    }
    return ScalarTypes.of(type).orElseThrow(() -> unknown(type, where));
  }

  private static IllegalArgumentException unknown(Type type, String where) {
    return new IllegalArgumentException(
        where
            + " is a "
            + type.getTypeName()
            + ", which a model cannot fill in. Use String, a number, boolean, LocalDate, an enum, a"
            + " record, or List or Optional of these.");
  }

  private static Constructor<?> constructor(Class<?> type) {
    Class<?>[] parts =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parts);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException | InaccessibleObjectException e) {
      throw new IllegalArgumentException(
          "Values of "
              + type.getName()
              + " cannot be made from here. Open its package to dev.arag.agent.",
          e);
    }
  }
}
