package dev.arag.spring.ai;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** What several tests use. */
final class Fixtures {
  static final String QUESTION = "Who designed the Old Bridge?";
  static final String CITED = "Mira Voss [k1: \"designed by Mira Voss\"].";

  private Fixtures() {}

  static Corpus corpus() {
    return InMemoryCorpus.of(
        Document.builder("k1", "The Old Bridge was designed by Mira Voss. It cost 15 crowns.")
            .title("Bridges of Tarn")
            .metadata("tenant", "tarn")
            .build(),
        Document.builder("k2", "The New Bridge was designed by Ada Lind.")
            .title("Bridges of Elm")
            .metadata("tenant", "elm")
            .build());
  }

  static ChatResponse text(String text) {
    return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
  }

  static ChatResponse call(String tool, String arguments) {
    return new ChatResponse(
        List.of(
            new Generation(
                AssistantMessage.builder()
                    .toolCalls(
                        List.of(new AssistantMessage.ToolCall("c1", "function", tool, arguments)))
                    .build())));
  }
}
