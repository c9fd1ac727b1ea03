package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.spring.internal.lifecycle.ActiveRuns;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** The responses of web applications to failures of the agent. */
class WebTest {
  @TempDir Path folder;
  private String index;
  private String source;

  @BeforeEach
  void write() {
    Starter.write(folder.resolve("docs"), "a.md", "The head of finance approves invoices.\n");
    index = "arag.index=" + folder.resolve("index");
    source = "arag.sources[0].path=" + folder.resolve("docs");
  }

  private static JsonNode json(WebApplication.Response response) {
    try {
      return new ObjectMapper().readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new AssertionError(response.body(), e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"servlet", "reactive"})
  void failuresOfTheAgentHaveAStatusAndABody(String kind) throws Exception {
    try (WebApplication application = WebApplication.start(kind, List.of(), index, source)) {
      assertThat(application.get("/thread").body())
          .startsWith(WebApplication.isNetty(kind) ? "reactor-http-" : "http-nio-");
      for (String path : List.of("/ask", "/mono")) {
        Starter.await(
            () -> application.ask(path, Starter.QUESTION).body().contains("head of finance"));
        WebApplication.Response failed = application.ask(path, WebApplication.FAILING);
        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.type()).isEqualTo("application/json");
        assertThat(json(failed).get("stopReason").asText()).isEqualTo("MODEL_FAILED");
        assertThat(json(failed).get("answer").isNull()).isTrue();
        assertThat(json(failed).at("/warnings/0").asText()).contains("The model has failed.");
        WebApplication.Response blank = application.ask(path, " ");
        assertThat(blank.status()).isEqualTo(400);
        assertThat(blank.type()).isEqualTo("application/problem+json");
        assertThat(json(blank).get("status").asInt()).isEqualTo(400);
        assertThat(json(blank).get("title").asText()).isEqualTo("Bad Request");
        assertThat(json(blank).get("detail").asText()).isEqualTo("The question must not be blank.");
        assertThat(json(blank).get("instance").asText()).isEqualTo(path);
      }
      assertThat(application.ask("/stream", " ").status()).isEqualTo(400);
      assertThat(json(application.ask("/stream", WebApplication.FAILING)).get("id")).isNotNull();
      assertThat(application.get("/other").status()).isEqualTo(500);
      if (WebApplication.isNetty(kind)) {
        aClientThatLeavesCancelsItsRun(application);
      }
    }
  }

  private static void aClientThatLeavesCancelsItsRun(WebApplication application)
      throws IOException {
    ActiveRuns runs = application.context().getBean(ActiveRuns.class);
    try (Socket client = new Socket("localhost", application.port())) {
      String request = "GET /mono?question=Who%20hangs%3F HTTP/1.1\r\nHost: localhost\r\n\r\n";
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      Starter.await(() -> runs.count() == 1);
    }
    Starter.await(() -> runs.count() == 0);
  }

  /** Without an order, as most applications write it. */
  @RestControllerAdvice
  static class OwnAdvice {
    @ExceptionHandler
    @ResponseStatus(HttpStatus.BAD_GATEWAY)
    String noAnswer(NoAnswerException e) {
      return "own: " + e.stopReason();
    }

    @ExceptionHandler
    @ResponseStatus(HttpStatus.UNPROCESSABLE_ENTITY)
    String wrong(IllegalArgumentException e) {
      return "own: " + e.getMessage();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Import(OwnAdvice.class)
  static class OwnConfiguration {}

  @ParameterizedTest
  @ValueSource(strings = {"servlet", "reactive"})
  void theHandlersOfTheApplicationComeFirst(String kind) {
    try (WebApplication application =
        WebApplication.start(kind, List.of(OwnConfiguration.class), index)) {
      assertThat(application.context().containsBean("aragExceptionHandler")).isTrue();
      WebApplication.Response failed = application.ask("/mono", WebApplication.FAILING);
      assertThat(failed.status()).isEqualTo(502);
      assertThat(failed.body()).isEqualTo("own: MODEL_FAILED");
      WebApplication.Response blank = application.ask("/mono", "");
      assertThat(blank.status()).isEqualTo(422);
      assertThat(blank.body()).isEqualTo("own: The question must not be blank.");
    }
  }

  @Test
  void aBeanOfTheApplicationReplacesTheHandler() {
    web()
        .withBean("aragExceptionHandler", OwnAdvice.class)
        .run(
            context ->
                assertThat(context.getBean("aragExceptionHandler")).isInstanceOf(OwnAdvice.class));
  }

  private WebApplicationContextRunner web() {
    return new WebApplicationContextRunner()
        .withUserConfiguration(AragWebAutoConfiguration.class)
        .withPropertyValues(index);
  }

  @Test
  void otherApplicationsHaveNoHandler() {
    web().run(context -> assertThat(context).hasBean("aragExceptionHandler"));
    web()
        .withPropertyValues("arag.index=false")
        .run(context -> assertThat(context).doesNotHaveBean("aragExceptionHandler"));
    Starter.with(folder.resolve("index"))
        .withClassLoader(new FilteredClassLoader("org.springframework.web"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("aragExceptionHandler"));
  }
}
