package dev.arag.spring.ai;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** A Spring AI model that returns the given responses in order. It cannot stream. */
final class ScriptedSpringModel implements ChatModel {
  private final Deque<ChatResponse> script;
  private final List<Prompt> prompts = new ArrayList<>();

  ScriptedSpringModel(ChatResponse... script) {
    this.script = new ArrayDeque<>(List.of(script));
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    prompts.add(prompt);
    return script.remove();
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().model("scripted").build();
  }

  List<Prompt> prompts() {
    return prompts;
  }
}
