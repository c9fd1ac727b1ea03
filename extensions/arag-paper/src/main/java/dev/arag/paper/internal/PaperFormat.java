package dev.arag.paper.internal;

import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.arag.tools.internal.search.SectionFormat;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** Shows text as the tools of the paper do: chunks without sections and without fences. */
enum PaperFormat implements TextFormat {
  INSTANCE;

  @Override
  public Observation.Found chunks(List<Chunk> chunks, List<ChunkId> unknown, CallContext call) {
    return found(chunks.stream().map(chunk -> PaperText.full(chunk, call)).toList(), "\n", unknown);
  }

  @Override
  public Observation.Found hits(List<? extends Hit> hits, List<ChunkId> unknown, CallContext call) {
    return found(hits.stream().map(hit -> render(hit, call)).toList(), "\n\n", unknown);
  }

  private static PaperText.Hit render(Hit hit, CallContext call) {
    return hit instanceof KeywordHit keywordHit
        ? PaperKeywordSearchTool.text(keywordHit, call)
        : PaperSemanticSearchTool.text((SemanticHit) hit, call);
  }

  private static Observation.Found found(
      List<PaperText.Hit> hits, String separator, List<ChunkId> unknown) {
    List<String> texts = new ArrayList<>();
    hits.forEach(hit -> texts.add(hit.text()));
    unknown.forEach(id -> texts.add(PaperText.notFound(id.value())));
    List<Snippet> shown = hits.stream().flatMap(hit -> hit.shown().stream()).toList();
    return new Observation.Found(
        texts.isEmpty() ? SectionFormat.NOTHING : String.join(separator, texts), shown);
  }
}
