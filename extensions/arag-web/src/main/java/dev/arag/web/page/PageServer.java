package dev.arag.web.page;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Agent;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Scope;
import dev.arag.core.error.AragException;
import dev.arag.index.Index;
import dev.arag.index.IndexStats;
import dev.arag.index.source.Source;
import dev.arag.index.spi.FileFormat;
import dev.arag.index.spi.IngestLimits;
import dev.arag.web.AccessToken;
import dev.arag.web.internal.completion.ChatCompletions;
import dev.arag.web.internal.http.LoopbackServer;
import dev.arag.web.internal.http.ServerRequest;
import dev.arag.web.internal.page.ConversationFiles;
import dev.arag.web.internal.page.DocumentList;
import dev.arag.web.internal.page.OriginalPages;
import dev.arag.web.internal.page.PageHandler;
import dev.arag.web.internal.page.Passages;
import dev.arag.web.internal.page.QuestionStreams;
import dev.arag.web.internal.page.Searches;
import dev.arag.web.internal.page.Sessions;
import dev.arag.web.internal.page.SyncJob;
import dev.arag.web.internal.page.Uploads;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A web page for the documents of an index or of another corpus, on a server of its own. The page
 * searches, answers questions with checked citations, and shows the documents. The server listens
 * on 127.0.0.1 only. A browser needs the token in {@link #address()}, so other users of the machine
 * cannot read the documents. Thread-safe.
 *
 * <pre>{@code
 * try (PageServer server = PageServer.builder(index, agent).start()) {
 *   System.out.println(server.address());
 *   ...
 * }
 * }</pre>
 *
 * <p>At most 4 questions are answered at the same time. A question is cancelled when its browser
 * tab is closed or reloaded. The server keeps the last 20 conversations in memory, and stores them
 * only if {@link Builder#conversations} is set.
 *
 * <p>The HTTP server of the JDK reads its options from system properties when its first class is
 * loaded. Start the JVM with {@code -Dsun.net.httpserver.nodelay=true}: each response is then about
 * 40 ms faster.
 */
public final class PageServer implements AutoCloseable {
  private static final Logger LOG = System.getLogger("dev.arag.web.page");
  private static final int MAX_RUNS = 4;

  private final LoopbackServer server;
  private final Sessions sessions;
  private final SyncJob sync;
  private final QuestionStreams questions;
  private final @Nullable OriginalPages originals;

  private PageServer(Builder settings) throws IOException {
    server = new LoopbackServer(settings.port, settings.clientTimeout);
    sessions = new Sessions(server.port());
    Catalogue documents = settings.documents.within(settings.scope);
    Semaphore runs = new Semaphore(MAX_RUNS);
    questions = questions(settings, runs, documents);
    originals = originals(settings, documents);
    sync = new SyncJob(settings.index, settings.sources, this::deleteOutdated);
    PageHandler handler = new PageHandler(sessions);
    addRoutes(handler, settings, documents);
    server.start(settings.clients == null ? handler : api(settings, runs, handler));
  }

  private ChatCompletions api(Builder settings, Semaphore runs, PageHandler handler) {
    List<AccessToken> tokens = new ArrayList<>(requireNonNull(settings.clients));
    tokens.add(sessions.token());
    return new ChatCompletions(
        settings.agent.within(settings.scope),
        runs,
        tokens,
        uri("/"),
        settings.clientTimeout,
        handler);
  }

  private static QuestionStreams questions(Builder settings, Semaphore runs, Catalogue documents) {
    Index index = settings.index;
    QuestionStreams questions =
        new QuestionStreams(
            settings.agent.within(settings.scope),
            runs,
            documents,
            documents.hasRights() ? documents : settings.documents,
            index == null ? () -> {} : index::refresh,
            settings.conversations == null ? null : new ConversationFiles(settings.conversations));
    // An empty index may be one that is about to be built again.
    try {
      int unused = settings.stats.get().documents() == 0 ? 0 : questions.deleteOutdated();
    } catch (AragException e) {
      LOG.log(Level.WARNING, e.getMessage());
    }
    return questions;
  }

  private static @Nullable OriginalPages originals(Builder settings, Catalogue documents) {
    PageImages images = settings.pageImages;
    return images == null
        ? null
        : new OriginalPages(requireNonNull(settings.index), documents, images::draw);
  }

  /** Deletes what the server keeps of documents that no longer exist. */
  private int deleteOutdated() {
    if (originals != null) {
      originals.clear();
    }
    return questions.deleteOutdated();
  }

  private void addRoutes(PageHandler handler, Builder settings, Catalogue documents) {
    Searches searches = new Searches(documents);
    DocumentList list = new DocumentList(documents, () -> count(settings));
    Passages passages =
        new Passages(documents, originals == null ? id -> false : originals::hasFile);
    handler.get("/api/status", request -> request.json(200, status(settings)));
    handler.post("/api/search", searches::search);
    handler.get("/api/documents", list::list);
    handler.post("/api/passage", passages::passage);
    handler.post("/api/chat", questions::ask);
    handler.post("/api/chat/cancel", questions::cancel);
    handler.get("/api/conversation", questions::show);
    handler.post("/api/conversation/delete", questions::forget);
    handler.get("/api/conversations", questions::list);
    handler.get("/api/trajectory", questions::trajectory);
    handler.get("/api/sync", request -> request.json(200, sync.view()));
    handler.post("/api/sync/start", this::startSync);
    handler.post("/api/sync/cancel", this::cancelSync);
    if (originals != null) {
      handler.post("/api/page", originals::page);
    }
    if (settings.uploads != null) {
      Uploads uploads =
          new Uploads(requireNonNull(settings.index), settings.uploads, settings.parsers);
      handler.upload("/api/upload", uploads::add);
      handler.post("/api/documents/delete", request -> deleteDocument(uploads, request));
    }
  }

  /**
   * What the page shows of the server.
   *
   * @param documents the number of documents; null if a scope restricts the page
   * @param hasEmbeddings whether a semantic search is possible
   * @param model the name of the model; null if it is not known
   * @param uploadBytes the longest file that can be uploaded; null if uploads are not allowed
   */
  private record StatusView(
      String title,
      @Nullable Long documents,
      boolean hasEmbeddings,
      @Nullable String model,
      @Nullable String notice,
      List<String> sources,
      @Nullable Integer uploadBytes) {}

  private StatusView status(Builder settings) {
    IndexStats stats = settings.stats.get();
    return new StatusView(
        settings.title,
        isWhole(settings) ? stats.documents() : null,
        stats.dimension() != null,
        settings.agent.modelName().orElse(null),
        settings.notice,
        sync.names(),
        settings.uploads == null ? null : settings.uploads.fileBytes());
  }

  /** Also deletes the conversations that contain text of the document. */
  private void deleteDocument(Uploads uploads, ServerRequest request) throws IOException {
    uploads.delete(ServerRequest.text(request.body(100_000), "document", 10_000));
    request.json(200, Map.of("conversations", deleteOutdated()));
  }

  private static @Nullable Long count(Builder settings) {
    return isWhole(settings) ? settings.stats.get().documents() : null;
  }

  private static boolean isWhole(Builder settings) {
    return settings.scope.equals(Scope.everything()) && !settings.documents.hasRights();
  }

  private void startSync(ServerRequest request) throws IOException {
    request.body(1_000);
    sync.start();
    request.json(200, sync.view());
  }

  private void cancelSync(ServerRequest request) throws IOException {
    request.body(1_000);
    sync.cancel();
    request.end(204);
  }

  /**
   * Returns a builder.
   *
   * @param index the index, which the caller closes after the server
   * @param agent the agent that answers questions from the same index
   */
  public static Builder builder(Index index, Agent agent) {
    return new Builder(requireNonNull(index, "index"), index, index::stats, agent);
  }

  /**
   * Returns a builder for documents that the page only reads, such as those of a collection in
   * Solr. {@link Builder#sources} and {@link Builder#allowUploads} are not possible.
   *
   * @param stats returns the number of documents and the dimension of the vectors; called for each
   *     visit of the page, by several threads
   * @param agent the agent that answers questions from the same documents
   */
  public static Builder builder(Catalogue documents, Supplier<IndexStats> stats, Agent agent) {
    return new Builder(null, documents, stats, agent);
  }

  /**
   * The address that a user opens in a browser. Its fragment is the token, which browsers do not
   * send with their requests; the page exchanges it for a session and removes it from the address.
   */
  public URI address() {
    return uri("/#token=" + sessions.token().value());
  }

  /** The base URL of the API, such as {@code http://127.0.0.1:2724/v1}. See {@link Builder#api}. */
  public URI apiAddress() {
    return uri(ChatCompletions.PATH);
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  /** The port that the server listens on. */
  public int port() {
    return server.port();
  }

  /**
   * Starts a sync of {@link Builder#sources} in the background, as the button of the page does. The
   * page shows the progress. Has no effect while a sync runs.
   *
   * @throws IllegalStateException if the server has no sources
   */
  public void startSync() {
    if (sync.names().isEmpty()) {
      throw new IllegalStateException("The server has no sources. Set them with Builder.sources.");
    }
    sync.start();
  }

  /**
   * Stops the server, and cancels the questions and the sync that are running. Does not close the
   * index.
   */
  @Override
  public void close() {
    questions.cancelAll();
    sync.cancel();
    server.close();
  }

  /** Options for a page. */
  public static final class Builder {
    private final @Nullable Index index;
    private final Catalogue documents;
    private final Supplier<IndexStats> stats;
    private final Agent agent;
    private int port;
    private String title = "Documents";
    private @Nullable String notice;
    private Scope scope = Scope.everything();
    private List<Source> sources = List.of();
    private @Nullable Path conversations;
    private @Nullable IngestLimits uploads;
    private List<FileFormat> parsers = List.of();
    private @Nullable PageImages pageImages;
    private @Nullable List<AccessToken> clients;
    private Duration clientTimeout = Duration.ofSeconds(20);

    private Builder(
        @Nullable Index index, Catalogue documents, Supplier<IndexStats> stats, Agent agent) {
      this.index = index;
      this.documents = requireNonNull(documents, "documents");
      this.stats = requireNonNull(stats, "stats");
      this.agent = requireNonNull(agent, "agent");
    }

    /** Sets the port, from 0 to 65535. Default: 0, which means any free port. */
    public Builder port(int port) {
      if (port < 0 || port > 0xFFFF) {
        throw new IllegalArgumentException("port must be 0 to 65535, was " + port);
      }
      this.port = port;
      return this;
    }

    /** Sets the title of the page, such as the name of the index. Default: "Documents". */
    public Builder title(String title) {
      this.title = requireNonNull(title, "title");
      return this;
    }

    /** Sets a note that the page shows above the questions. Default: none. */
    public Builder notice(String notice) {
      this.notice = requireNonNull(notice, "notice");
      return this;
    }

    /**
     * Restricts searches, questions and the list of documents. Default: everything. If the
     * documents have rights, the page shows nothing without {@link Scope#readableBy}.
     */
    public Builder scope(Scope scope) {
      this.scope = requireNonNull(scope, "scope");
      return this;
    }

    /**
     * Sets the sources with which the page can sync the index. The list replaces an earlier one.
     * Default: none.
     */
    public Builder sources(List<Source> sources) {
      this.sources = List.copyOf(requireNonNull(sources, "sources"));
      return this;
    }

    /**
     * Stores the conversations in a folder, so that the page shows them again after a restart, such
     * as {@link ConversationFolder#beside}. The folder is created with the first question; only its
     * owner can read the files. At most 200 conversations are kept: when there are more, those that
     * were used least recently are deleted. A conversation is deleted when a document whose text it
     * contains is missing from the index: at the start, after a sync or a deletion by the page, and
     * by {@link ConversationFolder}. Several servers may use the same folder. Everybody who opens
     * the page can read all conversations in the folder, so pages with different {@linkplain #scope
     * scopes} need different folders. If the documents have rights, a conversation is also deleted
     * when a document is missing from the scope of the page. Default: none; the last 20
     * conversations are kept in memory.
     */
    public Builder conversations(Path folder) {
      this.conversations = requireNonNull(folder, "folder");
      return this;
    }

    /**
     * Allows the page to add files to the index, as documents of the source {@code uploads}, and to
     * delete documents of this source. A file replaces an earlier one with the same name. Default:
     * not allowed.
     *
     * @param limits the limits of one file
     * @param parsers parsers for formats that are not built in
     */
    public Builder allowUploads(IngestLimits limits, FileFormat... parsers) {
      this.uploads = requireNonNull(limits, "limits");
      this.parsers = List.of(parsers);
      return this;
    }

    /**
     * Shows the page of a quote beside its text, with the quoted words marked, if the index has the
     * places of the words. The page is drawn from the file that the document was read from, below
     * the folder of its source; an uploaded file is not kept, so its pages are not shown. If the
     * file has changed, the words are not marked. Default: only the text is shown.
     */
    public Builder pageImages(PageImages pageImages) {
      this.pageImages = requireNonNull(pageImages, "pageImages");
      return this;
    }

    /**
     * Also serves OpenAI's API of chat completions, for programs. Its base URL is {@link
     * PageServer#apiAddress()}, and its only model is {@code arag}: the agent. A client sends one
     * of the given tokens, or the token of {@link PageServer#address()}, as its API key. The
     * answers are not stored with the conversations of the page. Default: not served.
     *
     * <p>The text of an answer ends with the list of its sources. Its {@code annotations} are the
     * citations, with the fields {@code quote} and {@code verdict}, and with the range of a number
     * such as {@code [1]} in UTF-16 units. The field {@code arag} of the response has the metadata
     * of a {@link dev.arag.web.UiMessageStream}. The header {@code X-Arag-Run} has the id of the
     * run, unless the response is a stream or began before the run ended.
     *
     * <p>The earlier messages of a request are the history of the conversation. System messages are
     * part of it, and do not replace the instructions of the agent. Tools of the client, images and
     * other forms of the answer are refused with status 400. Settings of the LLM, such as {@code
     * temperature} and {@code max_tokens}, are ignored. If the client closes the connection, the
     * run is cancelled: at once in a stream, otherwise within about 20 seconds.
     */
    public Builder api(AccessToken... tokens) {
      this.clients = List.of(tokens);
      return this;
    }

    /** Sets how long a client may take for one read or write. Used by tests. */
    Builder clientTimeout(Duration clientTimeout) {
      this.clientTimeout = clientTimeout;
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws java.net.BindException if the port is in use
     * @throws IOException if the server cannot start
     * @throws IllegalStateException if uploads are allowed and a scope is set, because the uploaded
     *     documents would be outside the scope; if uploads are allowed or sources are set, and the
     *     documents have rights; or if uploads are allowed, or sources or page images are set, but
     *     the documents are not those of an index
     */
    public PageServer start() throws IOException {
      if (index == null && (uploads != null || pageImages != null || !sources.isEmpty())) {
        throw new IllegalStateException(
            "sources, pageImages and allowUploads need PageServer.builder(index, agent): these documents can only be"
                + " read.");
      }
      if (uploads != null && !scope.equals(Scope.everything())) {
        throw new IllegalStateException(
            "The page would not show uploaded documents, because they are outside its scope. Remove"
                + " the scope or allowUploads.");
      }
      if (documents.hasRights() && (uploads != null || !sources.isEmpty())) {
        throw new IllegalStateException(
            "A page of documents with rights cannot add documents, because its reports name"
                + " documents that the reader may not read. Remove sources and allowUploads.");
      }
      return new PageServer(this);
    }
  }
}
