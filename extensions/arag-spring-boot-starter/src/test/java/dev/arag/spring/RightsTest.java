package dev.arag.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.langchain4j.model.chat.ChatModel;
import jakarta.servlet.Filter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** The agent finds only what the reader of a request may read. */
class RightsTest {
  private static final String SECRET = "head of finance";

  @TempDir private Path folder;
  private String[] properties = {};

  @BeforeEach
  void write() {
    Starter.write(folder.resolve("hr"), "a.md", "The head of finance approves invoices.\n");
    Starter.write(folder.resolve("open"), "b.md", "Invoices are approved by noon.\n");
    properties =
        new String[] {
          "arag.index=" + folder.resolve("index"),
          "arag.rights=true",
          "arag.sources[0].path=" + folder.resolve("hr"),
          "arag.sources[0].readable-by=group:ROLE_HR,user:jo",
          "arag.sources[1].path=" + folder.resolve("open"),
          "arag.sources[1].readable-by=*"
        };
  }

  private static Authentication user(String name, String... authorities) {
    return new UsernamePasswordAuthenticationToken(
        name, "secret", AuthorityUtils.createAuthorityList(authorities));
  }

  /** Sets the user that the request names, as the filters of Spring Security do. */
  @Configuration(proxyBeanMethods = false)
  static class UserConfiguration {
    @Bean
    Filter userFilter() {
      return (request, response, chain) -> {
        String name = request.getParameter("user");
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(
            name == null
                ? null
                : name.equals("anonymous")
                    ? new AnonymousAuthenticationToken(
                        "key", "jo", AuthorityUtils.createAuthorityList("ROLE_HR"))
                    : user(name, Optional.ofNullable(request.getParameter("role")).orElse("ROLE")));
        SecurityContextHolder.setContext(context);
        try {
          chain.doFilter(request, response);
        } finally {
          SecurityContextHolder.clearContext();
        }
      };
    }
  }

  private static String ask(WebApplication application, String user) {
    return application.get("/ask?question=Who+approves+invoices%3F" + user).body();
  }

  @Test
  void findsWhatTheUserOfARequestMayRead() {
    try (WebApplication application =
        WebApplication.start("servlet", List.of(UserConfiguration.class), properties)) {
      Starter.await(() -> ask(application, "&user=jo").contains(SECRET));
      assertThat(ask(application, "&user=eve&role=ROLE_HR")).contains(SECRET);
      for (String other : List.of("", "&user=anonymous", "&user=eve", "&user=ROLE_HR")) {
        Starter.await(() -> ask(application, other).contains("noon"));
        assertThat(ask(application, other)).as(other).doesNotContain(SECRET);
      }
      Index index = application.context().getBean(Index.class);
      assertThat(index.documents(Slice.first(9))).isEmpty();
      assertThat(index.within(Scope.readableBy()).documents(Slice.first(9))).hasSize(1);
    }
  }

  private ApplicationContextRunner starter() {
    return Starter.with(folder.resolve("index"))
        .withBean(ChatModel.class, ExtractiveChatModel::new)
        .withPropertyValues(properties);
  }

  private static String ask(org.springframework.context.ApplicationContext context) {
    Starter.await(() -> context.getBean(Index.class).documentIds().size() == 2);
    return context.getBean(Agent.class).ask(Starter.QUESTION).text();
  }

  @Test
  void usesTheBeanOfTheApplication() {
    starter()
        .withBean(ReaderPrincipals.class, () -> () -> List.of("user:jo"))
        .run(context -> assertThat(ask(context)).contains(SECRET));
  }

  @Test
  void findsOnlyWhatAScopeNamesWithoutSpringSecurity() {
    starter()
        .withClassLoader(new FilteredClassLoader("org.springframework.security"))
        .run(
            context -> {
              assertThat(context).doesNotHaveBean(ReaderPrincipals.class);
              assertThat(ask(context)).doesNotContain("noon").doesNotContain(SECRET);
              Agent agent = context.getBean(Agent.class);
              assertThat(agent.within(Scope.readableBy("user:jo")).ask(Starter.QUESTION).text())
                  .contains(SECRET);
              assertThat(agent.within(Scope.readableBy("user:kim")).ask(Starter.QUESTION).text())
                  .contains("noon")
                  .doesNotContain(SECRET);
            });
  }
}
