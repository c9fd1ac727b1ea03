package dev.arag.evaluation.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.data.GoldParagraph;
import dev.arag.evaluation.data.GoldParagraphs;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.corpus.Fingerprint;
import dev.arag.evaluation.internal.metric.AnswerNormalizer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Finds the chunks that contain the answers of questions (gold chunks), for {@link
 * Batch.Builder#hideSupport}. Immutable.
 */
public final class GoldChunks implements Function<Question, Set<ChunkId>> {
  /**
   * The number of consecutive words that a chunk must share with a paragraph to contain a part of
   * it. A chunk must contain all words of a shorter paragraph.
   */
  private static final int SHARED_WORDS = 12;

  private final Catalogue corpus;
  private final GoldParagraphs paragraphs;
  private final Map<String, Set<ChunkId>> byParagraph;

  private GoldChunks(
      Catalogue corpus, GoldParagraphs paragraphs, Map<String, Set<ChunkId>> byParagraph) {
    this.corpus = corpus;
    this.paragraphs = paragraphs;
    this.byParagraph = byParagraph;
  }

  /**
   * Finds the gold chunks of questions. With paragraphs, these are the chunks that share at least
   * 12 consecutive words with a gold paragraph, or contain a shorter one completely. Without
   * paragraphs, they are the {@code supportingChunks} of a question or, if it has none, its {@code
   * supporting} ids. They are unknown if one of these ids is not a chunk of the corpus.
   *
   * @param paragraphs the texts of the gold paragraphs; {@link GoldParagraphs#NONE} if they are
   *     unknown
   */
  public static GoldChunks of(
      Catalogue corpus, GoldParagraphs paragraphs, List<Question> questions) {
    requireNonNull(corpus, "corpus");
    requireNonNull(paragraphs, "paragraphs");
    Map<String, Set<String>> byWords = new HashMap<>();
    for (Question question : requireNonNull(questions, "questions")) {
      paragraphs.of(question).forEach(each -> addWords(each, byWords));
    }
    Set<Integer> lengths = new TreeSet<>();
    byWords.keySet().forEach(words -> lengths.add(words.split(" ").length));
    Map<String, Set<ChunkId>> byParagraph = new HashMap<>();
    if (!byWords.isEmpty()) {
      Fingerprint.forEachChunk(corpus, chunk -> addChunk(chunk, lengths, byWords, byParagraph));
    }
    return new GoldChunks(corpus, paragraphs, byParagraph);
  }

  private static void addWords(GoldParagraph paragraph, Map<String, Set<String>> byWords) {
    List<String> words = AnswerNormalizer.words(paragraph.text());
    int length = Math.min(SHARED_WORDS, words.size());
    for (int i = 0; length > 0 && i + length <= words.size(); i++) {
      byWords
          .computeIfAbsent(shared(words, i, length), key -> new LinkedHashSet<>())
          .add(paragraph.id());
    }
  }

  private static void addChunk(
      Chunk chunk,
      Set<Integer> lengths,
      Map<String, Set<String>> byWords,
      Map<String, Set<ChunkId>> byParagraph) {
    List<String> words = AnswerNormalizer.words(chunk.text());
    for (int length : lengths) {
      for (int i = 0; i + length <= words.size(); i++) {
        for (String paragraph : byWords.getOrDefault(shared(words, i, length), Set.of())) {
          byParagraph.computeIfAbsent(paragraph, key -> new LinkedHashSet<>()).add(chunk.id());
        }
      }
    }
  }

  private static String shared(List<String> words, int start, int length) {
    return String.join(" ", words.subList(start, start + length));
  }

  /** Returns the gold chunks of a question; empty if they are unknown. */
  @Override
  public Set<ChunkId> apply(Question question) {
    return paragraphs.of(question).isEmpty() ? byIds(question) : byText(question);
  }

  private Set<ChunkId> byText(Question question) {
    Set<ChunkId> chunks = new LinkedHashSet<>();
    for (GoldParagraph paragraph : paragraphs.of(question)) {
      chunks.addAll(byParagraph.getOrDefault(paragraph.id(), Set.of()));
    }
    return Set.copyOf(chunks);
  }

  private Set<ChunkId> byIds(Question question) {
    List<String> ids =
        question.supportingChunks().isEmpty() ? question.supporting() : question.supportingChunks();
    Set<ChunkId> chunks = new LinkedHashSet<>();
    ids.forEach(id -> chunks.add(ChunkId.of(id)));
    return corpus.read(chunks).size() == chunks.size() ? Set.copyOf(chunks) : Set.of();
  }
}
