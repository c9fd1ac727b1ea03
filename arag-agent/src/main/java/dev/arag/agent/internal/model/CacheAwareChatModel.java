package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.ChatModel;

/** A chat model that knows more of its server than LangChain4j asks for. */
public interface CacheAwareChatModel extends ChatModel, ServerAwareChatModel {}
