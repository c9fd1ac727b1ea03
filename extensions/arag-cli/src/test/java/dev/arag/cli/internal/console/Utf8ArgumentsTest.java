package dev.arag.cli.internal.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.cli.internal.option.TimeoutConverter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Tests the parsing of arguments and durations. */
final class Utf8ArgumentsTest {
  @Test
  void lostCharactersAreRecoveredFromTheCommandLine() {
    String[] args = {"keyword", "my.arag", "J\uFFFD\uFFFDrund"};
    String typed = "java\0-jar\0arag.jar\0keyword\0my.arag\0Jörund\0";
    assertThat(Utf8Arguments.recover(args, typed)).containsExactly("keyword", "my.arag", "Jörund");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "java\0", "java\0other\0Jörund\0", "Jörund\0"})
  void inconsistentCommandLineIsIgnored(String typed) {
    String[] args = {"keyword", "J\uFFFD\uFFFDrund"};
    assertThat(Utf8Arguments.recover(args, typed)).isEqualTo(args);
  }

  @ParameterizedTest
  @CsvSource({"90s, 90", "5m, 300", "1h, 3600"})
  void durationsRequireAUnit(String text, long seconds) {
    assertThat(new TimeoutConverter().convert(text)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "m", "-5m", "5 m", "5min", "99999999999h", "٥m"})
  void invalidDurationsAreRejected(String text) {
    assertThatThrownBy(() -> new TimeoutConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
