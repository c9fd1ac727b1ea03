package dev.arag.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tests run with the versions of libraries that the build has selected. With {@code
 * -Pcompat}, the build replaces libraries on the class path. Without this check, a replacement that
 * has no effect would go unnoticed.
 */
@Tag("compat")
public abstract class LibraryVersionsContract {
  @Test
  void testsRunWithTheSelectedLibraries() {
    List<String> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Path.of(entry).getFileName().toString())
            .toList();
    for (String library : System.getProperty("arag.libraries", "").split(",")) {
      String artifact = library.replaceAll("-\\d.*", "");
      assertThat(jars)
          .filteredOn(jar -> !artifact.isEmpty() && jar.matches(artifact + "-\\d.*"))
          .allMatch(jar -> jar.equals(library + ".jar"))
          .hasSize(artifact.isEmpty() ? 0 : 1);
      System.out.println("Tested with " + (library.isEmpty() ? "the default versions" : library));
    }
  }
}
