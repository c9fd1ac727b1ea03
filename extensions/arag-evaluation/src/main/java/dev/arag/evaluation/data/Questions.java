package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.internal.file.FileLine;
import dev.arag.evaluation.internal.file.JsonObjects;
import dev.arag.evaluation.internal.file.JsonRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads files of questions: a JSON array of objects, or one object per line. Each object has the
 * fields {@code id} (or {@code qid}), {@code question} and {@code answer} (or {@code gold_answer}).
 * It may have {@code answer_aliases}, {@code question_type} (or {@code type}), {@code supporting},
 * {@code supporting_chunks} and {@code evidence}, an array of objects with the fields {@code
 * document} and {@code page}; elements without a page are ignored, and {@code answerability}, the
 * name of a {@link Question.Answerability}. Other fields are ignored. Ids may be strings or
 * numbers.
 */
public final class Questions {
  private Questions() {}

  /**
   * Reads all questions of a file, in the order of the file.
   *
   * @throws CorpusException if the file cannot be read, if a line is invalid, or if two questions
   *     have the same id
   */
  public static List<Question> read(Path file) {
    return read(file, Questions::question);
  }

  /**
   * Reads queries of a retrieval data set. Each object has the fields {@code _id} (or {@code id})
   * and {@code text} (or {@code question}).
   *
   * @return questions without gold answers, in the order of the file
   * @throws CorpusException if the file cannot be read, if a line is invalid, or if two queries
   *     have the same id
   */
  public static List<Question> readQueries(Path file) {
    return read(
        file,
        fields ->
            new Question(
                fields.requireText("_id", "id"),
                fields.requireText("text", "question"),
                List.of()));
  }

  private static List<Question> read(Path file, Function<JsonRecord, Question> toQuestion) {
    requireNonNull(file, "file");
    List<Question> questions = new ArrayList<>();
    Map<String, Long> lines = new TreeMap<>();
    JsonObjects.read(
        file,
        (line, value) -> {
          Question question = toQuestion.apply(new JsonRecord(file, line, value));
          Long first = lines.putIfAbsent(question.id(), line);
          if (first != null) {
            throw new FileLine(file, line).error(duplicate(question.id(), first));
          }
          questions.add(question);
        });
    return List.copyOf(questions);
  }

  private static Question question(JsonRecord fields) {
    String id = fields.requireText("id", "qid");
    String text = fields.requireText("question");
    String answer = fields.requireText("answer", "gold_answer");
    return new Question(
        id,
        text,
        Stream.concat(Stream.of(answer), fields.texts("answer_aliases").stream())
            .filter(gold -> !gold.isBlank())
            .toList(),
        fields.text("question_type", "type").orElse(null),
        fields.texts("supporting"),
        fields.texts("supporting_chunks"),
        fields.objects("evidence").stream()
            .filter(each -> each.text("page").isPresent())
            .map(each -> new GoldPage(each.requireText("document"), each.requirePositive("page")))
            .toList(),
        fields.constant(Question.Answerability.class, "answerability").orElse(null));
  }

  private static String duplicate(String id, long first) {
    return "The field \"id\" has the value \"" + id + "\", as on line " + first + ".";
  }
}
