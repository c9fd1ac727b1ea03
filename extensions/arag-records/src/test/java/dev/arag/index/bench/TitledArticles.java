package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The articles and questions of one data set, divided into a part on which rules may be chosen and
 * a part for the report. The first 50 questions are for choosing, the other questions for the
 * report. An article that supports a question is in the part of that question. The other articles
 * are divided by whether their number is even.
 */
record TitledArticles(List<Article> articles, List<Question> questions) {
  private static final int QUESTIONS_FOR_CHOICE = 50;
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param isReport whether the article is in the part for the report
   */
  record Article(String id, String title, String text, boolean isReport) {}

  /**
   * @param supporting the ids of the articles that contain the answer
   * @param sentences the sentences that contain the answer; empty if the data set does not name
   *     them
   */
  record Question(
      String id, String text, Set<String> supporting, Set<String> sentences, boolean isReport) {}

  /**
   * @param set a folder with {@code paragraphs.jsonl} and {@code questions.json}
   * @param isForChoice whether the whole set is for choosing rules
   */
  static TitledArticles read(Path set, boolean isForChoice) throws IOException {
    List<Question> questions = questions(set, isForChoice);
    Set<String> report = supporting(questions, true);
    Set<String> choice = supporting(questions, false);
    List<Article> articles = new ArrayList<>();
    for (String line : Files.readAllLines(set.resolve("paragraphs.jsonl"))) {
      JsonNode article = JSON.readTree(line);
      String id = article.path("id").asText();
      boolean isOdd = Integer.parseInt(id) % 2 == 1;
      boolean isReport = !isForChoice && !choice.contains(id) && (isOdd || report.contains(id));
      articles.add(
          new Article(id, article.path("title").asText(), article.path("text").asText(), isReport));
    }
    return new TitledArticles(articles, questions);
  }

  private static List<Question> questions(Path set, boolean isForChoice) throws IOException {
    List<Question> questions = new ArrayList<>();
    for (JsonNode question : JSON.readTree(set.resolve("questions.json").toFile())) {
      Set<String> supporting = new HashSet<>();
      question.path("supporting").forEach(id -> supporting.add(id.asText()));
      Set<String> sentences = new HashSet<>();
      for (JsonNode sentence : question.path("supporting_sentences")) {
        sentences.add(sentence.path("sentence").asText().strip());
      }
      questions.add(
          new Question(
              question.path("id").asText(),
              question.path("question").asText(),
              supporting,
              sentences,
              !isForChoice && questions.size() >= QUESTIONS_FOR_CHOICE));
    }
    return questions;
  }

  private static Set<String> supporting(List<Question> questions, boolean isReport) {
    Set<String> ids = new HashSet<>();
    questions.stream()
        .filter(question -> question.isReport() == isReport)
        .forEach(question -> ids.addAll(question.supporting()));
    return ids;
  }
}
