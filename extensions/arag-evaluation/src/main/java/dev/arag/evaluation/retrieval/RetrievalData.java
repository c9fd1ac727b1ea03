package dev.arag.evaluation.retrieval;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Questions;
import dev.arag.evaluation.internal.file.FileLine;
import dev.arag.evaluation.internal.file.Utf8Lines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder in the layout of BEIR.
 *
 * <ul>
 *   <li>documents: {@code corpus.jsonl} or {@code paragraphs.json}, see {@link GoldParagraphs}
 *   <li>queries: {@code queries.jsonl} with the fields {@code _id} and {@code text}, or {@code
 *       questions.jsonl} or {@code questions.json}, see {@link Questions}
 *   <li>grades: {@code qrels/test.tsv} with the columns query, document and grade; without this
 *       file, the {@code supporting} ids of the questions are relevant
 * </ul>
 *
 * <p>Queries without a relevant document are left out, because no ranking of them is better than
 * another. Immutable.
 */
public final class RetrievalData {
  private final List<Document> documents;
  private final List<RetrievalQuery> queries;

  private RetrievalData(List<Document> documents, List<RetrievalQuery> queries) {
    this.documents = documents;
    this.queries = queries;
  }

  /**
   * Reads a folder.
   *
   * @throws CorpusException if a file is missing, cannot be read or is invalid
   */
  public static RetrievalData read(Path folder) {
    requireNonNull(folder, "folder");
    Path corpus = require(folder, "corpus.jsonl", "paragraphs.json");
    Path queries = require(folder, "queries.jsonl", "questions.jsonl", "questions.json");
    List<Document> documents =
        GoldParagraphs.read(corpus).all().stream().map(RetrievalData::document).toList();
    return new RetrievalData(documents, queries(queries, folder.resolve("qrels/test.tsv")));
  }

  private static Path require(Path folder, String... names) {
    return Stream.of(names)
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new CorpusException(
                    "The folder "
                        + folder
                        + " has none of these files: "
                        + String.join(", ", names)));
  }

  private static Document document(GoldParagraph paragraph) {
    String title = paragraph.title();
    return Document.builder(paragraph.id(), paragraph.text())
        .title(title == null || title.isBlank() ? null : title.strip())
        .build();
  }

  private static List<RetrievalQuery> queries(Path file, Path qrels) {
    boolean hasQuestions = !file.getFileName().toString().startsWith("queries");
    List<Question> questions = hasQuestions ? Questions.read(file) : Questions.readQueries(file);
    Map<String, Map<String, Integer>> grades =
        Files.isRegularFile(qrels) ? readGrades(qrels) : supporting(questions);
    return questions.stream()
        .map(each -> query(each, grades.getOrDefault(each.id(), Map.of())))
        .filter(query -> !query.relevant().isEmpty())
        .toList();
  }

  private static RetrievalQuery query(Question question, Map<String, Integer> grades) {
    return new RetrievalQuery(question.id(), question.text(), grades);
  }

  private static Map<String, Map<String, Integer>> supporting(List<Question> questions) {
    return questions.stream()
        .collect(Collectors.toMap(Question::id, RetrievalData::supportingGrades));
  }

  private static Map<String, Integer> supportingGrades(Question question) {
    return question.supporting().stream()
        .distinct()
        .collect(Collectors.toMap(Function.identity(), id -> 1));
  }

  private static Map<String, Map<String, Integer>> readGrades(Path file) {
    Map<String, Map<String, Integer>> grades = new HashMap<>();
    List<String> lines = Utf8Lines.read(file);
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank() && !isHeader(i, lines.get(i))) {
        addGrade(grades, lines.get(i).split("\t", -1), file, i + 1);
      }
    }
    return grades;
  }

  private static boolean isHeader(int number, String line) {
    return number == 0 && line.startsWith("query-id\t");
  }

  private static void addGrade(
      Map<String, Map<String, Integer>> grades, String[] columns, Path file, long line) {
    if (columns.length != 3) {
      throw new FileLine(file, line)
          .error("Three columns separated by tabs are expected: query, document, grade.");
    }
    try {
      int grade = Integer.parseInt(columns[2].strip());
      grades.computeIfAbsent(columns[0], id -> new HashMap<>()).put(columns[1], grade);
    } catch (NumberFormatException e) {
      throw new FileLine(file, line).error("The grade \"" + columns[2] + "\" is not an integer.");
    }
  }

  /** The documents to index, each under its own id. */
  public List<Document> documents() {
    return documents;
  }

  /** The queries that have a relevant document, in the order of the file. */
  public List<RetrievalQuery> queries() {
    return queries;
  }
}
