package dev.arag.tools;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.Profile;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Renders text of a corpus for prompts that code writes, in the form in which the tools show it to
 * a model. Text that the conversation has been shown before is rendered again, because each prompt
 * may be read by itself. The length of the text is not limited.
 */
public final class CorpusText {
  /** The text of an observation that shows nothing, because no chunk was requested. */
  public static final String NOTHING = "No text was found.";

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private CorpusText() {}

  /**
   * Renders whole chunks, as {@code chunk_read} does.
   *
   * @param ids the chunks in the order in which to show them; duplicates are ignored. The text
   *     names ids that are unknown, deleted or out of scope.
   * @param tracker the tracker of the conversation, which records the text as shown
   */
  public static Observation.Found chunks(
      Collection<ChunkId> ids, Corpus corpus, Profile profile, ContextTracker tracker) {
    requireNonNull(profile, "profile");
    CallContext call = begin(tracker);
    Map<ChunkId, Chunk> found = read(requireNonNull(ids, "ids"), corpus);
    if (profile == Profile.PAPER) {
      return recordForPaper(
          found.values().stream().map(chunk -> PaperText.full(chunk, call)).toList(),
          "\n",
          ids.stream().filter(id -> !found.containsKey(id)).toList(),
          tracker);
    }
    List<RenderedHit> blocks =
        found.values().stream().map(chunk -> FullText.of(chunk, corpus, profile, call)).toList();
    List<ChunkId> unknown = ids.stream().filter(id -> !found.containsKey(id)).toList();
    return record(FullText.join(blocks), FullText.snippets(blocks), unknown, tracker);
  }

  /**
   * Renders the sections and sentences that a search shows of its hits.
   *
   * @param hits the hits in the order in which to show them. The text names the chunks of hits that
   *     are not in the corpus, for example because they are out of scope.
   * @param tracker the tracker of the conversation, which records the text as shown
   */
  public static Observation.Found hits(
      List<? extends Hit> hits, Corpus corpus, Profile profile, ContextTracker tracker) {
    requireNonNull(profile, "profile");
    CallContext call = begin(tracker);
    Map<ChunkId, Chunk> found =
        read(requireNonNull(hits, "hits").stream().map(Hit::chunk).toList(), corpus);
    List<Hit> known = new ArrayList<>(hits);
    known.removeIf(hit -> !isIn(found, hit));
    List<ChunkId> unknown = hits.stream().filter(hit -> !isIn(found, hit)).map(Hit::chunk).toList();
    if (profile == Profile.PAPER) {
      return recordForPaper(
          known.stream().map(hit -> renderForPaper(hit, call)).toList(), "\n\n", unknown, tracker);
    }
    List<RenderedHit> blocks = known.stream().map(hit -> render(hit, profile, call)).toList();
    String text = blocks.stream().map(RenderedHit::text).collect(Collectors.joining("\n"));
    return record(text, FullText.snippets(blocks), unknown, tracker);
  }

  private static boolean isIn(Map<ChunkId, Chunk> found, Hit hit) {
    Chunk chunk = found.get(hit.chunk());
    return chunk != null && chunk.text().equals(hit.content().text());
  }

  private static PaperText.Hit renderForPaper(Hit hit, CallContext call) {
    return hit instanceof KeywordHit keywordHit
        ? PaperKeywordSearchTool.text(keywordHit, call)
        : PaperSemanticSearchTool.text((SemanticHit) hit, call);
  }

  private static CallContext begin(ContextTracker tracker) {
    requireNonNull(tracker, "tracker").beginCall();
    return new CallContext(tracker, section -> false, NO_LIMIT, Set.of());
  }

  private static Map<ChunkId, Chunk> read(Collection<ChunkId> ids, Corpus corpus) {
    Map<ChunkId, Chunk> found = new LinkedHashMap<>();
    requireNonNull(corpus, "corpus").read(ids).forEach(chunk -> found.put(chunk.id(), chunk));
    return found;
  }

  private static RenderedHit render(Hit hit, Profile profile, CallContext call) {
    if (hit instanceof KeywordHit keywordHit) {
      return RenderedHit.of(hit, keywordHit.omitted(), occurrences(keywordHit), profile, call);
    }
    return RenderedHit.of(hit, 0, sentences -> sentences, profile, call);
  }

  /** Locates the keywords of one hit. The counts of the search are unknown here. */
  private static KeywordOccurrences occurrences(KeywordHit hit) {
    Map<String, Long> counts = new LinkedHashMap<>();
    hit.counts().forEach((keyword, count) -> counts.put(keyword, (long) count));
    return new KeywordOccurrences(
        new KeywordHits(1, counts, counts, hit.counts().keySet(), List.of(hit)));
  }

  /** Records text of the paper profile, which has no fence. */
  private static Observation.Found recordForPaper(
      List<PaperText.Hit> hits, String separator, List<ChunkId> unknown, ContextTracker tracker) {
    List<String> texts = new ArrayList<>();
    hits.forEach(hit -> texts.add(hit.text()));
    unknown.forEach(id -> texts.add(PaperText.notFound(id.value())));
    List<Snippet> shown = hits.stream().flatMap(hit -> hit.shown().stream()).toList();
    Observation.Found found =
        new Observation.Found(texts.isEmpty() ? NOTHING : String.join(separator, texts), shown);
    tracker.record(found);
    return found;
  }

  private static Observation.Found record(
      String text, List<Snippet> shown, List<ChunkId> unknown, ContextTracker tracker) {
    List<String> parts = new ArrayList<>();
    if (!shown.isEmpty()) {
      parts.add(tracker.fence(text));
    }
    if (!unknown.isEmpty()) {
      parts.add(ChunkReadTool.noChunk(unknown.stream().map(ChunkId::value).toList()));
    }
    Observation.Found found =
        new Observation.Found(parts.isEmpty() ? NOTHING : String.join("\n", parts), shown);
    tracker.record(found);
    return found;
  }
}
