package dev.arag.strategies.internal.retrieval;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Span;
import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The text around the quotes of notes. */
public final class QuotedText {
  private QuotedText() {}

  /**
   * Returns the quoted sentences of each chunk with the sentence before and after, in the order in
   * which the notes first quote the chunks.
   */
  public static List<SemanticHit> of(List<Note> notes, RunContext run) {
    Map<ChunkId, List<Note.Quote>> quotes = new LinkedHashMap<>();
    notes.stream()
        .flatMap(note -> note.quotes().stream())
        .forEach(
            quote -> quotes.computeIfAbsent(quote.chunkId(), id -> new ArrayList<>()).add(quote));
    return run.corpus().read(quotes.keySet()).stream()
        .map(chunk -> hit(chunk, quotes.getOrDefault(chunk.id(), List.of())))
        .toList();
  }

  private static SemanticHit hit(Chunk chunk, List<Note.Quote> quotes) {
    TreeSet<Integer> wanted = new TreeSet<>();
    quotes.forEach(quote -> wanted.addAll(sentencesOf(quote, chunk)));
    List<SentenceHit> matches =
        wanted.stream().map(i -> new SentenceHit(chunk.sentences().get(i), 0)).toList();
    return new SemanticHit(chunk, 0, 0, matches);
  }

  /** Returns the indices of the sentences that a quote overlaps and of their neighbors. */
  private static List<Integer> sentencesOf(Note.Quote quote, Chunk chunk) {
    List<Sentence> sentences = chunk.sentences();
    List<Integer> found = new ArrayList<>();
    for (Span span : CitationReader.find(quote.text(), chunk.text())) {
      for (int i = 0; i < sentences.size(); i++) {
        int start = sentences.get(i).offset() - chunk.location().offset();
        int end = start + sentences.get(i).text().length();
        if (start < span.end() && end > span.start()) {
          Stream.of(i - 1, i, i + 1)
              .filter(near -> near >= 0 && near < sentences.size())
              .forEach(found::add);
        }
      }
    }
    return found;
  }
}
