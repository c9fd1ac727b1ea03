package dev.arag.openai.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.model.ModelException;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the time limit of single requests with a server that never answers. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestTimeoutTest {
  private static final Corpus CORPUS =
      InMemoryCorpus.of(Document.of("k1", "Mira Voss was born in Tarn."));

  private final ByteServer server = new ByteServer(this::stall);

  @AfterEach
  void stop() {
    server.close();
  }

  private OpenAiCompatible endpoint() {
    return OpenAiCompatible.of(
        Map.of(
            "ARAG_BASE_URL", server.baseUrl(),
            "ARAG_MODEL", "tiny-1",
            "ARAG_REQUEST_TIMEOUT", "0.3s"));
  }

  private boolean stall(String body, Socket socket) throws IOException {
    return server.stall(socket);
  }

  @Test
  void endsARequestOutsideARun() {
    assertThatThrownBy(() -> endpoint().chatModel().chat("Who?"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("did not answer in time");
  }

  @Test
  void endsARequestOfARun() {
    assertTimesOut(Agent.builder(CORPUS, endpoint().chatModel()));
    assertTimesOut(Agent.builder(CORPUS, endpoint().streamingChatModel()));
  }

  @Test
  void limitsOnlyRequestsOutsideOfRunsByDefault() {
    EndpointSettings settings =
        EndpointSettings.of(Map.of("ARAG_BASE_URL", server.baseUrl(), "ARAG_MODEL", "tiny-1"));
    OpenAiChat model = new OpenAiChat(settings, new TimeoutEndpoint(settings));
    assertThat(model.chat("Who?")).isEqualTo("PT5M");
    assertThat(limitOfRun(Agent.builder(CORPUS, model))).isGreaterThan(Duration.ofDays(1));
    OpenAiStreamingChat streaming = new OpenAiStreamingChat(model);
    assertThat(limitOfRun(Agent.builder(CORPUS, streaming))).isGreaterThan(Duration.ofDays(1));
  }

  private static Duration limitOfRun(Agent.Builder builder) {
    Agent agent = builder.strategy((question, run) -> run.complete(question)).build();
    return Duration.parse(agent.ask("Who?").text());
  }

  /** Replies with the time that each of its requests may take. */
  private static final class TimeoutEndpoint extends ChatEndpoint {
    TimeoutEndpoint(EndpointSettings settings) {
      super(settings);
    }

    @Override
    ChatCompletion send(ObjectNode request, Duration atMost, @Nullable Consumer<String> written) {
      ChatResponse response =
          ChatResponse.builder()
              .aiMessage(AiMessage.from(atMost.toString()))
              .finishReason(FinishReason.STOP)
              .build();
      return new ChatCompletion(response, 0, "stop", Set.of());
    }
  }

  private static void assertTimesOut(Agent.Builder builder) {
    Agent agent = builder.modelRetries(0).build();
    assertThatThrownBy(() -> agent.ask("Who?"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("did not answer in time");
  }
}
