package dev.arag.tools.internal.search;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.read.ChunkReadTool;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.TextFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows text section by section, between two fence lines. */
public enum SectionFormat implements TextFormat {
  INSTANCE;

  /** The text of an observation that shows nothing, because no chunk was requested. */
  public static final String NOTHING = "No text was found.";

  @Override
  public Observation.Found chunks(List<Chunk> chunks, List<ChunkId> unknown, CallContext call) {
    List<RenderedHit> blocks = chunks.stream().map(chunk -> FullText.of(chunk, call)).toList();
    return found(FullText.join(blocks), FullText.snippets(blocks), unknown, call);
  }

  @Override
  public Observation.Found hits(List<? extends Hit> hits, List<ChunkId> unknown, CallContext call) {
    List<RenderedHit> blocks = hits.stream().map(hit -> render(hit, call)).toList();
    String text = blocks.stream().map(RenderedHit::text).collect(Collectors.joining("\n"));
    return found(text, FullText.snippets(blocks), unknown, call);
  }

  private static RenderedHit render(Hit hit, CallContext call) {
    if (hit instanceof KeywordHit keywordHit) {
      return RenderedHit.of(hit, keywordHit.omitted(), occurrences(keywordHit), call);
    }
    return RenderedHit.of(hit, 0, sentences -> sentences, call);
  }

  /** Locates the keywords of one hit. The counts of the search are unknown here. */
  private static KeywordOccurrences occurrences(KeywordHit hit) {
    Map<String, Long> counts = new LinkedHashMap<>();
    hit.counts().forEach((keyword, count) -> counts.put(keyword, (long) count));
    return new KeywordOccurrences(
        new KeywordHits(1, counts, counts, hit.counts().keySet(), List.of(hit)));
  }

  private static Observation.Found found(
      String text, List<Snippet> shown, List<ChunkId> unknown, CallContext call) {
    List<String> parts = new ArrayList<>();
    if (!shown.isEmpty()) {
      parts.add(call.fence(text));
    }
    if (!unknown.isEmpty()) {
      parts.add(ChunkReadTool.noChunk(unknown.stream().map(ChunkId::value).toList()));
    }
    return new Observation.Found(parts.isEmpty() ? NOTHING : String.join("\n", parts), shown);
  }
}
