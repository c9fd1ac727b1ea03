package dev.arag.index.internal.mention;

import dev.arag.core.graph.MentionFinder;
import dev.arag.core.graph.MentionFinder.Span;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.postings.PostingsCollector;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds the mentions of chunks and writes them to a mentions file. Not thread-safe. */
public final class MentionCollector implements Closeable {
  private static final Comparator<Span> TEXT_ORDER =
      Comparator.comparingInt(Span::start).thenComparingInt(Span::end);

  private final MentionFinder finder;
  private final PostingsCollector file;
  private final RecordWriter record = new RecordWriter();

  /**
   * @param file a new file with positions; closed with this object
   */
  public MentionCollector(MentionFinder finder, PostingsCollector file) {
    this.finder = finder;
    this.file = file;
  }

  /** Finds the mentions of the next chunk. */
  public void add(Chunk chunk) throws IOException {
    record.clear();
    int lastSentence = 0;
    for (int sentence = 0; sentence < chunk.sentences().size(); sentence++) {
      int lastStart = 0;
      String text = chunk.sentences().get(sentence).text();
      for (Span span : spans(chunk.sentences().get(sentence))) {
        record.putNumber(sentence - lastSentence);
        record.putNumber(span.start() - (sentence == lastSentence ? lastStart : 0));
        record.putNumber(span.length());
        lastSentence = sentence;
        lastStart = span.start();
        byte[] key = MentionKey.bytes(text.substring(span.start(), span.end()));
        file.add(key, 0, key.length, sentence, true);
      }
    }
    file.addRecord(record.toBytes());
  }

  /** Returns the spans that count, in text order. */
  private Collection<Span> spans(Sentence sentence) {
    SortedSet<Span> spans = new TreeSet<>(TEXT_ORDER);
    for (Span span : finder.find(sentence.text(), sentence.heading())) {
      Span trimmed = trimmed(sentence.text(), requireInside(sentence.text(), span));
      if (isName(sentence.text().substring(trimmed.start(), trimmed.end()))) {
        spans.add(trimmed);
      }
    }
    while (spans.size() > MentionFinder.MAX_SPANS) {
      spans.remove(spans.last());
    }
    return spans;
  }

  private Span requireInside(String text, Span span) {
    if (span.end() > text.length()) {
      throw new IllegalArgumentException(
          "The finder %s returned a span from %s to %s for a sentence of %s characters."
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
        && text.indexOf(MentionKey.BEFORE_FORM) < 0
        && text.codePoints().anyMatch(MentionCollector::isVisible);
  }

  /** Folding removes invisible letters, such as the Hangul filler. */
  private static boolean isVisible(int codePoint) {
    return CharacterClass.isLetterOrDigit(codePoint) && !CharacterClass.isInvisible(codePoint);
  }

  /**
   * Completes the file.
   *
   * @param interruption called between keys; may throw an exception
   */
  public FileIdentity finish(Runnable interruption) throws IOException {
    return file.finish(interruption);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
