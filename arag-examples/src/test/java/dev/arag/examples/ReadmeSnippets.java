package dev.arag.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.Run;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.answer.TypedAnswer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.SummaryRow;
import dev.arag.evaluation.retrieval.CorpusRanking;
import dev.arag.evaluation.retrieval.RetrievalMeasure;
import dev.arag.evaluation.retrieval.RetrievalQuery;
import dev.arag.evaluation.retrieval.RetrievalRun;
import dev.arag.evaluation.retrieval.RetrievalScores;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.SyncHandle;
import dev.arag.index.embed.ExecutionProvider;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.ingest.TextParser;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.sync.SyncReport;
import dev.arag.langchain4j.AgentTool;
import dev.arag.langchain4j.LangChain4j;
import dev.arag.langchain4j.LangChain4jCitations;
import dev.arag.langchain4j.LangChain4jTools;
import dev.arag.mcp.McpHttp;
import dev.arag.mcp.McpStdio;
import dev.arag.mcp.McpTools;
import dev.arag.micrometer.MicrometerRunObserver;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.opentelemetry.OpenTelemetryRunObserver;
import dev.arag.pdf.PdfParser;
import dev.arag.records.RecordFields;
import dev.arag.records.Records;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrCorpus;
import dev.arag.solr.SolrIndex;
import dev.arag.solr.SolrSetup;
import dev.arag.strategies.OtherStrategies;
import dev.arag.tika.TikaParser;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.web.Chats;
import dev.arag.web.TrajectoryPage;
import dev.arag.web.UiMessageRequest;
import dev.arag.web.UiMessageStream;
import dev.arag.web.page.PageServer;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Contains the code of the pages in docs that no integration test contains, so that the compiler
 * checks it.
 */
final class ReadmeSnippets {
  private ReadmeSnippets() {}

  interface WebPage {
    void send(String name, Object value);

    void cite(int number, String title, Verdict verdict, String quote);
  }

  interface Button {
    void onClick(Runnable action);
  }

  interface ProgressBar {
    void update(double share);
  }

  record Article(String id, String title, String body, String tenant, LocalDate date) {}

  static void tutorial() {
    Path docs = Path.of("docs");
    Index index = Index.openOrCreate(Path.of("handbook.arag")); // close it when the program ends
    SyncReport report = index.sync(Source.path(docs));
    System.out.println("documents: " + report.documents() + ", chunks: " + report.chunks());

    for (Hit hit : index.keywordSearch(List.of("invoice", "approve"), 3)) {
      System.out.println("keyword   " + hit.title() + ": " + hit.snippet());
    }
    for (Hit hit : index.semanticSearch("Who signs off a large purchase?", 3)) {
      System.out.println("semantic  " + hit.title() + ": " + hit.snippet());
    }

    Agent agent = Agent.builder(index, new ExtractiveChatModel()).build();
    Answer answer = agent.ask("Who approves an invoice over 10,000 euros?");
    System.out.println(answer.text());
    for (Citation citation : answer.citations()) {
      System.out.println(citation.verdict() + ": " + citation.quote());
    }

    SyncReport changes = index.sync(Source.path(docs).prune());
    System.out.println(changes.updated() + " updated, " + changes.deleted() + " deleted");
    changes.skipped().forEach(skip -> System.out.println(skip.source() + ": " + skip.reason()));
  }

  static Agent limits(Index index, ChatModel llm) {
    Budget budget = Budget.builder().maxTurns(10).timeout(Duration.ofMinutes(1)).build();
    Agent quick = Agent.builder(index, llm).budget(budget).build();
    return quick;
  }

  static String exceptions(Agent agent, String question) {
    try {
      return agent.ask(question).text();
    } catch (NoAnswerException e) {
      return e.isRetriable() ? "Please try again later." : e.stopReason().description();
    }
  }

  static Agent llm(Index index) {
    ChatModel llm =
        OpenAiCompatible.builder()
            .baseUrl("http://localhost:11434/v1")
            .apiKey("ollama")
            .model("qwen3:14b")
            .temperature(0)
            .build()
            .chatModel();
    Agent agent = Agent.builder(index, llm).build();
    return agent;
  }

  static void files(Index index) {
    index.sync(Source.path(Path.of("docs"))); // text, Markdown, HTML
    index.sync(Source.path(Path.of("reports")).parser(new PdfParser())); // needs dev.arag:arag-pdf
    index.sync(Source.path(Path.of("office")).parser(new TikaParser())); // needs dev.arag:arag-tika
    index.sync(
        Source.path(Path.of("rows")).parser(Records.byExtension())); // needs dev.arag:arag-records
  }

