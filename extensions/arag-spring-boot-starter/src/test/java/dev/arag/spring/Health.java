package dev.arag.spring;

import java.util.Map;
import org.springframework.context.ApplicationContext;

/** The health of the index. Its types are read by reflection, because Spring Boot 4 moved them. */
record Health(String status, Map<String, Object> details) {
  @SuppressWarnings("unchecked")
  static Health of(ApplicationContext context) {
    Object health = call(context.getBean("aragHealthIndicator"), "health");
    return new Health(
        call(health, "getStatus").toString(), (Map<String, Object>) call(health, "getDetails"));
  }

  private static Object call(Object target, String method) {
    try {
      var found = target.getClass().getDeclaredMethod(method);
      found.setAccessible(true);
      return found.invoke(target);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
