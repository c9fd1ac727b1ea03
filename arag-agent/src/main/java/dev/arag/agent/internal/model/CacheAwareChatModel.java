package dev.arag.agent.internal.model;

import dev.langchain4j.model.chat.ChatModel;

/** A blocking chat model with details of its server. */
public interface CacheAwareChatModel extends ChatModel, ServerAwareChatModel {}
