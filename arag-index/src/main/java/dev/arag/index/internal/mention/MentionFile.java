package dev.arag.index.internal.mention;

import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.spi.MentionFinder.Span;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.CorpusOrder;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.chunks.ChunksReader;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.ProblemCollector;
import dev.arag.index.internal.file.RecordReader;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.postings.PostingsAudit;
import dev.arag.index.internal.postings.PostingsCollector;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.postings.PostingsWriter;
import dev.arag.index.internal.postings.StoredKey;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The mentions file. It has a key for each form of a mention: the folded text, U+0000 and the form,
 * which is how the texts write it. The postings have the sentence as their position. The record of
 * a chunk lists its mentions by sentence, start and length: number sentences after that of the
 * mention before | number start; after a mention in the same sentence, the distance to its start |
 * number length.
 */
public final class MentionFile {
  /** The character before a form. No mention contains it. */
  private static final char BEFORE_FORM = 0;

  private static final Comparator<Span> TEXT_ORDER =
      Comparator.comparingInt(Span::start).thenComparingInt(Span::end);

  private MentionFile() {}

  public static PostingsReader open(BlockReader file) {
    return PostingsReader.of(file, true);
  }

  /** Creates a file. */
  public static PostingsWriter create(Store store, String name) throws IOException {
    return PostingsWriter.create(store, name, FileKind.MENTIONS, true);
  }

  // ---- keys

