package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.Answer;
import dev.arag.agent.Conversation;
import dev.arag.agent.Run;
import dev.arag.agent.RunEvent;
import dev.arag.agent.TypedAnswer;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.openai.OpenAiCompatible;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.index.Index;
import dev.arag.index.Source;
import dev.arag.pdf.PdfParser;
import dev.arag.tika.TikaParser;
import dev.arag.tools.langchain4j.LangChain4jTools;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Contains the code of the README, except for its first program, so that the compiler checks the
 * code.
 */
final class ReadmeSnippets {
  private ReadmeSnippets() {}

  interface Assistant {
    String ask(String question);
  }

  interface Page {
    void send(String name, Object value);

    void cite(Verdict verdict, @Nullable Location location, String quote);
  }

  interface Button {
    void onClick(Runnable action);
  }

  record Article(String id, String title, String body, String tenant) {}

  static Agent llm(Index index) {
    ChatModel llm =
        OpenAiCompatible.of("http://localhost:11434/v1", "qwen3:14b", "ollama").chatModel();
    Agent agent = Agent.builder(index, llm).build();
    return agent;
  }

  static void files(Index index) {
    index.sync(Source.path(Path.of("docs"))); // text, Markdown, HTML, JSON lines
    index.sync(Source.path(Path.of("reports")).parser(new PdfParser())); // needs dev.arag:arag-pdf
    index.sync(Source.path(Path.of("office")).parser(new TikaParser())); // needs dev.arag:arag-tika
  }

  static void rows(Index index, List<Article> articles) {
    List<Document> documents = new ArrayList<>();
    for (Article article : articles) {
      documents.add(
          Document.builder("article/" + article.id(), article.body())
              .title(article.title())
              .metadata("tenant", article.tenant())
              .build());
    }
    index.sync(Source.documents("articles", documents));
  }

  static void inSync(Index index) {
    index.sync(Source.path(Path.of("docs")).prune()); // also deletes documents whose files are gone
    index.delete(List.of("docs/old.md")); // searches no longer return it
    index.purge(); // removes the text of deleted documents from disk
  }

  static void tenants(Index index, Agent agent, String question) {
    index.sync(Source.path(Path.of("docs", "acme")).metadata("tenant", "acme"));
    Answer answer = agent.within(Scope.equal("tenant", "acme")).ask(question);
  }

  static void streaming(
      Index index, OpenAiCompatible endpoint, String question, Button cancelButton, Page page) {
    Agent agent = Agent.builder(index, endpoint.streamingChatModel()).build();
    Run run = agent.start(question);
    cancelButton.onClick(run::cancel);
    run.forEach(
        event -> { // every event, in order; returns when the run ends
          if (event instanceof RunEvent.TextDelta delta) page.send("text", delta.text());
          if (event instanceof RunEvent.StepCompleted done) page.send("step", done.step());
        });
    page.send("answer", run.answer());
  }

  static void citations(Answer answer, Page page) {
    for (Citation citation : answer.citations()) {
      page.cite(citation.verdict(), citation.location(), citation.quote());
    }
    answer.unseenTerms(); // names and figures that no text shown to the LLM contains
    answer.trajectory().writeHtml(Path.of("q17.html")); // the complete run as an HTML page
  }

  static void conversation(Agent agent) {
    Conversation conversation = agent.conversation(); // later questions can refer to earlier ones
    conversation.ask("Who signs large invoices?");
    conversation.ask("Since when?");

    record Approval(String signer, int aboveEuros, Optional<String> deputy) {}
    TypedAnswer<Approval> typed = agent.ask("Who signs large invoices?", Approval.class);
    typed.value().aboveEuros(); // 10000
    typed.answer().citations(); // the checked citations
  }

  static Assistant assistant(Index index, ChatModel llm) {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(llm)
            .toolProvider(LangChain4jTools.toolProvider(index))
            .build();
    return assistant;
  }
}
