package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Document.Section;
import dev.arag.index.bench.ArticleForm.Parsed;
import dev.arag.index.bench.TitledArticles.Article;
import dev.arag.index.ingest.ChunksJsonParser;
import dev.arag.index.ingest.Parser;
import dev.arag.index.ingest.TextParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Measures which lines become headings: {@code HeadingQuality DATA [list]}. The folder contains the
 * data sets. The titles of the articles are the correct headings. With {@code list} the program
 * also prints the titles that were not found and the other lines that became headings.
 */
final class HeadingQuality {
  private static final List<String> TRAIN = List.of("musique_train100", "hotpotqa_train100");

  private final Path data;
  private final boolean lists;

  private HeadingQuality(Path data, boolean lists) {
    this.data = data;
    this.lists = lists;
  }

  public static void main(String[] arguments) throws IOException {
    new HeadingQuality(Path.of(arguments[0]), arguments.length > 1).print();
  }

  /** The number of correct headings, of those that were found, and of the other headings. */
  record Counts(int titles, int found, int others) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "titles %5d  found %5d  others %4d  recall %.4f  precision %.4f",
          titles,
          found,
          others,
          titles == 0 ? 1 : (double) found / titles,
          found + others == 0 ? 1 : (double) found / (found + others));
    }
  }

  private void print() throws IOException {
    printSet("ircot_demos", true);
    for (String set : TRAIN) {
      printSet(set, false);
    }
    printXquad();
    printMessy();
  }

  private void printSet(String set, boolean isForChoice) throws IOException {
    List<Article> articles = TitledArticles.read(data.resolve(set), isForChoice).articles();
    for (boolean isReport : isForChoice ? List.of(false) : List.of(false, true)) {
      String name = set + (isReport ? " report" : " choice");
      line(name, "chunks.json", packed(set, articles, article -> article.isReport() == isReport));
      List<Article> part =
          articles.stream().filter(article -> article.isReport() == isReport).toList();
      for (ArticleForm form : ArticleForm.values()) {
        line(name, form.name(), count(form, part));
      }
    }
  }

  private void printXquad() throws IOException {
    for (String language : List.of("ar", "de", "en", "hi", "ru", "th", "tr", "zh")) {
      List<Article> articles = new ArrayList<>();
      Path file = data.resolve("xquad_mini").resolve(language).resolve("paragraphs.json");
      for (JsonNode paragraph : new ObjectMapper().readTree(file.toFile())) {
        String text = paragraph.asText();
        articles.add(new Article("", "", text.substring(text.indexOf(':') + 1), true));
      }
      for (ArticleForm form : ArticleForm.values()) {
        if (!form.isTitled()) {
          line("xquad_mini " + language, form.name(), count(form, articles));
        }
      }
    }
  }

  private void printMessy() throws IOException {
    try (Stream<Path> files = Files.list(data.resolve("messy_text"))) {
      for (Path file : files.sorted().toList()) {
        boolean isMarkdown = file.toString().endsWith(".md");
        if (isMarkdown) {
          continue;
        }
        List<Section> sections = parse(new TextParser(), file).document().build().sections();
        System.out.println("messy_text " + file.getFileName() + " headings " + sections.size());
        sections.forEach(section -> list("heading", section.path().toString()));
      }
    }
  }

  private static dev.arag.index.ingest.ParsedFile parse(Parser parser, Path file)
      throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return parser.parse("d", in);
    }
  }

  private static void line(String set, String form, Counts counts) {
    System.out.printf(Locale.ROOT, "%-25s %-31s %s%n", set, form, counts);
  }

  private void list(String what, String text) {
    if (lists) {
      System.out.println("    " + what + ": " + text.substring(0, Math.min(150, text.length())));
    }
  }

  private Counts count(ArticleForm form, List<Article> articles) throws IOException {
    Parsed parsed = form.parse(articles);
    return count(parsed, articles, form.isTitled(), article -> true);
  }

  /** Counts the headings of the articles in {@code chunks.json}. */
  private Counts packed(String set, List<Article> articles, Predicate<Article> part)
      throws IOException {
    Map<String, Article> byText = new HashMap<>();
    articles.forEach(article -> byText.put(article.title() + "\n" + article.text(), article));
    Path file = data.resolve(set).resolve("chunks.json");
    List<Article> ordered = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    int start = 0;
    for (JsonNode element : new ObjectMapper().readTree(file.toFile())) {
      String text = element.asText().substring(element.asText().indexOf(':') + 1);
      int at = start;
      for (String block : text.split("\n\n")) {
        ordered.add(byText.get(block));
        starts.add(at);
        at += block.length() + 2;
      }
      start += text.length();
    }
    starts.add(start);
    Parsed parsed = new Parsed(parse(new ChunksJsonParser(), file).document().build(), starts);
    return count(parsed, ordered, true, part);
  }

  private Counts count(
      Parsed parsed, List<Article> articles, boolean isTitled, Predicate<Article> part) {
    Map<Integer, String> headings = new HashMap<>();
    for (Section section : parsed.document().sections()) {
      if (!section.path().isEmpty()) {
        headings.put(section.offset(), section.path().get(section.path().size() - 1));
      }
    }
    int titles = 0;
    int found = 0;
    int others = 0;
    for (int i = 0; i < articles.size(); i++) {
      int start = parsed.starts().get(i);
      int end = parsed.starts().get(i + 1);
      if (!part.test(articles.get(i))) {
        continue;
      }
      titles += isTitled ? 1 : 0;
      boolean isFound = isTitled && headings.containsKey(start);
      found += isFound ? 1 : 0;
      if (isTitled && !isFound) {
        list("not found", parsed.document().text().substring(start, end).replace("\n", "|"));
      }
      for (Map.Entry<Integer, String> heading : headings.entrySet()) {
        boolean isOther =
            heading.getKey() >= start
                && heading.getKey() < end
                && !(isFound && heading.getKey() == start);
        others += isOther ? 1 : 0;
        if (isOther) {
          list(
              "other",
              heading.getValue()
                  + " | "
                  + parsed.document().text().substring(heading.getKey()).replace("\n", "|"));
        }
      }
    }
    return new Counts(titles, found, others);
  }
}
