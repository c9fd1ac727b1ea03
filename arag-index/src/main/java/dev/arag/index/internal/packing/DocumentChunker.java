package dev.arag.index.internal.packing;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.ChunkStart;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.internal.split.DocumentLanguages;
import dev.arag.index.internal.split.SentenceFinder;
import dev.arag.index.internal.split.TextSpan;
import dev.arag.index.spi.SentenceRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Splits one document into chunks. Use one instance per document. Not thread-safe. */
public final class DocumentChunker {
  private final Document document;
  private final String text;
  private final int chunkTokens;
  private final TokenCounter counter;
  private final @Nullable SentenceRules rules;
  private final SentenceFinder finder;
  private final SectionRuns runs;
  private int page;

  public DocumentChunker(
      Document document,
      DocumentLanguages languages,
      int chunkTokens,
      TokenCounter counter,
      @Nullable SentenceRules rules) {
    this.document = document;
    this.text = document.text();
    this.chunkTokens = chunkTokens;
    this.counter = counter;
    this.rules = rules;
    this.finder = new SentenceFinder(text, languages, counter);
    this.runs = new SectionRuns(document, finder);
  }

  public List<Chunk> split(String key) {
    List<MeasuredSentence> sentences = measure(sentencesToPack());
    List<Draft> drafts = new ArrayList<>();
    for (List<MeasuredSentence> chunk : ChunkPacker.pack(sentences, chunkTokens)) {
      ChunkId id = ChunkId.of(key + "#" + drafts.size());
      int start = drafts.isEmpty() ? 0 : chunk.get(0).sentence().offset();
      drafts.add(new Draft(id, start, chunk));
    }
    if (drafts.isEmpty()) {
      drafts.add(new Draft(ChunkId.of(key + "#0"), 0, List.of()));
    }
    return chunks(drafts);
  }

  public List<Chunk> predefinedChunks() {
    List<Draft> drafts = new ArrayList<>();
    List<ChunkStart> starts = document.chunkStarts();
    for (int i = 0; i < starts.size(); i++) {
      int start = starts.get(i).offset();
      int end = i + 1 < starts.size() ? starts.get(i + 1).offset() : text.length();
      drafts.add(new Draft(starts.get(i).id(), start, sentences(start, end)));
    }
    return chunks(drafts);
  }

  /** A chunk whose end and adjacent chunks are not known yet. */
  private record Draft(ChunkId id, int start, List<MeasuredSentence> sentences) {}

  /** Returns all sentences. With other rules, sentences that are longer than a chunk are cut. */
  private List<MeasuredSentence> sentencesToPack() {
    if (rules == null) {
      return sentences(0, text.length());
    }
    return find(rules, 0, text.length())
        .flatMap(
            span ->
                isLongerThanChunk(span)
                    ? finder.findInLine(span.start(), span.end()).stream()
                    : Stream.of(span))
        .map(this::sentenceWithoutHeading)
        .toList();
  }

  private Stream<TextSpan> find(SentenceRules given, int from, int to) {
    return given.find(text, from, to).stream().map(each -> new TextSpan(each.start(), each.end()));
  }

  private boolean isLongerThanChunk(TextSpan span) {
    return span.length() > chunkTokens
        && counter.count(text.substring(span.start(), span.end())) > chunkTokens;
  }

  private MeasuredSentence sentenceWithoutHeading(TextSpan span) {
    String own = text.substring(span.start(), span.end());
    Sentence sentence = new Sentence(own, span.start(), List.of(), false);
    return new MeasuredSentence(sentence, List.of(), false, 0);
  }

  /** Returns the sentences between two offsets, without token counts. */
  private List<MeasuredSentence> sentences(int from, int to) {
    if (rules != null) {
      return find(rules, from, to).map(this::sentenceWithoutHeading).toList();
    }
    List<MeasuredSentence> sentences = new ArrayList<>();
    for (SectionRun run : runs.within(from, to)) {
      for (List<TextSpan> parts : find(run)) {
        for (int i = 0; i < parts.size(); i++) {
          boolean continuesRow = i > 0 && run.table() != null;
          sentences.add(measuredSentence(run, parts.get(i), continuesRow));
        }
      }
    }
    return sentences;
  }