  /** Returns the bytes of the key of a form. */
  private static byte[] key(String form) {
    return (Folding.key(form) + BEFORE_FORM + form).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the text as the documents write it. */
  public static String form(StoredKey stored) {
    String text = stored.text();
    return text.substring(text.indexOf(BEFORE_FORM) + 1);
  }

  /** Returns the folded text. */
  private static String key(StoredKey stored) {
    String text = stored.text();
    return text.substring(0, Math.max(0, text.indexOf(BEFORE_FORM)));
  }

  // ---- writing

  /** Finds the mentions of the next chunk and adds them. */
  public static void add(Chunk chunk, MentionFinder finder, PostingsCollector file)
      throws IOException {
    RecordWriter record = new RecordWriter();
    int lastSentence = 0;
    for (int sentence = 0; sentence < chunk.sentences().size(); sentence++) {
      int lastStart = 0;
      String text = chunk.sentences().get(sentence).text();
      for (Span span : spans(chunk.sentences().get(sentence), finder)) {
        record.putNumber(sentence - lastSentence);
        record.putNumber(span.start() - (sentence == lastSentence ? lastStart : 0));
        record.putNumber(span.length());
        lastSentence = sentence;
        lastStart = span.start();
        byte[] key = key(text.substring(span.start(), span.end()));
        file.add(key, 0, key.length, sentence, true);
      }
    }
    file.addRecord(record.toBytes());
  }

  /** Returns the spans that count, in text order. */
  private static Collection<Span> spans(Sentence sentence, MentionFinder finder) {
    SortedSet<Span> spans = new TreeSet<>(TEXT_ORDER);
    for (Span span : finder.find(sentence.text(), sentence.heading())) {
      Span trimmed = trimmed(sentence.text(), requireInside(sentence.text(), span, finder));
      if (isName(sentence.text().substring(trimmed.start(), trimmed.end()))) {
        spans.add(trimmed);
      }
    }
    while (spans.size() > MentionFinder.MAX_SPANS) {
      spans.remove(spans.last());
    }
    return spans;
  }

  private static Span requireInside(String text, Span span, MentionFinder finder) {
    if (span.end() > text.length()) {
      throw new IllegalArgumentException(
          "The finder %s returned a span from %s to %s, which is not inside the sentence of %s characters."
              .formatted(finder.fingerprint(), span.start(), span.end(), text.length()));
    }
    return span;
  }

  private static Span trimmed(String text, Span span) {
    int start = span.start();
    int end = span.end();
    while (start < end - 1 && CharacterClass.isWhiteSpace(text.charAt(start))) {
      start++;
    }
    while (end > start + 1 && CharacterClass.isWhiteSpace(text.charAt(end - 1))) {
      end--;
    }
    return new Span(start, end);
  }

  private static boolean isName(String text) {
    return !Character.isLowSurrogate(text.charAt(0))
        && !Character.isHighSurrogate(text.charAt(text.length() - 1))
        && text.length() <= Span.MAX_LENGTH
        && text.indexOf(BEFORE_FORM) < 0
        && text.codePoints().anyMatch(MentionFile::isVisible);
  }

  /** Folding removes invisible letters, such as the Hangul filler. */
  private static boolean isVisible(int codePoint) {
    return CharacterClass.isLetterOrDigit(codePoint) && !CharacterClass.isInvisible(codePoint);
  }

  // ---- reading

  /** Returns the mentions of a chunk by sentence, start and length. */
  private static List<StoredMention> mentions(int chunk, PostingsReader file) {
    RecordReader in = file.recordReader(chunk);
    List<StoredMention> mentions = new ArrayList<>();
    int sentence = 0;
    int place = 0;
    while (!in.isAtEnd()) {
      int distance = in.readInt();
      place = in.readInt() + (distance == 0 ? place : 0);
      sentence += distance;
      if (sentence < 0 || place < 0) {
        throw in.corrupt("a mention is in an unknown sentence");
      }
      mentions.add(new StoredMention(sentence, place, in.readInt()));
    }
    return mentions;
  }

  /**
   * Returns the mentions of a chunk, ordered by sentence, then by key.
   *
   * @param text the chunk, whose text contains the mentions
   */
  public static List<Mention> mentions(Chunk text, int chunk, PostingsReader file) {
    SortedMap<Integer, SortedMap<String, Integer>> counts = new TreeMap<>();
    for (StoredMention mention : mentions(chunk, file)) {
      String key = mention.isIn(text) ? Folding.key(mention.form(text)) : "";
      if (key.isBlank()) {
        throw file.corrupt(file.place(chunk), "a mention is not in the text of " + text.id());
      }
      counts
          .computeIfAbsent(
              mention.sentence(), each -> new TreeMap<>(CorpusOrder::compareCodePoints))
          .merge(key, 1, Integer::sum);
    }
    List<Mention> mentions = new ArrayList<>();
    counts.forEach(
        (sentence, keys) ->
            keys.forEach((key, count) -> mentions.add(new Mention(key, sentence, count))));
    return mentions;
  }

  /** Returns the keys of all forms of a folded name, in ascending order. */
  public static List<StoredKey> forms(String key, PostingsReader file) {
    List<StoredKey> forms = new ArrayList<>();
    file.forEachWith(PostingsReader.BORDER + StoredKey.latin1(key + BEFORE_FORM), forms::add);
    return forms;
  }

  /** Returns the keys that contain a word, in ascending order. */
  public static SortedSet<String> keysWith(String word, PostingsReader file) {
    SortedSet<String> found = new TreeSet<>(CorpusOrder::compareCodePoints);
    if (!word.isEmpty()) {
      file.forEachWith(StoredKey.latin1(word), each -> found.add(key(each)));
    }
    found.removeIf(key -> !hasWord(key, word));
    return found;
  }

  /** Whether a word is one of the longest runs of letters, numbers and marks of a key. */
  private static boolean hasWord(String key, String word) {
    int at = key.indexOf(word);
    while (at >= 0) {
      int end = at + word.length();
      boolean isWord =
          (at == 0 || !CharacterClass.isWordPart(key.codePointBefore(at)))
              && (end == key.length() || !CharacterClass.isWordPart(key.codePointAt(end)));
      if (isWord) {
        return word.codePoints().allMatch(CharacterClass::isWordPart);
      }
      at = key.indexOf(word, at + 1);
    }
    return false;
  }

  /**
   * Reads the whole file and reports contents that are inconsistent even though all checksums
   * match.
   */
  public static void audit(PostingsReader file, ChunksReader texts, ProblemCollector problems) {
    new PostingsAudit(
            file,
            problems,
            (keys, number) -> {
              Chunk chunk = texts.read(number);
              StoredMention last = new StoredMention(0, -1, 0);
              for (StoredMention mention : mentions(number, file)) {
                if (!mention.isIn(chunk) || !mention.isAfter(last)) {
                  throw file.corrupt(
                      file.place(number),
                      "the mentions of " + chunk.id() + " do not match its text");
                }
                byte[] key = key(mention.form(chunk));
                keys.add(key, 0, key.length, mention.sentence(), true);
                last = mention;
              }
            })
        .run();
  }
}
