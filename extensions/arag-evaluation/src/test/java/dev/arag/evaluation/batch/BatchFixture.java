package dev.arag.evaluation.batch;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Strategy;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Batch;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A small corpus, questions, strategies and models for tests of batches. */
final class BatchFixture {
  static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of("k1", "The Old Bridge was designed by Mira Voss."),
          Document.of("k2", "Mira Voss was born in Tarn in 1881."));

  private BatchFixture() {}

  static List<Question> questions(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> new Question("q" + i, "Question " + i + "?", List.of("Tarn", "Tarn " + i)))
        .toList();
  }

  /** A strategy that makes one model call without tools. */
  static Strategy oneCall(String name) {
    return strategy(name, (question, run) -> run.complete(question));
  }

  interface Body {
    String run(String question, RunContext run);
  }

  static Strategy strategy(String name, Body body) {
    return new Strategy() {
      @Override
      public String run(String question, RunContext run) {
        return body.run(question, run);
      }

      @Override
      public String name() {
        return name;
      }
    };
  }

  /** A batch with one strategy that makes one model call for each question. */
  static Batch.Builder batch(ChatModel model, int questions) {
    return Batch.builder(CORPUS, model)
        .strategies(oneCall("one-call"))
        .questions(questions(questions));
  }

  /** A model that answers each request by a function of the last message, and counts the calls. */
  static final class CountingModel implements ChatModel {
    private final Function<String, String> answer;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<String, Integer> byQuestion = new ConcurrentHashMap<>();

    CountingModel(Function<String, String> answer) {
      this.answer = answer;
    }

    static CountingModel ofTarn() {
      return new CountingModel(question -> "In Tarn, because of: " + question);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      calls.incrementAndGet();
      String question = lastText(request.messages());
      byQuestion.merge(question, 1, Integer::sum);
      return response(answer.apply(question));
    }

    int calls() {
      return calls.get();
    }

    Map<String, Integer> byQuestion() {
      return byQuestion;
    }
  }

  static ChatResponse response(String text) {
    return ChatResponse.builder()
        .aiMessage(AiMessage.from(text))
        .finishReason(FinishReason.STOP)
        .build();
  }

  private static String lastText(List<ChatMessage> messages) {
    String last = "";
    for (ChatMessage message : messages) {
      if (message instanceof UserMessage user) {
        last = user.singleText();
      }
    }
    return last;
  }

  static List<ResultRow> rows(Path file) throws IOException {
    List<ResultRow> rows = new ArrayList<>();
    for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n")) {
      rows.add(ResultRow.parse(line));
    }
    return rows;
  }
}
