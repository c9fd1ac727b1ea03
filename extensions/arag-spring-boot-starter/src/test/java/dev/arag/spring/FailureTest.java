package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application that cannot start prints, as its developer sees it. */
class FailureTest {
  private static final String KEY = "sk-canary-0123456789abcdef";

  @TempDir Path folder;

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    AragActuatorAutoConfiguration.class,
    AragAgentAutoConfiguration.class,
    AragIndexAutoConfiguration.class
  })
  static class Application {}

  @Configuration(proxyBeanMethods = false)
  static class WithEmbedder {
    @Bean
    Embedder embedder() {
      return new HashEmbedder();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class NeedsAgent {
    @Bean
    Object controller(Agent agent) {
      return agent;
    }
  }

  /** Writes while another object writes, as a second process would. */
  @Configuration(proxyBeanMethods = false)
  static class WritesOnStart {
    @Bean(name = "own", destroyMethod = "close")
    Index own(org.springframework.core.env.Environment environment) {
      return Index.builder(Path.of(environment.getRequiredProperty("arag.index")))
          .withoutEmbeddings()
          .lockTimeout(Duration.ZERO)
          .openOrCreate();
    }

    @Bean
    CommandLineRunner write(Index index) {
      return arguments ->
          index.put(
              "rows",
              () -> {
                try (Index other =
                    Index.builder(index(index))
                        .withoutEmbeddings()
                        .lockTimeout(Duration.ZERO)
                        .open()) {
                  other.put("rows", List.of(Document.of("a", "b")));
                }
                return List.<Document>of().iterator();
              });
    }

    private static Path index(Index index) {
      index.put("first", List.of());
      return Path.of(index.toString().substring("Index ".length()));
    }
  }

  private String start(Class<?> configuration, String... properties) {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    Throwable failure;
    try {
      failure =
          catchThrowable(
              () ->
                  new SpringApplicationBuilder(Application.class, configuration)
                      .web(WebApplicationType.NONE)
                      .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                      .registerShutdownHook(false)
                      .run(arguments(properties))
                      .close());
    } finally {
      System.setOut(out);
    }
    assertThat(failure).as("failure of the start").isNotNull();
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(KEY);
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(text).contains("APPLICATION FAILED TO START", "Description:", "Action:");
    assertThat(text).doesNotContain(KEY);
    return text.replaceAll("\\s+", " ");
  }

  /** Spring joins the values of an argument that is given twice; here the last one counts. */
  private static String[] arguments(String... properties) {
    Map<String, String> byName = new LinkedHashMap<>();
    for (String each : properties) {
      byName.put(each.substring(0, each.indexOf('=')), "--" + each);
    }
    return byName.values().toArray(String[]::new);
  }

  private String index() {
    return "arag.index=" + folder.resolve("index");
  }

  @Test
  void theIndexIsAFile() {
    Path file = Starter.write(folder, "notes.txt", "Some text.");
    assertThat(start(WithEmbedder.class, "arag.index=" + file))
        .contains(file + " is a file.")
        .contains("Set the property 'arag.index' to the directory of an index");
  }

  @Test
  void theIndexIsAFolderOfOtherFiles() {
    Starter.write(folder, "notes.txt", "Some text.");
    assertThat(start(WithEmbedder.class, "arag.index=" + folder))
        .contains("contains files that do not belong to an index (notes.txt)")
        .contains("Set the property 'arag.index'");
  }

  @Test
  void theIndexHasNoValue() {
    assertThat(start(WithEmbedder.class, "arag.index="))
        .contains("The property 'arag.index' is not valid. It must be a path, but has no value.");
  }

  @Test
  void theIndexIsDamaged() throws IOException {
    Path directory = folder.resolve("index");
    try (Index index = Index.builder(directory).withoutEmbeddings().openOrCreate()) {
      index.put("rows", List.of(Document.of("a", "Some text.")));
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0) {
          bytes[bytes.length / 2] ^= 0x55;
          Files.write(file, bytes);
        }
      }
    }
    assertThat(start(WithEmbedder.class, index()))
        .contains(directory.toString())
        .contains("Restore the index from a backup");
  }

  @Test
  void theIndexIsLocked() {
    assertThat(start(WritesOnStart.class, index()))
        .contains("is locked by another writer")
        .contains("Wait until the other process has finished");
  }

  @Test
  void theEmbedderIsNotTheOneOfTheIndex() {
    try (Index index =
        Index.builder(folder.resolve("index")).embedder(new HashEmbedder()).openOrCreate()) {
      index.put("rows", List.of(Document.of("a", "Some text.")));
    }
    assertThat(start(Object.class, index(), "arag.embedder=bge-small-en-v1.5"))
        .contains("Set the property 'arag.embedder' to the embedder of the index");
  }

  @Test
  void aPropertyIsMisspelled() {
    assertThat(start(WithEmbedder.class, index(), "arag.opena.api-key=" + KEY))
        .contains("There is no property 'arag.opena.api-key'")
        .contains(
            "The properties of 'arag' are index, rights, sources, sync, embedder, strategy, agent,");
    assertThat(start(WithEmbedder.class, index(), "arag.openai.key=" + KEY))
        .contains("There is no property 'arag.openai.key'")
        .contains(
            "The properties of 'arag.openai' are base-url, model, api-key, temperature, timeout,"
                + " streaming.");
    assertThat(start(WithEmbedder.class, index(), "arag.sources[0].folder=docs"))
        .contains("There is no property 'arag.sources[0].folder'")
        .contains(
            "The properties of 'arag.sources[0]' are path, name, prune, prune-share,"
                + " metadata, readable-by, trust-sidecars.");
  }

  @Test
  void theIndexIsMisspelled() {
    assertThat(start(NeedsAgent.class, "arag.idnex=" + folder.resolve("index")))
        .contains("No qualifying bean of type 'dev.arag.agent.Agent' available")
        .contains("'controller'")
        .contains("Set the property 'arag.index' to the directory of the index.")
        .contains("These properties are set:")
        .contains("arag.idnex");
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoCorpora {
    @Bean
    Corpus first() {
      return InMemoryCorpus.of();
    }

    @Bean
    Corpus second() {
      return InMemoryCorpus.of();
    }

    @Bean
    Object controller(Agent agent) {
      return agent;
    }
  }

  @Test
  void thereAreTwoCorpora() {
    assertThat(
            start(
                TwoCorpora.class,
                index(),
                "arag.openai.model=m",
                "arag.openai.base-url=http://localhost:1/v1"))
        .contains("The agent needs an LLM and one bean of type Corpus.");
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoReaders {
    @Bean
    ReaderPrincipals first() {
      return List::of;
    }

    @Bean
    ReaderPrincipals second() {
      return List::of;
    }
  }

  @Test
  void thereAreTwoReaders() {
    assertThat(start(TwoReaders.class, index()))
        .contains("required a single bean, but 2 were found: - first: ", "- second: ");
  }

  @Test
  void thereIsNoModel() {
    assertThat(start(NeedsAgent.class, index()))
        .contains("Set the properties 'arag.openai.base-url'")
        .contains("mark one with @Primary");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "arag.embedder=word2vec|'arag.embedder' is not valid. There is no embedder 'word2vec'. The"
            + " embedders are bge-small-en-v1.5, none, and all-MiniLM-L6-v2=FOLDER",
        "arag.embedder=qwen3=/no/such/folder|'arag.embedder' is not valid. There is no folder"
            + " /no/such/folder.",
        "arag.strategy=magic|'arag.strategy' is not valid. There is no strategy 'magic'",
        "arag.agent.max-turns=0|'arag.agent.max-turns' is not valid. maxTurns must be >= 1, was 0",
        "arag.agent.context-tokens=9|'arag.agent.context-tokens' is not valid.",
        "arag.sync.every=0s|'arag.sync.every' is not valid. It must be greater than zero",
        "arag.sources[0].path=|'arag.sources[0].path' is not valid. It has no value.",
        "arag.sources[0].name=x|'arag.sources[0].path' is not valid. It must be a path",
        "arag.openai.temperature=9|'arag.openai.temperature' is not valid. temperature must be 0",
        "arag.openai.model=|'arag.openai' is not valid. Missing model setting: model",
      })
  void aValueIsNotValid(String property, String message) {
    String text =
        start(
            Object.class,
            index(),
            "arag.openai.base-url=http://localhost:1/v1",
            "arag.openai.model=m",
            "arag.openai.api-key=" + KEY,
            property);
    assertThat(text).contains(message).contains("Correct the property 'arag.");
  }

  /** The key must not appear, even if it is the value of another property. */
  @ParameterizedTest
  @CsvSource({
    "arag.openai.model=" + KEY + ", arag.openai.base-url=http://localhost:1/v1",
    "arag.openai.base-url=" + KEY + ", arag.openai.model=m",
    "arag.openai.base-url=http://localhost:1/" + KEY + ", arag.openai.model=m",
    "arag.openai.api-key=a b " + KEY + ", arag.openai.model=m",
    "arag.openai.api-key=" + KEY + ", arag.openai.temperature=0"
  })
  void aMisplacedKeyIsNotPrinted(String first, String second) {
    String text = start(WithEmbedder.class, index(), "arag.openai.api-key=" + KEY, first, second);
    assertThat(text).contains("is not valid");
  }

  /** The messages of Spring contain the value that cannot be converted. */
  @ParameterizedTest
  @CsvSource({
    "arag.openai.temperature, Double",
    "arag.openai.timeout, Duration",
    "arag.openai.streaming, boolean",
    "arag.langchain4j.tool-provider, boolean",
    "arag.agent.max-turns, Integer",
    "arag.sync.every, Duration",
    "arag.sources[0].prune, boolean",
    "arag.sources, List",
  })
  void aMisplacedKeyThatCannotBeConvertedIsNotPrinted(String property, String type) {
    assertThat(start(WithEmbedder.class, index(), property + "=" + KEY))
        .contains("'" + property + "' is not valid. It must be of type " + type + ".")
        .contains("Correct the property '" + property + "'.");
  }
}
