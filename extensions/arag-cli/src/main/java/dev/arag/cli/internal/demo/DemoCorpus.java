package dev.arag.cli.internal.demo;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The documents and questions of the demo, which are resources of the jar. */
public final class DemoCorpus {
  public static final String FOLDER = "/dev/arag/cli/demo/";
  private static final List<String> DEMO_QUESTIONS = List.of("demo-05", "demo-08", "demo-09");
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private DemoCorpus() {}

  /**
   * A question with a known answer.
   *
   * @param aliases other spellings of the answer
   */
  public record Question(String id, String question, String answer, List<String> aliases) {
    public List<String> allAnswers() {
      return Stream.concat(Stream.of(answer), aliases.stream()).toList();
    }
  }

  /** Writes the documents into a new folder. */
  public static void unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : new String(read("index.txt"), StandardCharsets.UTF_8).lines().toList()) {
      Files.write(folder.resolve(name), read("documents/" + name));
    }
  }

  /** Returns the questions that the demo asks. */
  public static List<Question> questions() throws IOException {
    List<Question> all = List.of(JSON.readValue(read("questions.json"), Question[].class));
    return all.stream().filter(question -> DEMO_QUESTIONS.contains(question.id())).toList();
  }

  private static byte[] read(String name) throws IOException {
    try (InputStream in = DemoCorpus.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new FileNotFoundException(
            FOLDER + name + " is missing from the jar; rebuild the jar");
      }
      return in.readAllBytes();
    }
  }
}
