package dev.arag.graph.internal.rank;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.Slice;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.spi.MentionFinder.Span;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The mentions in the chunks of a catalogue, found and counted directly, without an index. */
public final class MentionTable implements MentionSource {
  private static final Pattern CAPITALIZED =
      Pattern.compile(
          "[\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}]*(?: [\\p{Lu}\\p{N}][\\p{L}\\p{M}\\p{N}]*)*");

  private final @Nullable Corpus corpus;
  private final int chunks;
  private final Map<ChunkId, List<Mention>> byChunk = new LinkedHashMap<>();
  private final Map<String, List<Posting>> byKey = new TreeMap<>();
  private final Map<String, Map<String, Integer>> forms = new TreeMap<>();

  private MentionTable(@Nullable Corpus corpus, List<Chunk> inCorpusOrder, MentionFinder finder) {
    this.corpus = corpus;
    chunks = inCorpusOrder.size();
    for (Chunk chunk : inCorpusOrder) {
      byChunk.put(chunk.id(), new ArrayList<>());
      for (int i = 0; i < chunk.sentences().size(); i++) {
        add(chunk.id(), i, chunk.sentences().get(i), finder);
      }
    }
  }

  /** Returns the mentions in all chunks in scope. */
  public static MentionTable of(Catalogue corpus, MentionFinder finder) {
    List<Chunk> chunks = new ArrayList<>();
    corpus
        .documents(Slice.first(Integer.MAX_VALUE))
        .forEach(document -> chunks.addAll(corpus.chunksOf(document.id())));
    return new MentionTable(corpus, chunks, finder);
  }

  /**
   * Returns the mentions in some chunks, which are not those of a corpus.
   *
   * @param chunks the chunks in corpus order
   */
  static MentionTable of(List<Chunk> chunks, MentionFinder finder) {
    return new MentionTable(null, chunks, finder);
  }

  private void add(ChunkId chunk, int number, Sentence sentence, MentionFinder finder) {
    Map<String, Integer> counts = new TreeMap<>();
    for (Span span : finder.find(sentence.text(), sentence.heading())) {
      String form = sentence.text().substring(span.start(), span.end());
      String key = Folding.key(form);
      counts.merge(key, 1, Integer::sum);
      forms.computeIfAbsent(key, each -> new TreeMap<>()).merge(form, 1, Integer::sum);
    }
    counts.forEach(
        (key, count) -> {
          byChunk.get(chunk).add(new Mention(key, number, count));
          byKey
              .computeIfAbsent(key, each -> new ArrayList<>())
              .add(new Posting(chunk, number, count));
        });
  }

  @Override
  public Corpus corpus() {
    return requireNonNull(corpus, "corpus");
  }

  @Override
  public int chunks() {
    return chunks;
  }

  @Override
  public int chunks(String key) {
    return (int) postings(key).stream().map(Posting::chunkId).distinct().count();
  }

  @Override
  public List<Posting> postings(String key) {
    return List.copyOf(byKey.getOrDefault(key, List.of()));
  }

  @Override
  public List<Mention> mentions(ChunkId chunk) {
    return List.copyOf(byChunk.getOrDefault(chunk, List.of()));
  }

  @Override
  public Optional<String> name(String key) {
    return forms.getOrDefault(key, Map.of()).entrySet().stream()
        .max(
            Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(Map.Entry.<String, Integer>comparingByKey().reversed()))
        .map(Map.Entry::getKey);
  }

  @Override
  public List<String> keysWith(String word, int limit) {
    return byKey.keySet().stream()
        .filter(key -> List.of(key.split("[^\\p{L}\\p{M}\\p{N}]+", -1)).contains(word))
        .sorted(
            Comparator.comparingInt((String key) -> chunks(key))
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .limit(limit)
        .toList();
  }

  /** Finds runs of words that begin with a capital letter or number. */
  public static MentionFinder capitalizedRuns() {
    return new MentionFinder() {
      @Override
      public List<Span> find(String sentence, List<String> heading) {
        return CAPITALIZED
            .matcher(sentence)
            .results()
            .map(match -> new Span(match.start(), match.end()))
            .toList();
      }

      @Override
      public String fingerprint() {
        return "capitalized runs";
      }
    };
  }
}
