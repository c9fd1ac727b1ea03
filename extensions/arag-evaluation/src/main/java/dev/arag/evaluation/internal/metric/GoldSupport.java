package dev.arag.evaluation.internal.metric;

import static java.util.Objects.requireNonNull;

import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.tools.call.Snippet;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The gold support of one question: the ids of the chunks that contain its gold answer and, if
 * known, the texts of the paragraphs that contain it. Immutable.
 */
public final class GoldSupport {
  /** A shorter text, such as a heading, may occur in a paragraph by chance. */
  private static final int MIN_WORDS = 4;

  private final Question question;
  private final GoldParagraphs all;
  private final Set<String> chunks;
  private final List<Paragraph> paragraphs;

  /** The searchable forms of shown texts. Metrics compare each text with several paragraphs. */
  private final Map<String, String> searchable = new ConcurrentHashMap<>();

  private record Paragraph(String id, String text, String titledText) {
    static Paragraph of(GoldParagraph paragraph) {
      String text = searchable(paragraph.text());
      String title = Objects.requireNonNullElse(paragraph.title(), "");
      return new Paragraph(paragraph.id(), text, searchable(title).strip() + text);
    }

    /**
     * @param shown a shown text in its {@link #searchable} form
     */
    boolean contains(String shown) {
      return (" " + titledText).contains(shown);
    }

    /** Whether a shown text contains this paragraph, or is a part of it. */
    boolean isShownIn(String shown) {
      boolean isLong = shown.chars().filter(each -> each == ' ').count() > MIN_WORDS;
      return shown.contains(text) || (isLong && contains(shown));
    }
  }

  private GoldSupport(
      Question question,
      GoldParagraphs all,
      Collection<String> chunks,
      List<Paragraph> paragraphs) {
    this.question = question;
    this.all = all;
    this.chunks = Set.copyOf(chunks);
    this.paragraphs = paragraphs;
  }

  /**
   * Returns the support of a question. The gold chunks are its {@code supportingChunks} or, if it
   * has none, its {@code supporting} paragraphs, each of which is then a chunk.
   *
   * @param paragraphs the paragraphs of the data set; may be empty
   */
  public static GoldSupport of(Question question, GoldParagraphs paragraphs) {
    List<String> ids =
        requireNonNull(question, "question").supportingChunks().isEmpty()
            ? question.supporting()
            : question.supportingChunks();
    return new GoldSupport(
        question,
        paragraphs,
        ids,
        paragraphs.of(question).stream()
            .filter(paragraph -> !paragraph.text().isBlank())
            .map(Paragraph::of)
            .toList());
  }

  /**
   * Returns this support with the ids of the chunks of one run, whose corpus may have other chunk
   * ids than the question. The texts of the gold paragraphs are needed for this. If each chunk of
   * the run is a part of the paragraph with its id, the {@code supporting} ids are gold. Otherwise,
   * if a chunk that the question does not name shows a gold paragraph, the chunks that show one are
   * gold, and each gold paragraph that was not shown counts as one more gold chunk.
   */
  public GoldSupport in(ShownText shown) {
    List<Snippet> snippets = requireNonNull(shown, "shown").snippets();
    if (!hasParagraphs() || snippets.isEmpty()) {
      return this;
    }
    if (snippets.stream().allMatch(this::isPartOfItsParagraph)) {
      return withChunks(question.supporting());
    }
    Set<String> byText =
        new LinkedHashSet<>(ShownText.chunksOf(snippets.stream().filter(this::isGold).toList()));
    if (chunks.containsAll(byText)) {
      return this;
    }
    paragraphs.stream()
        .filter(paragraph -> snippets.stream().noneMatch(each -> isShown(paragraph, each)))
        .forEach(paragraph -> byText.add("paragraph " + paragraph.id()));
    return withChunks(byText);
  }

  private boolean isPartOfItsParagraph(Snippet snippet) {
    return all.get(snippet.chunkId().value())
        .map(Paragraph::of)
        .filter(paragraph -> paragraph.contains(searchable(snippet)))
        .isPresent();
  }

  private GoldSupport withChunks(Collection<String> ids) {
    return new GoldSupport(question, all, ids, paragraphs);
  }

  /** The ids of the gold chunks; empty if unknown. */
  public Set<String> chunks() {
    return chunks;
  }

  /** Whether the texts of gold paragraphs are known. */
  public boolean hasParagraphs() {
    return !paragraphs.isEmpty();
  }

  /** The number of gold paragraphs whose text is known. */
  int paragraphCount() {
    return paragraphs.size();
  }

  /** The number of gold paragraphs of which any of the texts shows the whole or a part. */
  int paragraphsIn(List<Snippet> shown) {
    return (int)
        paragraphs.stream()
            .filter(paragraph -> shown.stream().anyMatch(each -> isShown(paragraph, each)))
            .count();
  }

  /** Whether a text shows the whole or a part of a gold paragraph. */
  boolean isGold(Snippet snippet) {
    return paragraphs.stream().anyMatch(paragraph -> isShown(paragraph, snippet));
  }

  private boolean isShown(Paragraph paragraph, Snippet snippet) {
    return paragraph.isShownIn(searchable(snippet));
  }

  private String searchable(Snippet snippet) {
    return searchable.computeIfAbsent(snippet.text(), GoldSupport::searchable);
  }

  /** The words with a space before and after each, so that only whole words match. */
  private static String searchable(String text) {
    return " " + String.join(" ", AnswerNormalizer.allWords(text)) + " ";
  }
}
