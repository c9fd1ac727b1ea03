package dev.arag.index.internal.mention;

import dev.arag.core.corpus.CorpusOrder;
import dev.arag.core.graph.MentionFinder;
import dev.arag.core.graph.MentionFinder.Span;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileIdentity;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.file.IntColumn;
import dev.arag.index.internal.file.RecordWriter;
import dev.arag.index.internal.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds the mentions of chunks and writes them to a mentions file. A limited number of mentions is
 * kept on the heap. When there are more, they are written to a temporary file, and all temporary
 * files are merged at the end. Not thread-safe.
 */
public final class MentionCollector {
  /** The default of the number of different names on the heap. They need about 5 MB. */
  public static final int MAX_NAMES = 1 << 14;

  /** A mention needs a tenth of the memory of a name. */
  private static final int MENTIONS_PER_NAME = 8;

  private static final Comparator<Span> TEXT_ORDER =
      Comparator.comparingInt(Span::start).thenComparingInt(Span::end);

  private final Store store;
  private final MentionFinder finder;
  private final int limit;
  private final TemporaryFiles temporary;
  private final List<Part> parts = new ArrayList<>();
  private final RecordWriter record = new RecordWriter();
  private List<byte[]> records = new ArrayList<>();
  private Map<String, Integer> formNumbers = new HashMap<>();
  private List<Form> forms = new ArrayList<>();
  private IntColumn mentionForms = new IntColumn();
  private IntColumn mentionChunks = new IntColumn();
  private IntColumn mentionSentences = new IntColumn();

  /** Creates the names of temporary files, and deletes the files. */
  public interface TemporaryFiles {
    String newName() throws IOException;

    void delete(String name) throws IOException;
  }

  private record Part(String name, FileIdentity identity, int chunks) {}

  private record Form(String key, String text, int number) {}

  /**
   * @param limit the number of different names on the heap at which their mentions are written to a
   *     temporary file
   */
  public MentionCollector(Store store, MentionFinder finder, int limit, TemporaryFiles temporary) {
    this.store = store;
    this.finder = finder;
    this.limit = limit;
    this.temporary = temporary;
  }

  /** Finds the mentions of the next chunk. */
  public void add(Chunk chunk) throws IOException {
    if (forms.size() >= limit || mentionForms.size() / MENTIONS_PER_NAME >= limit) {
      writePart();
    }
    record.clear();
    int lastSentence = 0;
    for (int sentence = 0; sentence < chunk.sentences().size(); sentence++) {
      int lastStart = 0;
      for (Span span : spans(chunk.sentences().get(sentence))) {
        record.putNumber(sentence - lastSentence);
        record.putNumber(span.start() - (sentence == lastSentence ? lastStart : 0));
        record.putNumber(span.length());
        lastSentence = sentence;
        lastStart = span.start();
        mentionForms.add(form(chunk.sentences().get(sentence).text(), span));
        mentionChunks.add(records.size());
        mentionSentences.add(sentence);
      }
    }
    records.add(record.toBytes());
  }