  /** Returns the sentences of a run. Those of a table are in one list for each row. */
  private List<List<TextSpan>> find(SectionRun run) {
    if (run.table() != null) {
      return finder.findRows(run.start(), run.end());
    }
    return List.of(
        run.isHeading()
            ? finder.findInLine(run.start(), run.end())
            : finder.find(run.start(), run.end()));
  }

  private MeasuredSentence measuredSentence(SectionRun run, TextSpan span, boolean continuesRow) {
    String own = text.substring(span.start(), span.end());
    Sentence sentence =
        new Sentence(own, span.start(), run.heading(), run.isHeading(), run.table());
    return new MeasuredSentence(sentence, run.path(), continuesRow, 0);
  }

  /**
   * Counts the tokens of each sentence and of the white space after it. These counts determine only
   * where chunks end; the tokens of a finished chunk are counted again.
   */
  private List<MeasuredSentence> measure(List<MeasuredSentence> sentences) {
    List<MeasuredSentence> measured = new ArrayList<>(sentences.size());
    for (int i = 0; i < sentences.size(); i++) {
      MeasuredSentence sentence = sentences.get(i);
      int end = i + 1 < sentences.size() ? sentences.get(i + 1).sentence().offset() : text.length();
      int tokens = counter.count(sentence.sentence().text()) + gap(sentence.sentence().end(), end);
      measured.add(
          new MeasuredSentence(
              sentence.sentence(), sentence.path(), sentence.continuesRow(), tokens));
    }
    return measured;
  }

  /** Counts the tokens of white space. A single space is part of the next word's token. */
  private int gap(int from, int to) {
    boolean isFree = from == to || (to - from == 1 && text.charAt(from) == ' ');
    return isFree ? 0 : counter.count(text.substring(from, to));
  }

  private List<Chunk> chunks(List<Draft> drafts) {
    List<Chunk> chunks = new ArrayList<>(drafts.size());
    for (int i = 0; i < drafts.size(); i++) {
      chunks.add(chunk(drafts, i));
    }
    return List.copyOf(chunks);
  }

  private Chunk chunk(List<Draft> drafts, int ordinal) {
    Draft draft = drafts.get(ordinal);
    int end = ordinal + 1 < drafts.size() ? drafts.get(ordinal + 1).start() : text.length();
    String own = text.substring(draft.start(), end);
    Location location = location(draft, ordinal);
    return new Chunk(
        draft.id(),
        location,
        own,
        draft.sentences().stream().map(MeasuredSentence::sentence).toList(),
        counter.count(own),
        idAt(drafts, ordinal - 1),
        idAt(drafts, ordinal + 1),
        pagesBefore(end));
  }

  private static @Nullable ChunkId idAt(List<Draft> drafts, int ordinal) {
    boolean exists = ordinal >= 0 && ordinal < drafts.size();
    return exists ? drafts.get(ordinal).id() : null;
  }

  private Location location(Draft draft, int ordinal) {
    List<String> heading =
        draft.sentences().isEmpty() ? List.of() : draft.sentences().get(0).path();
    return Location.builder(document.id())
        .title(document.title().orElse(null))
        .heading(heading)
        .page(pageAt(draft.start()))
        .ordinal(ordinal)
        .offset(draft.start())
        .metadata(document.metadata())
        .build();
  }

  /**
   * Returns the page number at an offset; null if there are no pages. Call this method in text
   * order.
   */
  private @Nullable Integer pageAt(int offset) {
    List<Page> pages = document.pages();
    while (page < pages.size() && pages.get(page).offset() <= offset) {
      page++;
    }
    return page == 0 ? null : Integer.valueOf(pages.get(page - 1).number());
  }

  /** Returns the pages after the last returned page that begin before an offset. */
  private List<Page> pagesBefore(int end) {
    List<Page> pages = document.pages();
    int first = page;
    while (page < pages.size() && pages.get(page).offset() < end) {
      page++;
    }
    return pages.subList(first, page);
  }
}
