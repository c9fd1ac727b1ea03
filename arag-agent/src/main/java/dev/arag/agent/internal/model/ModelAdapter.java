package dev.arag.agent.internal.model;

import dev.arag.agent.model.Reply;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Adapts a LangChain4j model, with or without streaming, to one blocking call.
 *
 * @param model the model that the caller passed in
 * @param name the name and provider of the model
 * @param chat sends a request and waits for the response; an interrupt ends the call. The consumer
 *     receives the non-empty parts of the text as they arrive. A model without streaming never
 *     calls the consumer.
 */
record ModelAdapter(
    Object model, ModelName name, BiFunction<ChatRequest, Consumer<String>, ChatResponse> chat) {

  static ModelAdapter of(ChatModel model) {
    return new ModelAdapter(
        model,
        ModelName.of(model::defaultRequestParameters, model::provider),
        (request, written) ->
            model instanceof RunChatModel ofRuns
                ? ofRuns.chat(request, written)
                : model.chat(request));
  }

  static ModelAdapter of(StreamingChatModel model) {
    return new ModelAdapter(
        model,
        ModelName.of(model::defaultRequestParameters, model::provider),
        (request, written) ->
            model instanceof RunChatModel ofRuns
                ? ofRuns.chat(request, written)
                : StreamCollector.chat(model, request, written));
  }

  /** Returns the number of input tokens that the server read from its cache; 0 if unknown. */
  int cachedInput(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.cachedInputTokens(response) : 0;
  }

  OptionalInt contextTokens() {
    return model instanceof ServerAwareChatModel aware
        ? aware.contextTokens()
        : OptionalInt.empty();
  }

  String redact(String text) {
    return model instanceof ServerAwareChatModel aware ? aware.redact(text) : text;
  }

  Reply.Form form(ChatResponse response) {
    return model instanceof ServerAwareChatModel aware ? aware.form(response) : Reply.Form.UNKNOWN;
  }
}
