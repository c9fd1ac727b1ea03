package dev.arag.index.split;

import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Document.ChunkStart;
import dev.arag.core.text.Document.Page;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cutting of one document. Used once, by one thread. */
final class DocumentChunker {
  private final Document document;
  private final String text;
  private final int chunkTokens;
  private final TokenCounter counter;
  private final SentenceFinder finder;
  private final SectionRuns passages;
  private int page;

  DocumentChunker(
      Document document, DocumentLanguages languages, int chunkTokens, TokenCounter counter) {
    this.document = document;
    this.text = document.text();
    this.chunkTokens = chunkTokens;
    this.counter = counter;
    this.finder = new SentenceFinder(text, languages, counter);
    this.passages = new SectionRuns(document);
  }

  List<Chunk> generated(String key) {
    List<WeighedSentence> pieces = weigh(pieces(0, text.length()));
    List<Draft> drafts = new ArrayList<>();
    for (List<WeighedSentence> chunk : ChunkPacker.pack(pieces, chunkTokens)) {
      ChunkId id = ChunkId.of(key + "#" + drafts.size());
      int start = drafts.isEmpty() ? 0 : chunk.get(0).sentence().offset();
      drafts.add(new Draft(id, start, chunk));
    }
    if (drafts.isEmpty()) {
      drafts.add(new Draft(ChunkId.of(key + "#0"), 0, List.of()));
    }
    return chunks(drafts);
  }

  List<Chunk> readyMade() {
    List<Draft> drafts = new ArrayList<>();
    List<ChunkStart> starts = document.chunkStarts();
    for (int i = 0; i < starts.size(); i++) {
      int start = starts.get(i).offset();
      int end = i + 1 < starts.size() ? starts.get(i + 1).offset() : text.length();
      drafts.add(new Draft(starts.get(i).id(), start, pieces(start, end)));
    }
    return chunks(drafts);
  }

  /** A chunk still without its end and its neighbours. */
  private record Draft(ChunkId id, int start, List<WeighedSentence> pieces) {}

  /** The sentences between two offsets, not yet weighed. */
  private List<WeighedSentence> pieces(int from, int to) {
    List<WeighedSentence> pieces = new ArrayList<>();
    for (SectionRun passage : passages.within(from, to)) {
      List<Span> spans =
          passage.isHeading()
              ? finder.findInLine(passage.start(), passage.end())
              : finder.find(passage.start(), passage.end());
      spans.forEach(span -> pieces.add(piece(passage, span)));
    }
    return pieces;
  }

  private WeighedSentence piece(SectionRun passage, Span span) {
    Sentence sentence =
        new Sentence(
            text.substring(span.start(), span.end()),
            span.start(),
            passage.heading(),
            passage.isHeading());
    return new WeighedSentence(sentence, passage.path(), 0);
  }

  /** Each sentence with the white space behind it; the sum only steers where chunks end. */
  private List<WeighedSentence> weigh(List<WeighedSentence> pieces) {
    List<WeighedSentence> weighed = new ArrayList<>(pieces.size());
    for (int i = 0; i < pieces.size(); i++) {
      WeighedSentence piece = pieces.get(i);
      int end = i + 1 < pieces.size() ? pieces.get(i + 1).sentence().offset() : text.length();
      int tokens = counter.count(piece.sentence().text()) + gap(piece.sentence().end(), end);
      weighed.add(new WeighedSentence(piece.sentence(), piece.path(), tokens));
    }
    return weighed;
  }

  /** A single space becomes part of the next word's token. */
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
    return new Chunk(
        draft.id(),
        location(draft, ordinal),
        own,
        draft.pieces().stream().map(WeighedSentence::sentence).toList(),
        counter.count(own),
        idAt(drafts, ordinal - 1),
        idAt(drafts, ordinal + 1));
  }

  private static @Nullable ChunkId idAt(List<Draft> drafts, int ordinal) {
    boolean exists = ordinal >= 0 && ordinal < drafts.size();
    return exists ? drafts.get(ordinal).id() : null;
  }

  private Location location(Draft draft, int ordinal) {
    List<String> heading = draft.pieces().isEmpty() ? List.of() : draft.pieces().get(0).path();
    return Location.builder(document.id())
        .title(document.title())
        .heading(heading)
        .page(pageAt(draft.start()))
        .ordinal(ordinal)
        .offset(draft.start())
        .metadata(document.metadata())
        .build();
  }

  /** The page the text at this offset stands on; asked in text order. 0 for none. */
  private int pageAt(int offset) {
    List<Page> pages = document.pages();
    while (page < pages.size() && pages.get(page).offset() <= offset) {
      page++;
    }
    return page == 0 ? 0 : pages.get(page - 1).number();
  }
}
