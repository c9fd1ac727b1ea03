package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.arag.agent.Agent;
import dev.arag.agent.Run;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.step.Step;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests streamed replies with a real HTTP server. */
@Timeout(60)
class StreamingTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k2", "Mira Voss was born in Tarn in 1881."));
  private static final String QUESTION = "Where was Mira Voss born?";

  private final Deque<byte[]> script = new ArrayDeque<>();
  private final List<String> bodies = new ArrayList<>();
  private final ByteServer server = new ByteServer(this::play);

  private boolean play(String body, Socket socket) throws IOException {
    byte[] next;
    synchronized (this) {
      bodies.add(body);
      next = script.isEmpty() ? new byte[0] : script.remove();
    }
    socket.getOutputStream().write(next);
    return next.length == 0 ? server.stall(socket) : staysOpen(next);
  }

  /**
   * Whether the connection stays open. If the server closed a connection without announcing it, the
   * client's next request over this connection could fail.
   */
  private static boolean staysOpen(byte[] response) {
    return !new String(response, StandardCharsets.UTF_8).contains("Connection: close");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Recording recording(String name) {
    return Recording.ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] events(String events) {
    return ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
            + "Connection: close\r\n\r\n"
            + events)
        .getBytes(StandardCharsets.UTF_8);
  }

  private StreamingChatModel model() {
    return OpenAiCompatible.of(server.baseUrl(), "tiny-1", "").streamingChatModel();
  }

  private static String textOf(List<RunEvent> events) {
    StringBuilder text = new StringBuilder();
    for (RunEvent event : events) {
      if (event instanceof RunEvent.TextDelta delta) {
        text.append(delta.text());
      } else if (event instanceof RunEvent.Retrying) {
        text.setLength(0);
      }
    }
    return text.toString();
  }

  @Test
  void streamsTheTextOfTheAnswer() {
    script.add(recording("streamed call").bytes());
    script.add(recording("streamed answer").bytes());
    Run run = Agent.builder(CORPUS, model()).build().start(QUESTION);
    List<RunEvent> events = new ArrayList<>();
    run.forEach(events::add);

    Answer answer = run.answer();
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
    assertThat(textOf(events)).isEqualTo(Recording.ANSWER);
    assertThat(events).filteredOn(RunEvent.TextDelta.class::isInstance).hasSizeGreaterThan(3);
    assertThat(events)
        .filteredOn(RunEvent.TextDelta.class::isInstance)
        .allSatisfy(event -> assertThat(((RunEvent.TextDelta) event).turn()).isEqualTo(2));
    assertThat(answer.usage().toolCalls()).isEqualTo(1);
    assertThat(answer.usage().inputTokens()).isEqualTo(1_624);
    assertThat(bodies.get(0)).contains("\"stream\":true").contains("\"include_usage\":true");
    Step.ModelCall last = (Step.ModelCall) answer.trajectory().steps().get(2);
    assertThat(last.reply().model()).isEqualTo("tiny-1-0815");
  }

  @Test
  void retriesATruncatedStream() {
    byte[] whole = recording("streamed until closed").bytes();
    script.add(recording("streamed call").bytes());
    script.add(Arrays.copyOf(whole, whole.length - 300));
    script.add(whole);
    Run run = Agent.builder(CORPUS, model()).build().start(QUESTION);
    List<RunEvent> events = new ArrayList<>();
    run.forEach(events::add);
    assertThat(run.answer().text()).isEqualTo(Recording.ANSWER);
    assertThat(textOf(events)).isEqualTo(Recording.ANSWER);
    assertThat(events)
        .filteredOn(RunEvent.Retrying.class::isInstance)
        .singleElement()
        .satisfies(
            event ->
                assertThat(((RunEvent.Retrying) event).error())
                    .contains("ended before it was complete"));
  }

  @Test
  void acceptsAResponseWithoutAStream() {
    script.add(recording("call").bytes());
    script.add(recording("answer").bytes());
    Answer answer = Agent.builder(CORPUS, model()).build().ask(QUESTION);
    assertThat(answer.text()).isEqualTo(Recording.ANSWER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFFdata: A\n\ndata: B\n\ndata: [DONE]\n\n",
        "data: A\r\n\r\ndata: B\r\n\r\ndata: [DONE]\r\n\r\n",
        "data: A\r\rdata: B\r\rdata: [DONE]\r\r",
        "data:A\n\ndata:B\n\ndata:[DONE]\n\n",
        ": one\n\nevent: message\nid: 7\ndata: A\n\n: two\nretry: 10\ndata: B\n\ndata: [DONE]\n\n",
        "data: A\n\n\n\ndata: B\n\ndata:  [DONE]\n\n"
      })
  void readsEveryFormOfAnEventStream(String form) {
    String a = "{\"choices\":[{\"delta\":{\"content\":\"In T\u00e4rn\"}}]}";
    String b =
        "{\"choices\":[{\"delta\":{\"content\":\" \ud83c\udf09.\"},\"finish_reason\":\"stop\"}]}";
    script.add(events(form.replace("A", a).replace("B", b)));
    Answer answer =
        Agent.builder(CORPUS, model())
            .strategy((question, run) -> run.complete(question))
            .build()
            .ask(QUESTION);
    assertThat(answer.text()).isEqualTo("In T\u00e4rn \ud83c\udf09.");
    assertThat(answer.stopReason()).isEqualTo(StopReason.ANSWERED);
  }

  @Test
  void reportsAnErrorInTheStream() {
    script.add(events("data: {\"error\":{\"code\":402,\"message\":\"Insufficient credits\"}}\n\n"));
    NoAnswerException failure =
        catchThrowableOfType(
            NoAnswerException.class, () -> Agent.builder(CORPUS, model()).build().ask(QUESTION));
    assertThat(failure).hasMessageContaining("Insufficient credits");
    assertThat(bodies).hasSize(1);
  }

  @Test
  void cancelsAStreamBeforeItsFirstText() throws Exception {
    Run run = Agent.builder(CORPUS, model()).build().start(QUESTION);
    while (server.stalled() == 0) {
      Thread.sleep(5);
    }
    run.cancel();
    assertThat(catchThrowableOfType(NoAnswerException.class, run::answer).stopReason())
        .isEqualTo(StopReason.CANCELLED);
    while (server.stalled() > 0) { // The time limit of the class ends this loop.
      Thread.sleep(10);
    }
    assertThat(server.stalled()).isZero();
  }

  @Test
  void implementsTheStreamingModelOfLangChain4j() throws Exception {
    script.add(recording("streamed answer").bytes());
    CompletableFuture<ChatResponse> end = new CompletableFuture<>();
    StringBuilder received = new StringBuilder();
    model()
        .chat(
            ChatRequest.builder().messages(UserMessage.from(QUESTION)).build(),
            new StreamingChatResponseHandler() {
              @Override
              public void onPartialResponse(String text) {
                received.append(text);
              }

              @Override
              public void onCompleteResponse(ChatResponse response) {
                end.complete(response);
              }

              @Override
              public void onError(Throwable failure) {
                end.completeExceptionally(failure);
              }
            });
    assertThat(end.get(10, TimeUnit.SECONDS).aiMessage().text()).isEqualTo(Recording.ANSWER);
    assertThat(received.toString()).isEqualTo(Recording.ANSWER);
  }

  @Test
  void streamsTheTextOfACustomModel() {
    script.add(recording("streamed call").bytes());
    script.add(recording("streamed answer").bytes());
    Run run = Agent.builder(CORPUS, langChain4j()).build().start(QUESTION);
    List<RunEvent> events = new ArrayList<>();
    run.forEach(events::add);
    assertThat(run.answer().text()).isEqualTo(Recording.ANSWER);
    assertThat(run.answer().isComplete()).isTrue();
    assertThat(textOf(events)).isEqualTo(Recording.ANSWER);
  }

  /**
   * LangChain4j treats the end of a connection as the end of a reply, so only the missing finish
   * reason shows that the reply is truncated.
   */
  @Test
  void reportsATruncatedStreamOfACustomModel() {
    String whole = Recording.events("stop");
    script.add(recording("streamed call").bytes());
    script.add(events(whole.substring(0, whole.indexOf("\n\n", whole.indexOf("In Tarn")) + 2)));
    Answer answer = Agent.builder(CORPUS, langChain4j()).build().ask(QUESTION);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TRUNCATED);
    assertThat(answer.isComplete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"choices\":[{\"delta\":{\"content\":\"TEXT\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"TEXT\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,"
            + "\"function\":{\"arguments\":\"TEXT\"}}]}}]}\n\n",
        "data: TEXT"
      })
  void rejectsALongReply(String event) {
    script.add(events(event.replace("TEXT", "word ".repeat(2_000)).repeat(110)));
    assertThat(askForLongReply(model())).hasMessageContaining("larger than 1048576 bytes");
  }

  @Test
  void rejectsALongReplyOfACustomModel() {
    String part = "word ".repeat(2_000);
    String event = "data: {\"choices\":[{\"delta\":{\"content\":\"" + part + "\"}}]}\n\n";
    script.add(events(event.repeat(110) + "data: [DONE]\n\n"));
    assertThat(askForLongReply(langChain4j())).hasMessageContaining("longer than 1048576 char");
  }

  private static NoAnswerException askForLongReply(StreamingChatModel model) {
    Agent agent = Agent.builder(CORPUS, model).modelRetries(0).build();
    return catchThrowableOfType(NoAnswerException.class, () -> agent.ask(QUESTION));
  }

  /** Only what is kept counts; some servers send 300 bytes for each token. */
  @Test
  void readsALongStreamOfAShortReply() {
    script.add(
        events(": waiting\n\n".repeat(200_000) + Recording.events("stop") + "data: [DONE]\n\n"));
    Agent agent =
        Agent.builder(CORPUS, model()).strategy((question, run) -> run.complete(question)).build();
    assertThat(agent.ask(QUESTION).text()).isEqualTo(Recording.ANSWER);
  }

  private StreamingChatModel langChain4j() {
    return OpenAiStreamingChatModel.builder()
        .baseUrl(server.baseUrl())
        .modelName("tiny-1")
        .apiKey("none")
        .build();
  }
}
