package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A LangChain4j model, streaming or not, behind one blocking call.
 *
 * @param model as the caller passed it in
 * @param name its name and provider
 * @param chat sends a request and waits for the response; an interrupt ends the call. The consumer
 *     receives non-empty text while it is written; a model that does not stream never calls it
 */
record ModelAdapter(
    Object model, ModelName name, BiFunction<ChatRequest, Consumer<String>, ChatResponse> chat) {

  static ModelAdapter of(ChatModel model) {
    return new ModelAdapter(
        model,
        ModelName.of(model::defaultRequestParameters, model::provider),
        (request, written) -> model.chat(request));
  }

  static ModelAdapter of(StreamingChatModel model) {
    return new ModelAdapter(
        model,
        ModelName.of(model::defaultRequestParameters, model::provider),
        (request, written) ->
            model instanceof BlockingStreamingChatModel waiting
                ? waiting.chat(request, written)
                : StreamCollector.chat(model, request, written));
  }

  /** The cached part of the input, in tokens; 0 if unknown. */
  int cachedInput(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
  }

  Reply.Form form(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.form(response) : Reply.Form.UNKNOWN;
  }
}
