package dev.arag.evaluation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.data.Question.Answerability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionsTest {
  @TempDir Path folder;

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("questions.json"), content);
  }

  @Test
  void readsAnArrayWithAllFields() throws IOException {
    Path file =
        file(
            """
            [
             {"id": "q1", "question": "Who?", "answer": "Ann Lee",
              "answer_aliases": ["Ann", "Ann Lee"], "question_type": "2hop", "level": {"x": [1]},
              "supporting": ["10", 11], "supporting_chunks": ["c1"]},
             {"qid": 0, "question": "When?", "gold_answer": 1926, "type": "date"}
            ]
            """);
    assertThat(Questions.read(file))
        .containsExactly(
            new Question(
                "q1",
                "Who?",
                List.of("Ann Lee", "Ann"),
                "2hop",
                List.of("10", "11"),
                List.of("c1")),
            new Question("0", "When?", List.of("1926"), "date", List.of(), List.of()));
  }

  @Test
  void readsWhetherAQuestionCanBeAnswered() throws IOException {
    Path file =
        file(
            """
            {"id": 1, "question": "Who?", "answer": "", "answerability": "underspecified"}
            {"id": 2, "question": "Who?", "answer": "", "answerability": "PARTIAL"}
            {"id": 3, "question": "Who?", "answer": ""}
            """);
    assertThat(Questions.read(file))
        .extracting(Question::answerability)
        .containsExactly(Answerability.UNDERSPECIFIED, Answerability.PARTIAL, null);
  }

  @Test
  void rejectsAnUnknownAnswerability() throws IOException {
    Path file =
        file("{\"id\": 1, \"question\": \"Who?\", \"answer\": \"\", \"answerability\": \"maybe\"}");
    assertThatThrownBy(() -> Questions.read(file))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("The field \"answerability\" is \"maybe\", but must be one of")
        .hasMessageContaining("UNANSWERABLE");
  }

  @Test
  void readsGoldPages() throws IOException {
    Path file =
        file(
            """
            [{"id": 1, "question": "Who?", "answer": "Ann",
              "evidence": [{"document": "a.pdf", "page": 3, "text": "..."},
                           {"document": "a.pdf", "page": 3}, {"document": "b.pdf", "page": 1}]},
             {"id": 2, "question": "Who?", "answer": "Ann",
              "evidence": ["Ann was here", {"document": "a.pdf"}, {"page": null}, [1]]},
             {"id": 3, "question": "Who?", "answer": "Ann", "evidence": "Ann was here"},
             {"id": 4, "question": "Who?", "answer": "Ann", "evidence": []}]
            """);
    List<Question> questions = Questions.read(file);
    assertThat(questions.get(0).evidence())
        .containsExactly(new GoldPage("a.pdf", 3), new GoldPage("b.pdf", 1));
    assertThat(questions.subList(1, 4))
        .allSatisfy(question -> assertThat(question.evidence()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\n\n"})
  void readsLinesWithAnyLineBreak(String lineBreak) throws IOException {
    String line = "{\"id\":\"%s\",\"question\":\"Q\",\"answer\":\"A\"}";
    Path file = file("\uFEFF" + line.formatted("a") + lineBreak + line.formatted("b"));
    assertThat(Questions.read(file)).extracting(Question::id).containsExactly("a", "b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"question\":\"Q\",\"answer\":\"A\"}; The field \"id\" is missing.",
        "{\"id\":null,\"question\":\"Q\",\"answer\":\"A\"}; The field \"id\" is missing.",
        "{\"id\":2,\"answer\":\"A\"}; The field \"question\" is missing.",
        "{\"id\":2,\"question\":\"Q\"}; The field \"answer\" is missing.",
        "{\"id\":2,\"question\":[\"Q\"],\"answer\":\"A\"}; The field \"question\" must contain",
        "{\"id\":2,\"question\":\"Q\",\"answer\":\"A\",\"supporting\":3}; The field \"supporting\" must",
        "{\"id\":2,\"question\":\"Q\"; Invalid JSON: the value has no end.",
        "{\"id\":2,\"question\":\"Q\",\"answer\":\"A\",\"evidence\":[{\"document\":\"a\",\"page\":0}]}; The field \"page\" must be an integer of at least 1.",
        "{\"id\":2,\"question\":\"Q\",\"answer\":\"A\",\"evidence\":[{\"document\":\"a\",\"page\":\"ii\"}]}; The field \"page\" must be an integer of at least 1.",
        "{\"id\":2,\"question\":\"Q\",\"answer\":\"A\",\"evidence\":[{\"page\":1}]}; The field \"document\" is missing.",
        "[2]; A JSON object is expected.",
        "{\"id\":1,\"question\":\"Q\",\"answer\":\"A\"}; The field \"id\" has the value \"1\", as on line 1."
      })
  void namesFileLineAndFieldOfABadLine(String line, String problem) throws IOException {
    Path file = file("{\"id\":1,\"question\":\"Q\",\"answer\":\"A\"}\n" + line + "\n");
    assertThatThrownBy(() -> Questions.read(file))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(file + ", line 2: " + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"id\":1,\"question\":\"Q\",\"answer\":\"A\"}",
        "[{\"id\":1,\"question\":\"Q\",\"answer\":\"A\"},",
        "[{\"id\":1,\"question\":\"Q\"},{\"id\":2}]",
        "["
      })
  void rejectsADamagedArray(String content) throws IOException {
    Path file = file(content);
    assertThatThrownBy(() -> Questions.read(file))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(file + ", line 1: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s %s", "[%s] [%s]", "[%s] , %s"})
  void rejectsTextAfterAValue(String form) throws IOException {
    String value = "{\"id\":%d,\"question\":\"Q\",\"answer\":\"A\"}";
    Path file = file(form.formatted(value.formatted(1), value.formatted(2)));
    assertThatThrownBy(() -> Questions.read(file))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(file + ", line 1: ");
  }

  @Test
  void reportsAFileThatIsMissingOrNoUtf8() throws IOException {
    Path missing = folder.resolve("missing.json");
    assertThatThrownBy(() -> Questions.read(missing))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("missing.json");
    Path latin = folder.resolve("latin.json");
    Files.write(latin, "[{\"id\":\"é\"}]".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> Questions.read(latin)).hasMessageContaining("UTF-8");
  }

  @Test
  void hasNoGoldIfTheAnswerIsBlank() throws IOException {
    Path file = file("{\"id\":1,\"question\":\"Q\",\"answer\":\" \",\"answer_aliases\":[\"\"]}");
    assertThat(Questions.read(file).get(0).golds()).isEmpty();
  }

  @Test
  void readsQueriesOfRetrievalData() throws IOException {
    Path file = file("{\"_id\":\"7\",\"text\":\"Why?\",\"metadata\":{}}\n");
    assertThat(Questions.readQueries(file)).containsExactly(new Question("7", "Why?", List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"musique_train100", "hotpotqa_train100"})
  void readsRealQuestions(String set) {
    Path data = Path.of(System.getProperty("arag.data", "none"), set);
    assumeTrue(Files.isDirectory(data));
    List<Question> questions = Questions.read(data.resolve("questions.json"));
    assertThat(questions).hasSize(100);
    assertThat(questions)
        .allSatisfy(
            question -> {
              assertThat(question.golds()).isNotEmpty().doesNotHaveDuplicates();
              assertThat(question.type()).isNotEmpty();
              assertThat(question.supportingChunks()).isNotEmpty();
            });
    GoldParagraphs strings = GoldParagraphs.read(data.resolve("paragraphs.json"));
    GoldParagraphs objects = GoldParagraphs.read(data.resolve("paragraphs.jsonl"));
    assertThat(questions)
        .allSatisfy(
            question -> {
              assertThat(strings.of(question)).hasSameSizeAs(question.supporting());
              assertThat(strings.of(question)).isEqualTo(objects.of(question));
            });
  }
}
