package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The readiness of a web application with a new index. */
class ReadinessTest {
  private static final String OPTION = "arag.ready-after-first-commit=true";

  @TempDir Path folder;
  private String index;
  private String source;

  @BeforeEach
  void names() {
    index = "arag.index=" + folder.resolve("index");
    source = "arag.sources[0].path=" + folder.resolve("docs");
  }

  /** A parser that waits until a file exists beside the sources. */
  @Configuration(proxyBeanMethods = false)
  static class SlowConfiguration {
    @Bean
    Parser slow(Environment environment) {
      Path end = Path.of(environment.getRequiredProperty("test.end"));
      return new Parser() {
        @Override
        public Set<String> extensions() {
          return Set.of("slow");
        }

        @Override
        public ParsedFile parse(String id, InputStream in) throws IOException {
          Starter.await(() -> Files.exists(end));
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          return new ParsedFile(Document.builder(id, text));
        }
      };
    }
  }

  private WebApplication start(String kind, Class<?> configuration, String option) {
    return WebApplication.start(
        kind, List.of(configuration), index, source, "test.end=" + folder.resolve("end"), option);
  }

  private static WebApplication.Response readiness(WebApplication application) {
    return application.get("/actuator/health/readiness");
  }

  @Test
  void isOutOfServiceUntilTheFirstCommit() throws IOException {
    Starter.write(folder.resolve("docs"), "a.slow", "The text.");
    try (WebApplication application = start("reactive", SlowConfiguration.class, OPTION)) {
      assertThat(readiness(application).status()).isEqualTo(503);
      assertThat(readiness(application).body()).isEqualTo("{\"status\":\"OUT_OF_SERVICE\"}");
      assertThat(application.get("/actuator/health/liveness").status()).isEqualTo(200);
      Files.createFile(folder.resolve("end"));
      Starter.await(() -> readiness(application).status() == 200);
    }
    Files.move(folder.resolve("docs"), folder.resolve("moved"));
    try (WebApplication restarted = start("servlet", Object.class, OPTION)) {
      assertThat(readiness(restarted).status()).isEqualTo(200);
    }
  }

  @Test
  void withoutTheOptionTheApplicationIsReadyAtOnce() {
    try (WebApplication application = start("servlet", Object.class, "debug=false")) {
      assertThat(readiness(application).status()).isEqualTo(200);
    }
  }

  /** The source of this instance does not exist. Another instance then commits. */
  @Test
  void aFailedFirstSyncIsTheReasonUntilAnotherInstanceCommits() {
    for (int i = 0; i < 2; i++) {
      try (WebApplication application = start("servlet", Object.class, OPTION)) {
        Starter.await(
            () ->
                application.get("/actuator/health").body().contains("There is no file or folder"));
        assertThat(readiness(application).status()).isEqualTo(503);
        if (i == 1) {
          commit();
          assertThat(readiness(application).status()).isEqualTo(200);
        }
      }
    }
  }

  private void commit() {
    try (Index other =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder()).openOrCreate()) {
      other.put("rows", List.of(Document.of("row", "A row.")));
    }
  }

  @Test
  void anEmptyFolderIsCommitted() throws IOException {
    Files.createDirectory(folder.resolve("docs"));
    try (WebApplication application = start("servlet", Object.class, OPTION)) {
      Starter.await(() -> readiness(application).status() == 200);
    }
  }
}
