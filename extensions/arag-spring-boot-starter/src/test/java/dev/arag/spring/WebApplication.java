package dev.arag.spring;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.AnswerView;
import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.extractive.ExtractiveChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** An application with a real server: {@code servlet} is Spring MVC, {@code reactive} WebFlux. */
record WebApplication(ConfigurableApplicationContext context) implements AutoCloseable {
  private static final String NETTY =
      "org.springframework.boot.web.embedded.netty.NettyReactiveWebServerFactory";

  static final String FAILING = "Who fails?";
  static final String HANGING = "Who hangs?";

  /** The controller works in both kinds of applications. */
  @RestController
  static class Questions {
    private final Agent agent;

    Questions(Agent agent) {
      this.agent = agent;
    }

    /** Runs on the thread of the server, which is an event loop with WebFlux. */
    @GetMapping("/ask")
    AnswerView ask(@RequestParam String question) {
      return agent.ask(question).view();
    }

    @GetMapping("/mono")
    Mono<AnswerView> mono(@RequestParam String question) {
      return Mono.fromCallable(() -> ask(question)).subscribeOn(Schedulers.boundedElastic());
    }

    @GetMapping(path = "/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<String> stream(@RequestParam String question) {
      return Flux.just(ask(question).text());
    }

    @GetMapping("/other")
    String other() {
      throw new IllegalArgumentException("The application has failed.");
    }

    @GetMapping("/thread")
    String thread() {
      return Thread.currentThread().getName();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Questions questions(Agent agent) {
      return new Questions(agent);
    }

    @Bean
    Embedder embedder() {
      return new HashEmbedder();
    }

    @Bean
    ChatModel model() {
      ChatModel model = new ExtractiveChatModel();
      return new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
          String text = request.messages().toString();
          if (text.contains(FAILING)) {
            throw new IllegalStateException("The model has failed.");
          }
          if (text.contains(HANGING)) {
            sleep();
          }
          return model.doChat(request);
        }
      };
    }

    private static void sleep() {
      try {
        TimeUnit.MINUTES.sleep(10);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  static WebApplication start(String kind, List<Class<?>> configurations, String... properties) {
    List<Class<?>> sources = new ArrayList<>(configurations);
    sources.add(Application.class);
    List<String> arguments = new ArrayList<>(List.of(properties));
    arguments.add("spring.main.web-application-type=" + kind);
    arguments.add("server.port=0");
    arguments.add("server.shutdown=immediate");
    arguments.add("spring.reactor.netty.shutdown-quiet-period=0s");
    arguments.add("management.endpoint.health.probes.enabled=true");
    arguments.add("management.endpoint.health.show-details=always");
    return new WebApplication(
        new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
            .bannerMode(Banner.Mode.OFF)
            .registerShutdownHook(false)
            .initializers(context -> selectServer(kind, (GenericApplicationContext) context))
            .run(arguments.stream().map(each -> "--" + each).toArray(String[]::new)));
  }

  /** Whether the server has event loops. The tests with Spring Boot 4 have no Netty. */
  static boolean isNetty(String kind) {
    return kind.equals("reactive") && ClassUtils.isPresent(NETTY, null);
  }

  /** Without this bean, WebFlux would use Tomcat, which is on the class path for Spring MVC. */
  private static void selectServer(String kind, GenericApplicationContext context) {
    if (isNetty(kind)) {
      context.registerBean(ClassUtils.resolveClassName(NETTY, null));
    }
  }

  int port() {
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  /**
   * A response of the server.
   *
   * @param type the content type
   */
  record Response(int status, String type, String body) {}

  Response ask(String path, String question) {
    return get(path + "?question=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
  }

  /** Each request has its own connection. */
  Response get(String path) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://localhost:" + port() + path).toURL().openConnection();
      connection.setRequestProperty("Connection", "close");
      int status = connection.getResponseCode();
      try (InputStream body =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        return new Response(status, connection.getContentType(), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
