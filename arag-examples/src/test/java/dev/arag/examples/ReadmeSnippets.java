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
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.event.RunEvent;
import dev.arag.agent.spi.Shown;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.connect.GitConnector;
import dev.arag.connect.JdbcConnector;
import dev.arag.connect.S3Connector;
import dev.arag.connect.SiteConnector;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedder;
import dev.arag.core.text.Document;
import dev.arag.docling.DoclingParser;
import dev.arag.evaluation.Evaluation;
import dev.arag.evaluation.data.Metric;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.data.Questions;
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
import dev.arag.langchain4j.RemoteEmbedder;
import dev.arag.mcp.McpHttp;
import dev.arag.mcp.McpStdio;
import dev.arag.mcp.McpTools;
import dev.arag.micrometer.MicrometerRunObserver;
import dev.arag.ocr.Tesseract;
import dev.arag.openai.OpenAiCompatible;
import dev.arag.opentelemetry.OpenTelemetryRunObserver;
import dev.arag.pdf.PageImage;
import dev.arag.pdf.PdfParser;
import dev.arag.records.RecordFields;
import dev.arag.records.Records;
import dev.arag.reranker.OnnxReranker;
import dev.arag.reranker.Reranking;
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
import dev.arag.web.page.ConversationFolder;
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
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Contains the code of the pages in docs that no integration test contains, so that the compiler
 * checks it.
 */
final class ReadmeSnippets {
  private ReadmeSnippets() {}

  static void tutorial() throws IOException {
    Path docs = Path.of("docs");
    Index index = Index.openOrCreate(Path.of("handbook.arag")); // step 5 closes it
    SyncReport report = index.sync(Source.path(docs));
    System.out.println("documents: " + report.documents() + ", chunks: " + report.chunks());

    for (Hit hit : index.keywordSearch(List.of("invoice", "approve"), 3)) {
      System.out.println("keyword   " + hit.title() + ": " + hit.snippet());
    }
    for (Hit hit : index.semanticSearch("Who signs off a large purchase?", 3)) {
      System.out.println("semantic  " + hit.title() + ": " + hit.snippet());
    }
    for (Hit hit : index.search("large purchases, \"invoice over\"", 3)) {
      System.out.println("both      " + hit.title() + ": " + hit.snippet());
    }

    ChatModel model = new ExtractiveChatModel(); // the rule-based model
    Agent agent = Agent.builder(index, model).build();
    Answer answer = agent.ask("Who approves an invoice over 10,000 euros?");
    System.out.println(answer.text());
    for (Citation citation : answer.citations()) {
      System.out.println(citation.verdict() + ": " + citation.quote().orElse(""));
    }

    Path travel = docs.resolve("travel.md");
    Files.writeString(travel, "Jo Marsh approves journeys to other countries.");
    SyncReport first = index.sync(Source.path(docs).prune());
    Files.delete(travel);
    SyncReport second = index.sync(Source.path(docs).prune());
    System.out.println(first.added() + " added, " + second.deleted() + " deleted");
    index.close();
  }

  static Agent limits(Index index, ChatModel model) {
    Budget budget = Budget.builder().maxTurns(10).timeout(Duration.ofMinutes(1)).build();
    Agent quick = Agent.builder(index, model).budget(budget).build();
    return quick;
  }

  static void exceptions(Agent agent) {
    try {
      System.out.println(agent.ask("Who is the finance director?").text());
    } catch (NoAnswerException e) {
      System.out.println(
          e.isRetriable() ? "Please try again later." : e.stopReason().description());
    }
  }

  static ChatModel llm() {
    OpenAiCompatible endpoint =
        OpenAiCompatible.builder()
            .baseUrl("http://localhost:11434/v1")
            .apiKey("ollama")
            .model("qwen3:14b")
            .temperature(0)
            .build();
    ChatModel model = endpoint.chatModel();
    return model;
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
    System.out.println(index.documentIds());
  }

  static void scansAndDocling(Index index) {
    PdfParser scans = new PdfParser().textRecognition(Tesseract.find("eng"));
    index.sync(Source.path(Path.of("scans")).parser(scans));
    index.sync(Source.path(Path.of("converted")).parser(new DoclingParser()));
  }

  static void metadataOfFiles(Index index) {
    Path wiki = Path.of("wiki");
    index.sync(
        Source.path(wiki)
            .metadata(file -> Map.of("url", "https://wiki.example.org/" + wiki.relativize(file))));
  }

