package dev.arag.langchain4j.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.tools.internal.text.TextSanitizer;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Retrieves the full text of chunks by semantic search. */
public record CorpusContentRetriever(Corpus corpus, int topK) implements ContentRetriever {
  @Override
  public List<Content> retrieve(Query query) {
    Corpus snapshot = corpus.snapshot();
    Map<ChunkId, Double> scores = new HashMap<>();
    List<ChunkId> ids = new ArrayList<>();
    for (SemanticHit hit : snapshot.semanticSearch(query.text(), topK)) {
      ids.add(hit.chunkId());
      scores.put(hit.chunkId(), hit.score());
    }
    return snapshot.read(ids).stream()
        .filter(chunk -> !TextSanitizer.sanitize(chunk.text()).isBlank())
        .map(chunk -> toContent(chunk, scores.getOrDefault(chunk.id(), 0.0)))
        .toList();
  }

  private static Content toContent(Chunk chunk, double score) {
    TextSegment segment = TextSegment.from(TextSanitizer.sanitize(chunk.text()), metadata(chunk));
    return Content.from(segment, Map.of(ContentMetadata.SCORE, score));
  }

  private static Metadata metadata(Chunk chunk) {
    Location location = chunk.location();
    Map<String, Object> values = new HashMap<>();
    location.metadata().forEach((key, value) -> values.put(key, sanitize(toScalar(value))));
    values.put("chunk_id", chunk.id().value());
    values.put("document_id", location.documentId());
    values.put("title", sanitize(location.title()));
    if (!location.heading().isEmpty()) {
      values.put("heading", sanitize(String.join(" > ", location.heading())));
    }
    location.page().ifPresent(page -> values.put("page", page));
    return Metadata.from(values);
  }

  /** An application may add the metadata to its prompt. */
  private static Object sanitize(Object value) {
    return value instanceof String text ? TextSanitizer.sanitize(text) : value;
  }

  /**
   * Converts a value to text or a number, because LangChain4j's metadata does not accept other
   * types.
   */
  private static Object toScalar(Object value) {
    if (value instanceof List<?> list) {
      return String.join(", ", list.stream().map(String::valueOf).toList());
    }
    return value instanceof Boolean ? value.toString() : value;
  }
}
