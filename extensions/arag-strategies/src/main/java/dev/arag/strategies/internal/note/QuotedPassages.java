package dev.arag.strategies.internal.note;

import dev.arag.agent.citation.Span;
import dev.arag.agent.strategy.Note;
import dev.arag.agent.strategy.RunContext;
import dev.arag.agent.strategy.Shown;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import dev.arag.tools.ContextTracker;
import dev.arag.tools.CorpusText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Shows the passages that contain quotes, so that a final answer can cite them. */
public final class QuotedPassages {
  /** The tokens by which the size of a text may vary, because its fence contains a random code. */
  private static final int FENCE_VARIATION = 16;

  private QuotedPassages() {}

  /**
   * Shows the quoted sentences as a search shows its hits: short sections whole, of others the
   * quoted sentences.
   *
   * @param quotes the quotes, best first; passages that do not fit are left out, with a warning
   * @param freeTokens the number of tokens that the request has space for
   */
  public static Shown show(RunContext run, List<Note.Quote> quotes, int freeTokens) {
    List<Hit> hits = hits(run, quotes);
    List<Hit> fitting = new ArrayList<>(hits);
    while (fitting.size() > 1 && tokens(fitting, run) > freeTokens - FENCE_VARIATION) {
      fitting.remove(fitting.size() - 1);
    }
    int leftOut = hits.size() - fitting.size();
    if (leftOut > 0) {
      run.warn(
          leftOut
              + " of "
              + hits.size()
              + " quoted passages did not fit the request for the final answer.");
    }
    return run.show(fitting);
  }

  /**
   * Shows whole chunks.
   *
   * @param chunks the chunks, best first; those that do not fit are left out
   */
  public static Shown showWhole(RunContext run, List<ChunkId> chunks, int freeTokens) {
    List<ChunkId> fitting = new ArrayList<>(chunks);
    while (fitting.size() > 1 && tokensWhole(fitting, run) > freeTokens - FENCE_VARIATION) {
      fitting.remove(fitting.size() - 1);
    }
    return run.show((java.util.Collection<ChunkId>) fitting);
  }

  private static List<Hit> hits(RunContext run, List<Note.Quote> quotes) {
    Map<ChunkId, List<Note.Quote>> byChunk = new LinkedHashMap<>();
    quotes.forEach(
        quote -> byChunk.computeIfAbsent(quote.chunk(), chunk -> new ArrayList<>()).add(quote));
    List<Hit> hits = new ArrayList<>();
    byChunk.forEach(
        (id, ofChunk) -> run.corpus().read(id).ifPresent(chunk -> hits.add(hit(chunk, ofChunk))));
    return hits;
  }

  private static Hit hit(Chunk chunk, List<Note.Quote> quotes) {
    List<Span> spans =
        quotes.stream()
            .flatMap(quote -> QuotedNote.spans(quote, chunk.text()).stream())
            .toList();
    List<SentenceHit> quoted =
        chunk.sentences().stream()
            .filter(sentence -> spans.stream().anyMatch(span -> overlaps(span, sentence, chunk)))
            .map(sentence -> new SentenceHit(sentence, 1))
            .toList();
    return new SemanticHit(chunk, 1, 1, quoted.isEmpty() ? all(chunk) : quoted);
  }

  private static boolean overlaps(Span span, Sentence sentence, Chunk chunk) {
    int offset = chunk.location().offset();
    return span.start() + offset < sentence.end() && sentence.offset() < span.end() + offset;
  }

  private static List<SentenceHit> all(Chunk chunk) {
    return chunk.sentences().stream().map(sentence -> new SentenceHit(sentence, 1)).toList();
  }

  private static int tokensWhole(List<ChunkId> chunks, RunContext run) {
    ContextTracker unused = new ContextTracker(new Random(0));
    return CorpusText.chunks(chunks, run.corpus(), run.profile(), unused).tokens();
  }

  /** Returns the size of the text with its formatting. */
  private static int tokens(List<Hit> hits, RunContext run) {
    ContextTracker unused = new ContextTracker(new Random(0));
    return CorpusText.hits(hits, run.corpus(), run.profile(), unused).tokens();
  }
}
