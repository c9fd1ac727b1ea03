package dev.arag;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.Stream;

/** Finds types of certain packages in the signatures of public methods and constructors. */
final class PublicSignatures {
  private PublicSignatures() {}

  static ArchCondition<JavaClass> exposePublicly(String... packages) {
    return new ArchCondition<>("show types of " + List.of(packages) + " in a public signature") {
      @Override
      public void check(JavaClass owner, ConditionEvents events) {
        if (owner.getModifiers().contains(JavaModifier.PUBLIC)) {
          owner.getCodeUnits().stream()
              .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
              .filter(unit -> types(unit).anyMatch(type -> isIn(type, packages)))
              .forEach(
                  unit -> events.add(SimpleConditionEvent.satisfied(unit, unit.getFullName())));
        }
      }
    };
  }

  private static Stream<JavaClass> types(JavaCodeUnit unit) {
    return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream())
        .flatMap(type -> type.getAllInvolvedRawTypes().stream());
  }

  private static boolean isIn(JavaClass type, String... packages) {
    return Stream.of(packages).anyMatch(part -> type.getName().contains(part));
  }
}
