package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.core.corpus.Scope;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Document;
import dev.arag.core.text.PageLayout;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses the server over real connections, with a parser whose pages have one line. */
@Timeout(120)
class OriginalPagesTest {
  @TempDir private Path folder;
  private Path file;
  private Index index;
  private final AtomicInteger drawn = new AtomicInteger();

  /** The words of the file are on page 3, below each other. A file with "?" has no hash. */
  private static final class PageParser implements Parser {
    @Override
    public Set<String> extensions() {
      return Set.of("page");
    }

    @Override
    public String fingerprint() {
      return "pages 1";
    }

    @Override
    public ParsedFile parse(String id, InputStream in) throws IOException {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      PageLayout.Builder layout = PageLayout.builder(3, 600, 800);
      layout.line(100, 112);
      layout.word(0, 4, 50, 80);
      layout.word(5, text.length(), 84, 200);
      return new ParsedFile(
          Document.builder(id, text)
              .page(0, 3)
              .layout(layout.build())
              .metadata(
                  ParsedFile.FILE_SHA256,
                  text.endsWith("?") ? null : HexFormat.of().formatHex(Sha256.of(text))));
    }
  }

  @BeforeEach
  void index() throws IOException {
    file = Files.createDirectories(folder.resolve("wiki")).resolve("a.page");
    Files.writeString(file, "Tarn is a lake.");
    Files.writeString(folder.resolve("wiki/b.txt"), "Other.");
    index = Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate();
    index.sync(source());
  }

  private Source source() {
    return Source.path(folder.resolve("wiki")).parser(new PageParser()).prune(1);
  }

  @AfterEach
  void close() {
    index.close();
  }

  private PageServer.Builder page() {
    return PageServer.builder(index, Agent.builder(index, new ExtractiveChatModel()).build())
        .sources(List.of(source()));
  }

