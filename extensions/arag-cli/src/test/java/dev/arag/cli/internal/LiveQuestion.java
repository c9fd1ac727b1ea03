package dev.arag.cli.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A question for a live model.
 *
 * @param answers the accepted spellings of the answer
 */
record LiveQuestion(String id, String question, List<String> answers) {
  /** Returns the twelve questions of the demo. */
  static List<LiveQuestion> ofTheDemo() throws IOException {
    return DemoCorpusTest.questions().stream()
        .map(each -> new LiveQuestion(each.id(), each.question(), each.allAnswers()))
        .toList();
  }

  /**
   * Returns every seventh question of a data set, fourteen questions in total. Returns an empty
   * list if the data set is missing.
   */
  static List<LiveQuestion> of(Path set) throws IOException {
    Path file = set.resolve("questions.json");
    if (!Files.isReadable(file)) {
      return List.of();
    }
    JsonNode all = new ObjectMapper().readTree(file.toFile());
    List<LiveQuestion> questions = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      JsonNode each = all.get(7 * i);
      List<String> answers = new ArrayList<>(List.of(each.get("answer").asText()));
      each.path("answer_aliases").forEach(alias -> answers.add(alias.asText()));
      questions.add(
          new LiveQuestion(each.get("id").asText(), each.get("question").asText(), answers));
    }
    return questions;
  }
}
