package dev.arag.spring.ai.internal;

import dev.arag.core.corpus.Corpus;
import dev.arag.langchain4j.LangChain4jTools;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import java.util.List;
import java.util.Map;
import org.springframework.ai.document.Document;
import org.springframework.ai.rag.Query;
import org.springframework.ai.rag.retrieval.search.DocumentRetriever;

/** Retrieves the full text of chunks by semantic search. */
public record CorpusRetriever(Corpus corpus, int topK) implements DocumentRetriever {
  @Override
  public List<Document> retrieve(Query query) {
    Corpus readable = ContextScope.restrict(corpus, query.context(), corpus::within);
    return LangChain4jTools.contentRetriever(readable, topK)
        .retrieve(dev.langchain4j.rag.query.Query.from(query.text()))
        .stream()
        .map(CorpusRetriever::document)
        .toList();
  }

  private static Document document(Content content) {
    Map<String, Object> metadata = content.textSegment().metadata().toMap();
    return Document.builder()
        .id(String.valueOf(metadata.get("chunk_id")))
        .text(content.textSegment().text())
        .metadata(metadata)
        .score((Double) content.metadata().get(ContentMetadata.SCORE))
        .build();
  }
}