  private byte[] draw(Path path, int page) throws IOException {
    assertThat(Thread.currentThread().getName()).isEqualTo("arag-parser");
    if (page == 2) {
      throw new AccessDeniedException(path.toString());
    }
    if (page > 3) {
      throw new UnreadableSourceException("it has no page " + page);
    }
    drawn.incrementAndGet();
    return (path.getFileName() + " " + page + " " + Files.size(path))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static PageClient.Answer image(PageClient client, String document, int page)
      throws IOException {
    return client.post("/api/page").json(Map.of("document", document, "page", page)).send();
  }

  @Test
  void sendsTheRegionsOfTheMarkedWordsAndTheirPage() throws IOException {
    try (PageServer server = page().pageImages(this::draw).start()) {
      PageClient client = PageClient.of(server);
      Map<String, ?> query = Map.of("document", "wiki/a.page", "quote", "a lake");
      JsonNode regions = client.post("/api/passage").json(query).send().json().path("regions");
      assertThat(regions).hasSize(1);
      assertThat(regions.get(0).toString())
          .isEqualTo(
              "{\"page\":3,\"x\":84.0,\"y\":100.0,\"width\":116.0,\"height\":12.0,"
                  + "\"pageWidth\":600.0,\"pageHeight\":800.0}");

      PageClient.Answer image = image(client, "wiki/a.page", 3);
      assertThat(image.status()).isEqualTo(200);
      assertThat(image.header("content-type")).hasValue("image/png");
      assertThat(image.header("x-arag-changed")).hasValue("false");
      assertThat(image.body()).isEqualTo("a.page 3 15");
      assertThat(image(client, "wiki/a.page", 3).body()).isEqualTo("a.page 3 15");
      assertThat(drawn).hasValue(1);
    }
  }

  @Test
  void saysThatTheFileHasChanged() throws IOException {
    try (PageServer server = page().pageImages(this::draw).start()) {
      PageClient client = PageClient.of(server);
      assertThat(image(client, "wiki/a.page", 3).header("x-arag-changed")).hasValue("false");
      Files.writeString(file, "Tarn is a long lake.");
      PageClient.Answer image = image(client, "wiki/a.page", 3);
      assertThat(image.header("x-arag-changed")).hasValue("true");
      assertThat(image.body()).isEqualTo("a.page 3 20");
    }
  }

  /** The size and the time of the last change tell whether a file must be hashed again. */
  @Test
  void aFileIsHashedOnceForAllItsPages() throws IOException {
    try (PageServer server = page().pageImages(this::draw).start()) {
      PageClient client = PageClient.of(server);
      assertThat(image(client, "wiki/a.page", 3).header("x-arag-changed")).hasValue("false");
      FileTime modified = Files.getLastModifiedTime(file);
      Files.writeString(file, "Tarn is a town.");
      Files.setLastModifiedTime(file, modified);
      assertThat(image(client, "wiki/a.page", 1).header("x-arag-changed")).hasValue("false");
    }
  }

  @Test
  void saysThatItIsUnknownWhetherTheFileHasChanged() throws IOException {
    Files.writeString(file, "Is Tarn a lake?");
    index.sync(source());
    try (PageServer server = page().pageImages(this::draw).start()) {
      assertThat(image(PageClient.of(server), "wiki/a.page", 3).header("x-arag-changed"))
          .hasValue("unknown");
    }
  }

  @Test
  void anUploadedFileHasNoPage() throws IOException {
    try (PageServer server =
        page()
            .pageImages(this::draw)
            .allowUploads(IngestLimits.defaults(), new PageParser())
            .start()) {
      PageClient client = PageClient.of(server);
      byte[] bytes = "Tarn is a lake.".getBytes(StandardCharsets.UTF_8);
      client.post("/api/upload?name=a.page").body(bytes, "application/octet-stream").send();
      Map<String, ?> query = Map.of("document", "uploads/a.page", "quote", "a lake");
      JsonNode passage = client.post("/api/passage").json(query).send().json();
      assertThat(passage.path("spans")).hasSize(1);
      assertThat(passage.path("regions")).isEmpty();
    }
  }

  @Test
  void aSyncDoesNotWaitForAPageThatIsDrawn() throws Exception {
    CountDownLatch isDrawing = new CountDownLatch(1);
    CountDownLatch isSynced = new CountDownLatch(1);
    PageImages slow =
        (path, page) -> {
          isDrawing.countDown();
          try {
            isSynced.await();
          } catch (InterruptedException e) {
            throw new InterruptedIOException();
          }
          return draw(path, page);
        };
    try (PageServer server = page().pageImages(slow).start()) {
      PageClient client = PageClient.of(server);
      CompletableFuture<Integer> status =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return image(client, "wiki/a.page", 3).status();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      isDrawing.await();
      server.startSync();
      try {
        Wait.until(
            "the sync is done",
            () -> client.get("/api/sync").send().json().path("state").asText().equals("done"));
      } finally {
        isSynced.countDown();
      }
      assertThat(status.get()).isEqualTo(200);
      assertThat(image(client, "wiki/a.page", 3).status()).isEqualTo(200);
      assertThat(drawn).as("pages that were drawn before the sync are not kept").hasValue(2);
    }
  }

  @Test
  void saysWhyAPageIsNotShown() throws IOException {
    try (PageServer server = page().pageImages(this::draw).start()) {
      PageClient client = PageClient.of(server);
      assertThat(error(image(client, "wiki/a.page", 9), 422))
          .isEqualTo("The page cannot be drawn: it has no page 9.");
      assertThat(error(image(client, "wiki/a.page", 2), 422))
          .isEqualTo("The file of this document cannot be read.");
      assertThat(error(image(client, "wiki/a.page", 0), 400)).contains("from 1");
      assertThat(error(image(client, "wiki/c.page", 1), 404)).contains("wiki/c.page");
      assertThat(error(image(client, "wiki/../my.arag/manifest.arag", 1), 404)).isNotEmpty();
      Files.delete(file);
      assertThat(error(image(client, "wiki/a.page", 3), 404))
          .isEqualTo("The file of this document is not available.");
      index.sync(source());
      assertThat(error(image(client, "wiki/a.page", 3), 404)).contains("wiki/a.page");
    }
  }

  private static String error(PageClient.Answer answer, int status) throws IOException {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    return answer.json().path("error").asText();
  }

  @Test
  void showsNoPageOutsideTheScope() throws IOException {
    try (PageServer server =
        page().pageImages(this::draw).scope(Scope.documents("wiki/b.txt")).start()) {
      assertThat(image(PageClient.of(server), "wiki/a.page", 3).status()).isEqualTo(404);
      assertThat(drawn).hasValue(0);
    }
  }

  @Test
  void withoutPageImagesThereIsOnlyText() throws IOException {
    try (PageServer server = page().start()) {
      PageClient client = PageClient.of(server);
      Map<String, ?> query = Map.of("document", "wiki/a.page", "quote", "a lake");
      assertThat(client.post("/api/passage").json(query).send().json().path("regions")).isEmpty();
      assertThat(image(client, "wiki/a.page", 3).status()).isEqualTo(404);
    }
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                PageServer.builder(
                        index,
                        index::stats,
                        Agent.builder(index, new ExtractiveChatModel()).build())
                    .pageImages(this::draw)
                    .start());
  }

  @Test
  void aHitHasTheHeadingOfItsSentenceAndTheHeaderOfItsTable() throws IOException {
    Files.writeString(
        folder.resolve("wiki/cash.md"),
        "# Report\n\nIntroduction.\n\n## Cash\n\n| Millions | 2018 |\n|---|---|\n| Sales | 32,765 |\n");
    index.sync(source());
    try (PageServer server = page().start()) {
      Map<String, ?> query = Map.of("query", "32,765", "mode", "keyword");
      JsonNode hit =
          PageClient.of(server).post("/api/search").json(query).send().json().at("/hits/0");
      assertThat(hit.path("heading").toString()).isEqualTo("[\"Report\",\"Cash\"]");
      assertThat(hit.at("/sentences/0/text").asText()).isEqualTo("| Sales | 32,765 |");
      assertThat(hit.at("/sentences/0/table").asText()).isEqualTo("Millions | 2018");
    }
  }
}
