package dev.arag.knowledge;

import dev.arag.index.Index;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that extracts facts, and writes a line to a file for each call that is paid for. */
final class ExtractionChild {
  static final int PARALLEL_CALLS = 4;

  private static final Pattern NUMBER = Pattern.compile("Num(\\d+)");

  private ExtractionChild() {}

  public static void main(String[] arguments) {
    Path paid = Path.of(arguments[1]);
    try (Index index = Towns.open(Path.of(arguments[0]))) {
      run(index, paid);
    }
  }

  static void run(Index index, Path paid) {
    var unused =
        Knowledge.of(index, "m")
            .extractFacts(
                new PaidModel(paid),
                ExtractionLimits.none().parallelCalls(PARALLEL_CALLS),
                progress -> {});
  }

  /** A model whose calls are recorded in a file before they return. */
  private record PaidModel(Path paid) implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      String prompt = ((UserMessage) request.messages().get(0)).singleText();
      Matcher number = NUMBER.matcher(prompt);
      String line = number.find() ? number.group(1) : "none";
      try {
        Files.writeString(paid, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread.sleep(5);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return ChatResponse.builder().aiMessage(AiMessage.from(Towns.facts(prompt))).build();
    }
  }
}
