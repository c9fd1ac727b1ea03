package dev.arag.index.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.bench.TitledArticles.Article;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.split.Splitter;
import dev.arag.records.ChunksJsonParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A way to write articles to one file, with or without their titles. */
enum ArticleForm {
  CHUNKS(true, true, article -> article.title() + "\n" + article.text()),
  CHUNKS_STOP(true, true, article -> article.title() + ".\n" + article.text()),
  CHUNKS_BLANK_LINE(true, true, article -> article.title() + "\n\n" + article.text()),
  TEXT(false, true, article -> article.title() + "\n" + article.text()),
  TEXT_WRAPPED(false, true, article -> article.title() + "\n" + wrapped(article.text())),
  TEXT_BLANK_LINE(false, true, article -> article.title() + "\n\n" + article.text()),
  TEXT_BLANK_LINE_WRAPPED(
      false, true, article -> article.title() + "\n\n" + wrapped(article.text())),
  CHUNKS_UNTITLED(true, false, Article::text),
  CHUNKS_UNTITLED_FIRST_SENTENCE(true, false, article -> firstApart(article, "\n")),
  CHUNKS_UNTITLED_SENTENCES(true, false, article -> sentences(article, "\n")),
  CHUNKS_UNTITLED_WRAPPED(true, false, article -> wrapped(article.text())),
  TEXT_UNTITLED(false, false, Article::text),
  TEXT_UNTITLED_FIRST_SENTENCE(false, false, article -> firstApart(article, "\n")),
  TEXT_UNTITLED_FIRST_BLOCK(false, false, article -> firstApart(article, "\n\n")),
  TEXT_UNTITLED_SENTENCES(false, false, article -> sentences(article, "\n")),
  TEXT_UNTITLED_SENTENCE_BLOCKS(false, false, article -> sentences(article, "\n\n")),
  TEXT_UNTITLED_WRAPPED(false, false, article -> wrapped(article.text()));

  private static final Splitter SPLITTER = new Splitter(10_000, TokenCounter.o200k());
  private static final int WIDTH = 80;

  private final boolean isChunks;
  private final boolean isTitled;
  private final Function<Article, String> writer;

  ArticleForm(boolean isChunks, boolean isTitled, Function<Article, String> writer) {
    this.isChunks = isChunks;
    this.isTitled = isTitled;
    this.writer = writer;
  }

  boolean isTitled() {
    return isTitled;
  }

  /**
   * A parsed file.
   *
   * @param starts the start of each article in the text of the document, and the end of the text
   */
  record Parsed(Document document, List<Integer> starts) {}

  /** Writes the articles and parses the result. */
  Parsed parse(List<Article> articles) throws IOException {
    List<String> texts = articles.stream().map(writer).toList();
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      elements.add(i + ":" + texts.get(i));
    }
    return isChunks
        ? parse(
            ChunksJsonParser.byExtension(),
            new ObjectMapper().writeValueAsString(elements),
            texts,
            0)
        : parse(new TextParser(), String.join("\n\n", texts) + "\n\n", texts, 2);
  }

  private static Parsed parse(Parser parser, String file, List<String> texts, int gap)
      throws IOException {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    List<Integer> starts = new ArrayList<>(List.of(0));
    texts.forEach(text -> starts.add(starts.get(starts.size() - 1) + text.length() + gap));
    return new Parsed(
        parser.parse("d", new ByteArrayInputStream(bytes)).document().build(), starts);
  }

  private static String firstApart(Article article, String separator) {
    List<String> sentences = sentences(article);
    return sentences.get(0)
        + separator
        + String.join(" ", sentences.subList(1, sentences.size())).strip();
  }

  private static String sentences(Article article, String separator) {
    return String.join(separator, sentences(article));
  }

  private static List<String> sentences(Article article) {
    return SPLITTER.split(Document.builder("d", article.text()).build()).stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(sentence -> sentence.text())
        .toList();
  }

  private static String wrapped(String text) {
    StringBuilder out = new StringBuilder();
    int width = 0;
    for (String word : text.split(" ", -1)) {
      if (width > 0 && width + 1 + word.length() > WIDTH) {
        out.append('\n');
        width = 0;
      } else if (width > 0) {
        out.append(' ');
        width++;
      }
      out.append(word);
      width += word.length();
    }
    return out.toString();
  }
}
