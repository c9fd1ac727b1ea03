package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A model of LangChain4j, streaming or not, that can be waited for.
 *
 * @param model as it was handed in
 * @param name what is known of it
 * @param chat waits for the response; an interrupt ends the waiting. The consumer takes text while
 *     it is written, none of it empty; a model that does not stream never calls it
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
                : StreamCollector.to(model, request, written));
  }

  /** The cached part of the input, in tokens; 0 where it is not known. */
  int cachedInput(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
  }

  Reply.Form form(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.form(response) : Reply.Form.UNKNOWN;
  }
}
