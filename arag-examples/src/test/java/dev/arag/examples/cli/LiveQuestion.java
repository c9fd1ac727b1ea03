package dev.arag.examples.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A question for a live model.
 *
 * @param answers the accepted spellings of the answer
 */
record LiveQuestion(String id, String question, List<String> answers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns the twelve questions of the demo. */
  static List<LiveQuestion> ofTheDemo() throws IOException {
    try (InputStream in =
        DemoCorpus.class.getResourceAsStream("/dev/arag/examples/demo/questions.json")) {
      return read(JSON.readTree(Objects.requireNonNull(in)), "aliases", 1);
    }
  }

  /**
   * Returns every seventh question of a data set, fourteen questions in total. Returns an empty
   * list if the data set is missing.
   */
  static List<LiveQuestion> of(Path set) throws IOException {
    Path file = set.resolve("questions.json");
    return Files.isReadable(file)
        ? read(JSON.readTree(file.toFile()), "answer_aliases", 7).subList(0, 14)
        : List.of();
  }

  private static List<LiveQuestion> read(JsonNode all, String aliases, int step) {
    List<LiveQuestion> questions = new ArrayList<>();
    for (int i = 0; i < all.size(); i += step) {
      JsonNode each = all.get(i);
      List<String> answers = new ArrayList<>(List.of(each.get("answer").asText()));
      each.path(aliases).forEach(alias -> answers.add(alias.asText()));
      questions.add(
          new LiveQuestion(each.get("id").asText(), each.get("question").asText(), answers));
    }
    return questions;
  }
}