  /** Returns the spans that count, in text order. */
  private Collection<Span> spans(Sentence sentence) {
    SortedSet<Span> spans = new TreeSet<>(TEXT_ORDER);
    for (Span span : finder.find(sentence.text(), sentence.heading())) {
      Span trimmed = trimmed(sentence.text(), requireInside(sentence.text(), span));
      if (isName(sentence.text(), trimmed)) {
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
          "The finder "
              + finder.fingerprint()
              + " returned a span from "
              + span.start()
              + " to "
              + span.end()
              + " for a sentence of "
              + text.length()
              + " characters.");
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

  private static boolean isName(String text, Span span) {
    boolean isCut =
        Character.isLowSurrogate(text.charAt(span.start()))
            || Character.isHighSurrogate(text.charAt(span.end() - 1));
    if (isCut || span.length() > Span.MAX_LENGTH) {
      return false;
    }
    for (int i = span.start(); i < span.end(); ) {
      int codePoint = text.codePointAt(i);
      // Folding removes invisible letters, such as the Hangul filler.
      if (CharacterClass.isLetterOrDigit(codePoint) && !CharacterClass.isInvisible(codePoint)) {
        return true;
      }
      i += Character.charCount(codePoint);
    }
    return false;
  }

  private int form(String sentence, Span span) {
    return formNumbers.computeIfAbsent(
        sentence.substring(span.start(), span.end()),
        text -> {
          forms.add(new Form(Folding.key(text), text, forms.size()));
          return forms.size() - 1;
        });
  }

  /** Writes the mentions of all chunks to a file. */
  public FileIdentity finish(String name, Runnable interruption) throws IOException {
    if (parts.isEmpty()) {
      return write(name);
    }
    writePart();
    List<MergedMentions> inputs = new ArrayList<>();
    int before = 0;
    for (Part part : parts) {
      BlockReader file = BlockReader.open(store, part.name(), FileKind.MENTIONS, part.identity());
      int first = before;
      inputs.add(new MergedMentions(MentionReader.of(file), chunk -> first + chunk));
      before += part.chunks();
    }
    FileIdentity merged = merge(store, name, inputs, interruption);
    for (Part part : parts) {
      temporary.delete(part.name());
    }
    return merged;
  }

  /**
   * Merges mentions files into one.
   *
   * @param interruption called between keys; may throw an exception to stop the merge
   */
  public static FileIdentity merge(
      Store store, String name, List<MergedMentions> inputs, Runnable interruption)
      throws IOException {
    try (MentionWriter out = MentionWriter.create(store, name)) {
      return new MentionMerge(out, inputs, interruption).run();
    }
  }

  private void writePart() throws IOException {
    String name = temporary.newName();
    parts.add(new Part(name, write(name), records.size()));
    records = new ArrayList<>();
    formNumbers = new HashMap<>();
    forms = new ArrayList<>();
    mentionForms = new IntColumn();
    mentionChunks = new IntColumn();
    mentionSentences = new IntColumn();
  }

  private FileIdentity write(String name) throws IOException {
    try (MentionWriter out = MentionWriter.create(store, name)) {
      for (byte[] each : records) {
        out.addChunk(each);
      }
      writeKeys(out);
      return out.finish();
    }
  }

  private void writeKeys(MentionWriter out) throws IOException {
    List<Form> sorted = new ArrayList<>(forms);
    sorted.sort(
        Comparator.comparing(Form::key, CorpusOrder::compareCodePoints)
            .thenComparing(Form::text, CorpusOrder::compareCodePoints));
    int[] byForm = mentionsByForm();
    int[] ends = endsByForm();
    for (int from = 0; from < sorted.size(); ) {
      int to = from + 1;
      while (to < sorted.size() && sorted.get(to).key().equals(sorted.get(from).key())) {
        to++;
      }
      writeKey(out, sorted.subList(from, to), byForm, ends);
      from = to;
    }
  }

  /** Returns for each form the end of its mentions in {@link #mentionsByForm}. */
  private int[] endsByForm() {
    int[] ends = new int[forms.size() + 1];
    for (int i = 0; i < mentionForms.size(); i++) {
      ends[mentionForms.get(i) + 1]++;
    }
    for (int i = 1; i < ends.length; i++) {
      ends[i] += ends[i - 1];
    }
    return ends;
  }

  /** Returns the numbers of all mentions, sorted by form and then by place in the texts. */
  private int[] mentionsByForm() {
    int[] next = endsByForm();
    int[] sorted = new int[mentionForms.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[next[mentionForms.get(i)]++] = i;
    }
    return sorted;
  }

  private void writeKey(MentionWriter out, List<Form> same, int[] byForm, int[] ends)
      throws IOException {
    out.startKey(same.get(0).key(), same.stream().map(Form::text).toList());
    long[] found = mentions(same, byForm, ends);
    for (int i = 0; i < found.length; ) {
      int mention = (int) (found[i] >>> Integer.SIZE);
      int form = (int) found[i];
      int end = i + 1;
      while (end < found.length && isSame(mention, form, found[end])) {
        end++;
      }
      out.addPosting(mentionChunks.get(mention), mentionSentences.get(mention), form, end - i);
      i = end;
    }
    out.endKey();
  }

  private boolean isSame(int mention, int form, long other) {
    int number = (int) (other >>> Integer.SIZE);
    return form == (int) other
        && mentionChunks.get(number) == mentionChunks.get(mention)
        && mentionSentences.get(number) == mentionSentences.get(mention);
  }

  /**
   * Returns the mentions of a key by chunk, sentence and form. The upper half of a number is the
   * first mention in its sentence, or the mention itself; the lower half is the form.
   */
  private long[] mentions(List<Form> same, int[] byForm, int[] ends) {
    int count = same.stream().mapToInt(form -> ends[form.number() + 1] - ends[form.number()]).sum();
    long[] found = new long[count];
    int at = 0;
    for (int i = 0; i < same.size(); i++) {
      int number = same.get(i).number();
      for (int place = ends[number]; place < ends[number + 1]; place++) {
        found[at++] = ((long) byForm[place] << Integer.SIZE) + i;
      }
    }
    if (same.size() > 1) {
      Arrays.sort(found);
      sortInSentences(found);
    }
    return found;
  }

  /** Sorts the mentions of each sentence by form. */
  private void sortInSentences(long[] found) {
    for (int from = 0; from < found.length; ) {
      int first = (int) (found[from] >>> Integer.SIZE);
      int to = from;
      while (to < found.length
          && mentionChunks.get((int) (found[to] >>> Integer.SIZE)) == mentionChunks.get(first)
          && mentionSentences.get((int) (found[to] >>> Integer.SIZE))
              == mentionSentences.get(first)) {
        found[to] = ((long) first << Integer.SIZE) + (int) found[to];
        to++;
      }
      Arrays.sort(found, from, to);
      from = to;
    }
  }
}
