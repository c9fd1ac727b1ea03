package dev.arag.index.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.Heading;
import dev.arag.index.bench.ArticleForm.Parsed;
import dev.arag.index.bench.TitledArticles.Article;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.spi.Parser;
import dev.arag.records.ChunksJsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures which lines become headings: {@code HeadingQuality DATA [list]}. The folder contains the
 * data sets. The titles of the articles are the correct headings. With {@code list} the program
 * also prints the titles that were not found and the other lines that became headings.
 */
final class HeadingQuality {
  static final List<String> LANGUAGES = List.of("ar", "de", "en", "hi", "ru", "th", "tr", "zh");

  private static final List<String> TRAIN = List.of("musique_train100", "hotpotqa_train100");
  private static final int SHOWN = 150;

  private final Path data;
  private final boolean lists;

  private HeadingQuality(Path data, boolean lists) {
    this.data = data;
    this.lists = lists;
  }

  public static void main(String[] arguments) throws IOException {
    new HeadingQuality(Path.of(arguments[0]), arguments.length > 1).print();
  }

  /**
   * The headings of some articles.
   *
   * @param titles the number of articles with a title
   * @param missed the articles whose title is not a heading
   * @param others the texts that begin with a heading which is not a title
   */
  record Result(int titles, List<String> missed, List<String> others) {
    double recall() {
      return titles == 0 ? 1 : (double) found() / titles;
    }

    double precision() {
      int all = found() + others.size();
      return all == 0 ? 1 : (double) found() / all;
    }

    private int found() {
      return titles - missed.size();
    }

    @Override
    public String toString() {
      return titles == 0
          ? String.format(Locale.ROOT, "headings %d", others.size())
          : String.format(
              Locale.ROOT,
              "titles %d, other headings %d, recall %.4f, precision %.4f",
              titles,
              others.size(),
              recall(),
              precision());
    }
  }

  private void print() throws IOException {
    printSet("ircot_demos", true);
    for (String set : TRAIN) {
      printSet(set, false);
    }
    for (String language : LANGUAGES) {
      List<Article> articles = xquad(data, language);
      for (ArticleForm form : ArticleForm.values()) {
        if (!form.isTitled()) {
          print("xquad_mini " + language, form.name(), of(form, articles));
        }
      }
    }
    printMessyTexts();
  }

  private void printSet(String set, boolean isForChoice) throws IOException {
    List<Article> articles = TitledArticles.read(data.resolve(set), isForChoice).articles();
    for (boolean isReport : isForChoice ? List.of(false) : List.of(false, true)) {
      String name = set + (isReport ? " report" : " choice");
      print(name, "chunks.json", packed(set, articles, article -> article.isReport() == isReport));
      List<Article> part =
          articles.stream().filter(article -> article.isReport() == isReport).toList();
      for (ArticleForm form : ArticleForm.values()) {
        print(name, form.name(), of(form, part));
      }
    }
  }

  /** Returns the paragraphs of a language as articles without a title. */
  static List<Article> xquad(Path data, String language) throws IOException {
    List<Article> articles = new ArrayList<>();
    Path file = data.resolve("xquad_mini").resolve(language).resolve("paragraphs.json");
    for (JsonNode paragraph : new ObjectMapper().readTree(file.toFile())) {
      articles.add(new Article("", "", withoutId(paragraph), true));
    }
    return articles;
  }

  private static String withoutId(JsonNode element) {
    return element.asText().substring(element.asText().indexOf(':') + 1);
  }

  private void printMessyTexts() throws IOException {
    try (Stream<Path> files = Files.list(data.resolve("messy_text"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".txt")).sorted().toList()) {
        List<String> headings =
            parse(new TextParser(), file).headings().stream()
                .map(section -> section.path().toString())
                .toList();
        print("messy_text", file.getFileName().toString(), new Result(0, List.of(), headings));
      }
    }
  }

  private void print(String set, String form, Result result) {
    System.out.printf(Locale.ROOT, "%-24s %-30s %s%n", set, form, result);
    if (lists) {
      result.missed().forEach(text -> System.out.println("    missed: " + shown(text)));
      result.others().forEach(text -> System.out.println("    other: " + shown(text)));
    }
  }

  private static String shown(String text) {
    return text.substring(0, Math.min(SHOWN, text.length())).replace('\n', '|');
  }

  static Result of(ArticleForm form, List<Article> articles) throws IOException {
    return of(form.parse(articles), articles, form.isTitled(), article -> true);
  }

  /** Returns the headings that are found in {@code chunks.json}. */
  private Result packed(String set, List<Article> articles, Predicate<Article> part)
      throws IOException {
    Map<String, Article> byText = new HashMap<>();
    articles.forEach(article -> byText.put(article.title() + "\n" + article.text(), article));
    Path file = data.resolve(set).resolve("chunks.json");
    List<Article> ordered = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    int start = 0;
    for (JsonNode element : new ObjectMapper().readTree(file.toFile())) {
      int at = start;
      for (String block : withoutId(element).split("\n\n")) {
        ordered.add(byText.get(block));
        starts.add(at);
        at += block.length() + 2;
      }
      start += withoutId(element).length();
    }
    starts.add(start);
    Parsed parsed = new Parsed(parse(ChunksJsonParser.byExtension(), file), starts);
    return of(parsed, ordered, true, part);
  }

  private static Document parse(Parser parser, Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return parser.parse("d", in).document().build();
    }
  }

  private static Result of(
      Parsed parsed, List<Article> articles, boolean isTitled, Predicate<Article> part) {
    NavigableSet<Integer> headings = headings(parsed.document());
    int titles = 0;
    List<String> missed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (int i = 0; i < articles.size(); i++) {
      if (part.test(articles.get(i))) {
        int start = parsed.starts().get(i);
        int end = parsed.starts().get(i + 1);
        String text = parsed.document().text();
        titles += isTitled ? 1 : 0;
        if (isTitled && !headings.contains(start)) {
          missed.add(text.substring(start, end));
        }
        headings.subSet(start, !isTitled, end, false).stream()
            .map(offset -> text.substring(offset, end))
            .forEach(others::add);
      }
    }
    return new Result(titles, missed, others);
  }

  /** Returns the offsets of all headings. */
  private static NavigableSet<Integer> headings(Document document) {
    return document.headings().stream()
        .filter(section -> !section.path().isEmpty())
        .map(Heading::offset)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