  static void rows(Index index) {
    record Article(String id, String title, String body, String tenant, LocalDate date) {}
    List<Article> articles =
        List.of(new Article("1", "Travel", "A journey needs a permit.", "acme", LocalDate.now()));

    List<Document> documents = new ArrayList<>();
    for (Article article : articles) {
      documents.add(
          Document.builder("article/" + article.id(), article.body())
              .title(article.title())
              .metadata("tenant", article.tenant())
              .metadata("written", article.date()) // a LocalDate or an Instant
              .build());
    }
    index.put("articles", documents); // adds and replaces documents, never deletes any
    index.delete(List.of("article/4712")); // for a row that was deleted; ignores an unknown id

    List<Document> allRows = documents; // in your program, the documents of all rows
    index.sync(
        Source.documents("articles", allRows).prune()); // deletes the documents of other rows
    System.out.println(index.documentIds()); // with article/1
  }

  static void inSync(Index index) {
    index.sync(Source.path(Path.of("docs")).prune()); // also deletes documents whose files are gone
    index.delete(List.of("docs/old.md")); // searches no longer return it
    index.purge(); // removes the text of deleted documents from disk
  }

  static void background(Index index) {
    try (SyncHandle sync = index.startSync(Source.path(Path.of("docs")).prune())) {
      sync.onProgress(progress -> System.out.println(progress.share())); // from 0 to 1
      SyncReport report = sync.await(); // sync.cancel() cancels the sync
      System.out.println(report.unchanged() + " unchanged");
    }
  }

  static void tenants(Index index, Agent agent) {
    index.put(
        "tenants",
        List.of(
            Document.builder("acme/1", "Jo Marsh approves an invoice over 500 euros.")
                .metadata("tenant", "acme")
                .metadata("written", LocalDate.of(2024, 4, 2))
                .build(),
            Document.builder("globex/1", "Kim Ito approves an invoice over 500 euros.")
                .metadata("tenant", "globex")
                .build()));
    Agent acme = agent.within(Scope.equal("tenant", "acme"));
    System.out.println(
        acme.ask("Who approves an invoice over 500 euros?").shortAnswer()); // Jo Marsh
  }

  static Agent dates(Agent agent) {
    Scope spring = Scope.between("written", LocalDate.of(2024, 3, 20), LocalDate.of(2024, 6, 20));
    Agent acmeInSpring = agent.within(Scope.equal("tenant", "acme").and(spring));
    return acmeInSpring;
  }

  static void oneDocument(Index index, Agent agent) {
    for (CatalogueEntry document : index.documents(Slice.first(50))) {
      System.out.println(document.id() + " " + document.title() + " " + document.characters());
    }
    Agent oneDocument = agent.within(Scope.documents("docs/purchasing.md"));
    System.out.println(oneDocument.ask("Who is the finance director?").shortAnswer()); // Ines Falk
  }

  static void rights() {
    Index pay = Index.builder(Path.of("pay.arag")).rights().openOrCreate();
    pay.put(
        "all", List.of(Document.builder("a", "Jo earns 9 euros.").readableBy("group:hr").build()));
    Catalogue hr = pay.within(Scope.readableBy("user:jo", "group:hr"));
    System.out.println(hr.documents(Slice.first(9)).size()); // 1
  }

  static Answer events(Agent agent) {
    Run run = agent.start("Who is the finance director?");
    run.forEach(
        event -> { // every event, in order; returns when the run ends
          if (event instanceof RunEvent.AnswerText text) System.out.print(text.text());
          if (event instanceof RunEvent.AnswerCitation marker) System.out.print(marker.text());
          if (event instanceof RunEvent.AnswerDiscarded)
            System.out.println("\n(remove the text above)");
        });
    Answer answer = run.answer();
    return answer;
  }

  static Agent streaming(Index index, OpenAiCompatible endpoint) {
    Agent streaming = Agent.builder(index, endpoint.streamingChatModel()).build();
    return streaming;
  }

  static void servePage(Index index, Agent agent) throws IOException {
    try (PageServer page =
        PageServer.builder(index, agent)
            .port(2724) // default: any free port
            .title("Handbook")
            .sources(List.of(Source.path(Path.of("docs")))) // a button of the page syncs them
            .allowUploads(IngestLimits.defaults(), new PdfParser())
            .pageImages((file, number) -> PageImage.of(file, number).png()) // default: only text
            .conversations(
                ConversationFolder.beside(Path.of("handbook.arag"))) // default: in memory
            .start()) {
      System.out.println(page.address()); // http://127.0.0.1:2724/#token=...
      System.in.read(); // press Enter to end the program
    }
  }