  static void otherTextFiles(Index index) {
    Records tickets = Records.byExtension().fields(RecordFields.defaults().text("body"));
    index.sync(Source.path(Path.of("tickets.csv")).parser(tickets));
    index.sync(Source.path(Path.of("manual")).parser(TextParser.forExtensions(".adoc", ".rst")));
    index.sync(
        Source.path(Path.of("src")).parser(TextParser.forExtensions(".java").withoutHeadings()));
  }

  static void rows(Index index, List<Article> articles, List<Document> allRows) {
    List<Document> documents = new ArrayList<>();
    for (Article article : articles) {
      documents.add(
          Document.builder("article/" + article.id(), article.body())
              .title(article.title())
              .metadata("tenant", article.tenant())
              .metadata("written", article.date()) // a LocalDate or an Instant
              .build());
    }
    index.put("articles", documents); // adds and replaces, never deletes
    index.delete(List.of("article/4712")); // a row that was deleted
    index.sync(
        Source.documents("articles", allRows).prune()); // all rows; deletes those that are gone
  }

  static void inSync(Index index) {
    index.sync(Source.path(Path.of("docs")).prune()); // also deletes documents whose files are gone
    index.delete(List.of("docs/old.md")); // searches no longer return it
    index.purge(); // removes the text of deleted documents from disk
  }

  static void background(Index index, ProgressBar bar, Button cancelButton) {
    Source wiki = Source.path(Path.of("/srv/current/docs")).name("wiki").prune();
    try (SyncHandle sync = index.startSync(wiki)) {
      sync.onProgress(progress -> bar.update(progress.share()));
      cancelButton.onClick(sync::cancel);
      SyncReport report = sync.await(); // report.moved(): sources at a new path
    }
  }

  static void tenants(Index index, Agent agent, String question) {
    index.sync(Source.path(Path.of("docs", "acme")).metadata("tenant", "acme"));
    Answer answer = agent.within(Scope.equal("tenant", "acme")).ask(question);
  }

  static void dates(Agent agent, String question) {
    Scope spring = Scope.between("written", LocalDate.of(2024, 3, 20), LocalDate.of(2024, 6, 20));
    Answer answer = agent.within(Scope.equal("tenant", "acme").and(spring)).ask(question);
  }

  static void oneDocument(Index index, Agent agent) {
    for (CatalogueEntry document : index.documents(Slice.first(50))) {
      System.out.println(document.id() + " " + document.title() + " " + document.characters());
    }
    Scope one = Scope.documents("docs/invoices.md");
    Answer answer = agent.within(one).ask("Who approves invoices?");
  }

  static void streaming(
      Index index, OpenAiCompatible endpoint, String question, Button cancelButton, WebPage page) {
    Agent agent = Agent.builder(index, endpoint.streamingChatModel()).build();
    Run run = agent.start(question);
    cancelButton.onClick(run::cancel);
    run.forEach(
        event -> { // every event, in order; returns when the run ends
          if (event instanceof RunEvent.AnswerText text) page.send("text", text.text());
          if (event instanceof RunEvent.AnswerCitation marker)
            page.send("citation", marker.view().data());
          if (event instanceof RunEvent.AnswerDiscarded) page.send("clear", "");
        });
    page.send("answer", run.answer().view()); // records of JDK types, for any JSON library
  }

  static void servePage(Index index, Agent agent, CountDownLatch untilTheProgramEnds)
      throws IOException, InterruptedException {
    try (PageServer page = PageServer.builder(index, agent).title("Handbook").start()) {
      System.out.println(page.address()); // http://127.0.0.1:.../#token=...
      untilTheProgramEnds.await();
    }
  }

  static PageServer servePage(Index index, Agent agent) throws IOException {
    PageServer page =
        PageServer.builder(index, agent)
            .port(2724)
            .title("Handbook")
            .sources(List.of(Source.path(Path.of("docs"))))
            .allowUploads(IngestLimits.defaults(), new PdfParser())
            .start();
    return page;
  }

