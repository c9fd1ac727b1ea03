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
    List<Path> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    String selected = System.getProperty("arag.libraries", "");
    for (String library : selected.isEmpty() ? List.<String>of() : List.of(selected.split(","))) {
      List<Path> found = jars.stream().filter(jar -> jar.endsWith(library + ".jar")).toList();
      assertThat(found).as(library).hasSize(1);
      Path allVersions = found.get(0).getParent().getParent();
      assertThat(jars).filteredOn(jar -> jar.startsWith(allVersions)).isEqualTo(found);
    }
    System.out.println("Tested with " + (selected.isEmpty() ? "the default versions" : selected));
  }
}