  static void page(Agent agent) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 8080), 0);
    Chats chats = new Chats(agent, 1_000); // keeps the last 1,000 conversations
    server.createContext(
        "/chat",
        exchange -> {
          UiMessageRequest request = UiMessageRequest.read(exchange.getRequestBody());
          UiMessageStream.headers().forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream page = exchange.getResponseBody()) {
            UiMessageStream.of(chats.start("", request)).writeTo(page);
          }
        });
    ExecutorService threads = Executors.newCachedThreadPool();
    server.setExecutor(threads); // otherwise one request at a time
    server.start();
    System.in.read(); // press Enter to end the program
    server.stop(0);
    threads.shutdownNow();
  }

  static void citations(Answer answer) {
    String html = answer.render(Markup.HTML, citation -> "<sup>" + citation.number() + "</sup>");
    System.out.println("\n" + html);
    for (Citation citation : answer.citations()) {
      System.out.println(
          citation.number() + " " + citation.title() + ": " + citation.quote().orElse(""));
    }
    answer
        .unseenTerms(); // names and numbers that occur neither in the question nor in a text shown
    TrajectoryPage.write(
        answer.trajectory(), Path.of("run.html")); // a page with all steps of the run
  }

  static Conversation conversation(Agent agent) {
    Conversation conversation = agent.conversation(); // later questions can refer to earlier ones
    System.out.println(conversation.ask("Who is the finance director?").shortAnswer()); // Ines Falk
    System.out.println(conversation.ask("Since when?").shortAnswer()); // 2021
    return conversation;
  }

  static TypedAnswer<?> typed(Agent agent) {
    record Approval(String approver, int aboveEuros, Optional<String> deputy) {}
    TypedAnswer<Approval> typed =
        agent.ask("Who approves an invoice over 10,000 euros?", Approval.class);
    typed.value().aboveEuros(); // 10000
    typed.answer().citations(); // the checked citations
    return typed;
  }

  static Conversation resume(Agent agent, Conversation conversation) throws IOException {
    List<Trajectory> asked = conversation.trajectories();
    String line = asked.get(asked.size() - 1).toIncrement() + "\n";
    Path file = Path.of("conversation.jsonl");
    Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Conversation resumed = agent.conversation(Trajectory.parseIncrements(Files.readAllLines(file)));
    return resumed;
  }

  static void compareStrategies(Index index, ChatModel model) {
    List<Question> questions = Questions.read(Path.of("questions.json"));
    Evaluation.of(index, model)
        .strategies(Strategies.arag(), Strategies.naiveRag(5))
        .results(Path.of("results-java"))
        .run(questions)
        .writeHtml(Path.of("report"));
  }

  static void checkRecordedResults(List<Question> questions) {
    SummaryRow row =
        Evaluation.of(Path.of("src/test/resources/results")).run(questions).rows().get(0);
    assertTrue(row.means().get(Metric.CONTAIN_SHORT).orElseThrow() >= 0.8);
    assertTrue(row.means().get(Metric.RETRIEVED_TOKENS).orElseThrow() <= 3_000);
  }

  static Agent instructions(Index index, ChatModel model) {
    Agent polite =
        Agent.builder(index, model)
            .instructions("Answer politely and in German. Today is " + LocalDate.now() + ".")
            .build();
    return polite;
  }

  static Agent strategy(Index index, ChatModel model) {
    Strategy twoBest =
        (question, run) -> {
          Shown shown = run.show(run.corpus().semanticSearch(run.question(), 2));
          return run.complete(shown.text() + "\n\nQuestion: " + question);
        };
    Agent withTwoBest = Agent.builder(index, model).strategy(twoBest).build();
    System.out.println(withTwoBest.ask("Who is the finance director?").text());
    return withTwoBest;
  }

  static Agent namedStrategy(Index index, ChatModel model) {
    Strategy graded = OtherStrategies.all().named("graded+naive-rag:k=10");
    Agent withGraded = Agent.builder(index, model).strategy(graded).build();
    return withGraded;
  }

  static Agent citableTool(Index index, ChatModel model) {
    RetrievalTool rates =
        RetrievalTool.of(
            "exchange_rate",
            "Today's rate of a currency in euros.",
            "{\"type\": \"object\", \"properties\": {\"currency\": {\"type\": \"string\"}}}",
            call -> Observation.source("ECB", "1 " + call.text("currency") + " = 0.92 EUR"));
    Agent withRates =
        Agent.builder(index, model).tools(corpus -> Toolbox.of(corpus).with(rates)).build();
    System.out.println(withRates.ask("How many euros are 100 Swiss francs today?").text());
    return withRates;
  }

  static void assistant(Index index, ChatModel model) {
    interface Assistant {
      Result<String> chat(String question);
    }

    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .systemMessageProvider(id -> "You are polite.\n\n" + LangChain4jTools.instructions())
            .toolProvider(LangChain4jTools.toolProvider(index))
            .build();
    Result<String> result = assistant.chat("Who is the finance director?");
    ParsedAnswer checked = LangChain4jCitations.read(result, index);
    System.out.println(Markup.PLAIN.render(checked, each -> "[" + each.number() + "]"));
    for (Citation each : checked.citations()) {
      System.out.println(each.number() + " " + each.verdict() + ": " + each.quote().orElse(""));
    }
  }

  static Object assistant(Agent agent, ChatModel model) {
    interface Assistant {
      Result<String> chat(String question);
    }

    Assistant withAgent =
        AiServices.builder(Assistant.class)
            .chatModel(model)
            .toolProvider(AgentTool.of(agent))
            .build();
    return withAgent;
  }

  static void desktopAssistants(Index index, Agent agent) throws IOException, InterruptedException {
    McpTools tools = McpTools.of(index).about("The staff handbook.").checkQuotes().ask(agent);
    McpStdio.serve(tools); // returns when the assistant ends
    try (McpHttp server = McpHttp.start(tools, 8321)) { // or over HTTP
      System.out.println(server.uri());
      System.in.read(); // press Enter to end the program
    }
  }

  static void connectors(Index index) {
    GitConnector git = GitConnector.of("https://github.com/org/handbook.git", Path.of("git-cache"));
    S3Connector s3 = S3Connector.of("bucket", "docs");
    SiteConnector site = SiteConnector.of("https://example.org/docs/"); // by its sitemap
    String query = "select id, body as text, changed as updated_at, author from article";
    JdbcConnector rows =
        JdbcConnector.of("articles", "jdbc:postgresql://host/db", "me", "pw", query);
    index.sync(Source.of(git).prune()); // takes parsers like Source.path
  }

  static Agent reranking(Index index, ChatModel model) {
    OnnxReranker reranker = OnnxReranker.open(Path.of("ms-marco-MiniLM-L6-v2"));
    Corpus reranked = Reranking.of(reranker).apply(index);
    Agent precise = Agent.builder(reranked, model).build();
    return precise;
  }

  static void remoteEmbedder() {
    EmbeddingModel embeddingModel =
        OpenAiEmbeddingModel.builder()
            .baseUrl("http://localhost:11434/v1")
            .apiKey("ollama")
            .modelName("bge-m3")
            .maxRetries(0)
            .build();
    Embedder embedder =
        RemoteEmbedder.builder(LangChain4j.embedder(embeddingModel, "bge-m3/1024"))
            .batchSize(32)
            .parallelCalls(8)
            .build();
    try (Index remote = Index.builder(Path.of("bge-m3.arag")).embedder(embedder).openOrCreate()) {
      remote.sync(Path.of("docs"));
    }
  }

  static Index sharedDirectory() {
    Index shared =
        Index.builder(Path.of("/srv/handbook.arag"))
            .lockTimeout(Duration.ofMinutes(2))
            .safeMode()
            .openOrCreate();
    return shared;
  }

  static Object withoutTools(Index index, ChatModel model) {
    interface Assistant {
      Result<String> chat(String question);
    }

    ContentRetriever retriever = LangChain4jTools.contentRetriever(index, 5);
    Assistant withRetriever =
        AiServices.builder(Assistant.class).chatModel(model).contentRetriever(retriever).build();
    return withRetriever;
  }

  static EmbeddingModel embeddingModel() {
    EmbeddingModel embeddingModel = LangChain4j.embeddingModel(OnnxEmbedder.bgeSmallEnglish());
    return embeddingModel;
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

  static Agent traces(Index index, ChatModel model, OpenTelemetry openTelemetry) {
    Agent traced =
        Agent.builder(index, model)
            .observer(OpenTelemetryRunObserver.of(openTelemetry).named("handbook"))
            .build();
    return traced;
  }

  static Agent meters(Index index, ChatModel model, MeterRegistry registry) {
    Agent metered =
        Agent.builder(index, model).observer(MicrometerRunObserver.of(registry)).build();
    return metered;
  }

  static void solr(Embedder embedder, ChatModel model) {
    try (SolrCollection collection =
        SolrCollection.builder("handbook").url("http://localhost:8983/solr").build()) {
      SolrSetup.of(collection).createIfMissing(embedder.dimension(), 4, 2);
      SolrIndex.builder(collection).embedder(embedder).build().sync(Path.of("docs"));
      Agent agent = Agent.builder(SolrCorpus.open(collection, embedder), model).build();
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
