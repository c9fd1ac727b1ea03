package dev.arag.spring;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Application contexts with the auto-configurations of the starter. */
final class Starter {
  static final String QUESTION = "Who approves invoices?";

  private Starter() {}

  static ApplicationContextRunner withoutProperties() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                AragActuatorAutoConfiguration.class,
                AragAgentAutoConfiguration.class,
                AragIndexAutoConfiguration.class))
        .withPropertyValues("management.endpoints.web.exposure.include=arag");
  }

  /** An embedder without a native library makes the tests fast. */
  static ApplicationContextRunner with(Path index) {
    return withoutProperties()
        .withBean(Embedder.class, HashEmbedder::new)
        .withPropertyValues("arag.index=" + index);
  }

  static Path write(Path folder, String file, String text) {
    try {
      Files.createDirectories(folder);
      return Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("The condition was not met within a minute.");
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