  static void page(Agent agent, HttpServer server) {
    Chats chats = new Chats(agent, 1_000); // the conversations of the open pages
    server.createContext(
        "/chat",
        exchange -> { // a com.sun.net.httpserver.HttpServer
          UiMessageRequest request = UiMessageRequest.read(exchange.getRequestBody());
          UiMessageStream.headers().forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream page = exchange.getResponseBody()) {
            UiMessageStream.of(chats.start("", request)).writeTo(page);
          }
        });
  }

  static String citations(Answer answer, WebPage page) {
    String html = answer.render(Markup.HTML, citation -> "<sup>" + citation.number() + "</sup>");
    for (Citation citation : answer.citations()) {
      page.cite(citation.number(), citation.title(), citation.verdict(), citation.quote());
    }
    answer.unseenTerms(); // names and numbers in the answer that occur in no text shown to the LLM
    TrajectoryPage.write(answer.trajectory(), Path.of("q17.html")); // arag-web: the whole run
    return html;
  }

  static Conversation conversation(Agent agent) {
    Conversation conversation = agent.conversation(); // later questions can refer to earlier ones
    conversation.ask("Who signs large invoices?");
    conversation.ask("Since when?");
    return conversation;
  }

  static TypedAnswer<?> typed(Agent agent) {
    record Approval(String signer, int aboveEuros, Optional<String> deputy) {}
    TypedAnswer<Approval> typed = agent.ask("Who signs large invoices?", Approval.class);
    typed.value().aboveEuros(); // 10000
    typed.answer().citations(); // the checked citations
    return typed;
  }

  static Conversation resume(Agent agent, Conversation conversation) {
    List<Trajectory> asked = conversation.trajectories();
    String stored = asked.get(asked.size() - 1).toJson();
    Conversation resumed = agent.conversation(List.of(Trajectory.parse(stored)));
    return resumed;
  }

  static void compareStrategies(Index index, ChatModel llm, List<Question> questions) {
    Evaluation.of(index, llm)
        .strategies(Strategies.arag(), Strategies.naiveRag(5))
        .results(Path.of("results"))
        .run(questions)
        .writeHtml(Path.of("report"));
  }

  static void checkRecordedResults(List<Question> questions) {
    SummaryRow row =
        Evaluation.of(Path.of("src/test/resources/results")).run(questions).rows().get(0);
    assertTrue(row.means().get(Metric.CONTAIN_SHORT).orElseThrow() >= 0.8);
    assertTrue(row.means().get(Metric.RETRIEVED_TOKENS).orElseThrow() <= 3_000);
  }

  static Agent instructions(Index index, ChatModel llm) {
    Agent agent =
        Agent.builder(index, llm)
            .instructions("Answer politely and in German. Today is " + LocalDate.now() + ".")
            .build();
    return agent;
  }

  static Agent strategy(Index index, ChatModel llm) {
    Strategy twoBest =
        (question, run) -> {
          Shown shown = run.show(run.corpus().semanticSearch(run.question(), 2));
          return run.complete(shown.text() + "\n\nQuestion: " + question);
        };
    Agent agent = Agent.builder(index, llm).strategy(twoBest).build();
    return agent;
  }

  static Agent namedStrategy(Index index, ChatModel llm) {
    Strategy graded = OtherStrategies.all().named("graded+naive-rag:k=10");
    Agent agent = Agent.builder(index, llm).strategy(graded).build();
    return agent;
  }

  static Agent citableTool(Index index, ChatModel llm) {
    RetrievalTool rates =
        RetrievalTool.of(
            "exchange_rate",
            "Today's rate of a currency in euros.",
            "{\"type\": \"object\", \"properties\": {\"currency\": {\"type\": \"string\"}}}",
            call -> Observation.source("ECB", "1 " + call.text("currency") + " = 0.92 EUR"));
    Agent agent = Agent.builder(index, llm).tools(corpus -> Toolbox.of(corpus).with(rates)).build();
    return agent;
  }

  static void assistant(Index index, ChatModel llm) {
    interface Assistant {
      Result<String> chat(String question);
    }

    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(llm)
            .systemMessageProvider(id -> "You are polite.\n\n" + LangChain4jTools.instructions())
            .toolProvider(LangChain4jTools.toolProvider(index))
            .build();
    Result<String> result = assistant.chat("Who was Mira Voss?");
    for (Citation citation : LangChain4jCitations.read(result, index).citations()) {
      System.out.println(citation.chunkId() + " " + citation.verdict() + ": " + citation.quote());
    }
  }

  static Object assistant(Agent agent, ChatModel llm) {
    interface Assistant {
      Result<String> chat(String question);
    }

    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(llm)
            .toolProvider(AgentTool.of(agent))
            .build();
    return assistant;
  }

  static void desktopAssistants(Index index, Agent agent) throws IOException, InterruptedException {
    McpTools tools = McpTools.of(index).checkQuotes().ask(agent);
    McpStdio.serve(tools); // returns when the assistant ends
    McpHttp server = McpHttp.start(tools, 8321); // or over HTTP; close() stops it
    server.close();
  }

  static Index remoteEmbedder() {
    EmbeddingModel model =
        OpenAiEmbeddingModel.builder()
            .baseUrl("http://localhost:11434/v1")
            .apiKey("ollama")
            .modelName("bge-m3")
            .build();
    Embedder embedder = LangChain4j.embedder(model, "bge-m3/1024");
    Index index = Index.builder(Path.of("my.arag")).embedder(embedder).openOrCreate();
    return index;
  }

  static Index sharedDirectory() {
    Index index =
        Index.builder(Path.of("/srv/handbook.arag"))
            .lockTimeout(Duration.ofMinutes(2))
            .safeMode()
            .openOrCreate();
    return index;
  }

  static Object withoutTools(Index index, ChatModel llm) {
    interface Assistant {
      Result<String> chat(String question);
    }

    ContentRetriever retriever = LangChain4jTools.contentRetriever(index, 5);
    Assistant assistant =
        AiServices.builder(Assistant.class).chatModel(llm).contentRetriever(retriever).build();
    return assistant;
  }

  static EmbeddingModel embeddingModel() {
    EmbeddingModel model = LangChain4j.embeddingModel(OnnxEmbedder.bgeSmallEnglish());
    return model;
  }

  static void testRetrieval(Index index) {
    List<RetrievalQuery> queries =
        List.of(
            new RetrievalQuery(
                "q1", "Who approves large invoices?", Map.of("docs/purchasing.md", 1)));
    RetrievalRun run = CorpusRanking.HYBRID.run(index, queries, 10);
    RetrievalScores scores =
        RetrievalScores.of(run, queries, List.of(RetrievalMeasure.of("recall@5")));
    assertTrue(scores.values().get("recall@5") >= 0.9);
  }

  static Answer replay(Index index, Answer answer) {
    answer.trajectory().writeJson(Path.of("q17.json")); // arag ask ... --trace q17.json
    TrajectoryPage.write(answer.trajectory(), Path.of("q17.html")); // arag-web; or --trace q17.html
    Trajectory run = Trajectory.read(Path.of("q17.json"));
    Answer again = Agent.builder(index, run.replay()).build().ask(run.question());
    return again;
  }

  static Agent traces(Index index, ChatModel llm, OpenTelemetry openTelemetry) {
    Agent agent =
        Agent.builder(index, llm)
            .observer(OpenTelemetryRunObserver.of(openTelemetry).named("handbook"))
            .build();
    return agent;
  }

  static Agent meters(Index index, ChatModel llm, MeterRegistry registry) {
    Agent agent = Agent.builder(index, llm).observer(MicrometerRunObserver.of(registry)).build();
    return agent;
  }

  static void solr(Embedder embedder, ChatModel llm) {
    try (SolrCollection collection =
        SolrCollection.builder("handbook").url("http://localhost:8983/solr").build()) {
      SolrSetup.of(collection).createIfMissing(embedder.dimension(), 4, 2);
      SolrIndex.builder(collection).embedder(embedder).build().sync(Path.of("docs"));
      Agent agent = Agent.builder(SolrCorpus.open(collection, embedder), llm).build();
    }
  }

  static void solrWorkers(
      SolrCollection collection, Embedder embedder, int k, List<Source> sources) {
    SolrIndex index =
        SolrIndex.builder(collection).embedder(embedder).worker("2026-11-23", k, 4).build();
    index.sync(sources, progress -> {});
  }

  static void qwen3() {
    try (OnnxEmbedder qwen3 = OnnxEmbedder.qwen3(Path.of("models/qwen3-embedding-0.6b"));
        Index index = Index.builder(Path.of("my.arag")).embedder(qwen3).openOrCreate()) {
      index.sync(Path.of("docs"));
    }
  }

  static OnnxEmbedder gpu(Path folder) {
    OnnxEmbedder embedder =
        OnnxEmbedder.builder()
            .qwen3(folder)
            .provider(ExecutionProvider.CUDA)
            .threads(1)
            .textsPerRun(32)
            .build();
    return embedder;
  }
}
