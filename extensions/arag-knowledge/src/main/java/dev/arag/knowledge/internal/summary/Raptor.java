package dev.arag.knowledge.internal.summary;

import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.graph.spi.CorpusPassages;
import dev.arag.graph.spi.PassageSource;
import dev.arag.graph.spi.PassageSource.Passage;
import dev.arag.index.Index;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RAPTOR: ranks chunks and summaries together, and asks once.
 *
 * @param name the name with the options that differ from their defaults
 * @param nodes the number of chunks and summaries to choose
 */
public record Raptor(
    String name, int nodes, int lazy, Index index, SummaryStore store, Summarizer summarizer)
    implements Strategy {
  /** The number of nearest chunks of a search. */
  private static final int NEAREST = 50;

  /** The number of chunks that stand for a chosen summary. */
  private static final int CHUNKS_OF_SUMMARY = 2;

  /**
   * A chunk or a summary.
   *
   * @param unit null for a chunk
   */
  private record Node(double score, ChunkId chunk, @Nullable Unit unit) {}

  @Override
  public String run(String question, RunContext run) {
    SummaryRun steps = new SummaryRun(index, store, summarizer, lazy);
    Catalogue corpus = steps.corpus(run);
    PassageSource passages = new CorpusPassages(corpus);
    List<Passage> nearest = nearest(run.question(), corpus, passages);
    if (nearest.isEmpty()) {
      return SummaryRun.ask(run, run.show(List.<ChunkId>of()).text(), question);
    }
    List<Unit> units = units(corpus, nearest);
    KnownSummaries known = steps.summaries(run, units, 1);
    SummaryRun.warn(run, known, units);
    List<Node> chosen = choose(run, corpus, passages, nearest, units, known);
    Set<ChunkId> chunks = new LinkedHashSet<>();
    List<Unit> summaries = new ArrayList<>();
    for (Node node : chosen) {
      if (node.unit() == null) {
        chunks.add(node.chunk());
      } else {
        chunks.addAll(best(run, corpus, node.unit(), nearest));
        summaries.add(node.unit());
      }
    }
    String text = text(run, question, List.copyOf(chunks), known.items(summaries));
    return SummaryRun.ask(run, text, question);
  }

  /** Returns the nearest chunks with the similarities of their best sentences. */
  private List<Passage> nearest(String question, Catalogue corpus, PassageSource passages) {
    int count = Math.max(nodes, NEAREST);
    try {
      return corpus.semanticSearch(question, count).stream()
          .map(hit -> new Passage(hit.chunkId(), hit.score()))
          .toList();
    } catch (NotIndexedException e) {
      return passages.nearest(question, count);
    }
  }

  /** Returns the parts of documents that contain near chunks, those of the nearest first. */
  private static List<Unit> units(Catalogue corpus, List<Passage> nearest) {
    Set<ChunkId> near = new LinkedHashSet<>(nearest.stream().map(Passage::chunk).toList());
    Set<String> documents = new LinkedHashSet<>();
    corpus.read(near).forEach(chunk -> documents.add(chunk.location().documentId()));
    List<Unit> units = new ArrayList<>();
    for (String document : documents) {
      List<Chunk> chunks = corpus.chunksOf(document);
      if (!chunks.isEmpty()) {
        add(SummaryTree.document(chunks), near, units);
      }
    }
    return units;
  }

  private static void add(Unit unit, Set<ChunkId> near, List<Unit> units) {
    if (unit.chunks().stream().anyMatch(near::contains)) {
      unit.children().forEach(child -> add(child, near, units));
      units.add(unit);
    }
  }

  private List<Node> choose(
      RunContext run,
      Catalogue corpus,
      PassageSource passages,
      List<Passage> nearest,
      List<Unit> units,
      KnownSummaries known) {
    List<Node> nodes = new ArrayList<>();
    for (Unit unit : units) {
      known
          .find(unit)
          .map(note -> score(run.question(), corpus, passages, note))
          .ifPresent(score -> nodes.add(new Node(score, unit.chunks().get(0), unit)));
    }
    nearest.forEach(each -> nodes.add(new Node(each.score(), each.chunk(), null)));
    // A summary comes before a chunk with the same score, because it also shows its best chunk.
    return nodes.stream()
        .sorted(Comparator.comparingDouble(Node::score).reversed())
        .limit(this.nodes)
        .toList();
  }

  /** The best sentence that a summary quotes stands for its vector. */
  private static double score(
      String question, Catalogue corpus, PassageSource passages, Note note) {
    List<Posting> sentences = new ArrayList<>();
    for (Note.Quote quote : note.quotes()) {
      corpus
          .read(quote.chunkId())
          .map(chunk -> DerivedText.sentences(quote.text(), chunk).get(0))
          .ifPresent(sentence -> sentences.add(new Posting(quote.chunkId(), sentence, 1)));
    }
    return Arrays.stream(passages.similarities(question, sentences)).max().orElse(0);
  }

  private static List<ChunkId> best(
      RunContext run, Catalogue corpus, Unit unit, List<Passage> nearest) {
    List<ChunkId> ranked;
    try {
      ranked =
          corpus.rank(SemanticQuery.of(run.question()), unit.chunks()).stream()
              .map(hit -> hit.chunkId())
              .toList();
    } catch (NotIndexedException e) {
      Set<ChunkId> own = new HashSet<>(unit.chunks());
      ranked = nearest.stream().map(Passage::chunk).filter(own::contains).toList();
    }
    return ranked.subList(0, Math.min(ranked.size(), CHUNKS_OF_SUMMARY));
  }

  /**
   * Shows chunks, which get at least half of the space of the request, and derived texts with the
   * passages that they quote.
   */
  static String text(
      RunContext run, String question, List<ChunkId> chunks, List<DerivedText.Item> summaries) {
    int free = run.freeTokens(SummaryRun.messages(run, "", question));
    int ofSummaries = summaries.stream().mapToInt(each -> DerivedText.tokens(run, each)).sum();
    int ofChunks = free - Math.min(free / 2, ofSummaries);
    int used = 0;
    List<ChunkId> fitting = new ArrayList<>();
    for (Chunk chunk : run.corpus().read(chunks)) {
      int tokens = chunk.tokens() + chunk.sections().size() * 40;
      if (fitting.isEmpty() || used + tokens <= ofChunks) {
        fitting.add(chunk.id());
        used += tokens;
      }
    }
    String text = run.show(fitting).text();
    if (!summaries.isEmpty()) {
      List<DerivedText.Item> some = DerivedText.fitting(run, summaries, free - used);
      text =
          "Summaries of the texts below, which must not be cited:\n"
              + DerivedText.show(run, some).text()
              + "\n\n"
              + text;
    }
    return text;
  }
}
