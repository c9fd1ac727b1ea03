package dev.arag.extractive;

import dev.arag.extractive.internal.ExtractiveReply;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;

/**
 * A chat model that follows fixed rules and does not use an LLM. The model calls the retrieval
 * tools in a fixed order and answers with sentences copied from their results. Because it runs
 * offline and is deterministic, it can be used to demonstrate and test the whole loop. It
 * understands only English questions. The quality of its answers does not indicate the quality of
 * an LLM's answers.
 *
 * <p>The model first calls {@code keyword_search} with the names and the longest words of the
 * question, {@code semantic_search} with the question, and {@code chunk_read} with the best texts.
 * Among the sentences returned, it builds chains: each sentence contains a name of the sentence
 * before it. The best chain contains most of the terms of the question, where rare terms count
 * more. The model also searches for the names in the best chains. The answer is a name, date or
 * number in the last sentence of the best chain, next to the terms of the question in this
 * sentence. If the best chain contains less than half of the terms, by weight, the model answers
 * NOT FOUND.
 *
 * <p>The model is stateless, because a reply depends only on the messages of the request. The model
 * is therefore thread-safe.
 */
public final class ExtractiveChatModel implements ChatModel {
  /** A one-line description of this model for people who read its answers. */
  public static final String DESCRIPTION =
      "rule-based model (no LLM: it copies sentences; its answers do not show how well an agent with"
          + " an LLM would answer)";

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return ExtractiveReply.to(Objects.requireNonNull(request, "request"));
  }
}
