package dev.arag.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Passes null for each parameter of each public method and constructor of a type. A parameter that
 * is not nullable must be rejected at once, with an exception that names it.
 *
 * @param valid valid arguments; the first one that fits the type of a parameter is used
 */
public record NullArguments(List<Object> valid) {
  /**
   * @param target the type to test, or an object of the type, which receives the calls of its
   *     methods
   */
  public void requireRejected(Object target) {
    for (Executable call : publicCalls(target)) {
      AnnotatedType[] parameters = call.getAnnotatedParameterTypes();
      for (int i = 0; i < parameters.length; i++) {
        boolean takesNull = parameters[i].isAnnotationPresent(Nullable.class);
        if (!takesNull && !call.getParameterTypes()[i].isPrimitive()) {
          requireRejected(target, call, i);
        }
      }
    }
  }

  private static List<Executable> publicCalls(Object target) {
    Class<?> type = target instanceof Class<?> itself ? itself : target.getClass();
    List<Executable> calls = new ArrayList<>();
    if (!Modifier.isAbstract(type.getModifiers())) {
      calls.addAll(List.of(type.getConstructors()));
    }
    for (Method method : type.getMethods()) {
      boolean isCallable = target != type || Modifier.isStatic(method.getModifiers());
      if (isOurs(method) && isCallable && !method.isBridge()) {
        calls.add(method);
      }
    }
    return calls;
  }

  private static boolean isOurs(Method method) {
    return method.getDeclaringClass().getName().startsWith("dev.arag.")
        && !method.getName().equals("equals");
  }

  private void requireRejected(Object target, Executable call, int parameter) {
    Object[] arguments = Arrays.stream(call.getParameterTypes()).map(this::valid).toArray();
    arguments[parameter] = null;
    call.setAccessible(true);
    Throwable failure = catchThrowable(() -> invoke(target, call, arguments));
    assertThat(failure).as("%s, parameter %d", call, parameter).isNotNull();
    assertThat(failure.getCause())
        .as("%s, parameter %d", call, parameter)
        .isInstanceOf(NullPointerException.class)
        .message()
        .matches("[a-zA-Z]+");
  }

  private static @Nullable Object invoke(Object target, Executable call, Object[] arguments)
      throws ReflectiveOperationException, InvocationTargetException {
    return call instanceof Constructor<?> constructor
        ? constructor.newInstance(arguments)
        : ((Method) call).invoke(target, arguments);
  }

  private Object valid(Class<?> type) {
    if (type.isPrimitive()) {
      return type == boolean.class ? false : primitive(type);
    }
    return Stream.concat(valid.stream(), Stream.of(1, 1L))
        .filter(type::isInstance)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no valid argument of " + type));
  }

  private static Object primitive(Class<?> type) {
    return Map.<Class<?>, Object>of(int.class, 1, long.class, 1L, float.class, 1f, double.class, 1d)
        .get(type);
  }
}
