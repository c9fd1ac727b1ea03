package dev.arag.web.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.agent.Agent;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.text.Document;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.source.Source;
import dev.arag.index.spi.IngestLimits;
import dev.arag.pdf.PageImage;
import dev.arag.pdf.PdfParser;
import dev.langchain4j.exception.RateLimitException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Uses the page in a headless Chromium, with real runs. */
@Timeout(600)
class PageInChromiumTest {
  private static final long NEVER_MILLIS = 60_000;
  private static Chromium chromium;

  @TempDir private Path folder;
  private Handbook handbook;
  private PageServer server;
  private Chromium.Tab tab;

  @BeforeAll
  static void startChromium() throws IOException {
    Path program = Chromium.program();
    assumeTrue(program != null, "There is no Chromium (-Darag.chromium).");
    chromium = Chromium.start(program);
  }

  @AfterAll
  static void closeChromium() throws IOException {
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void index() throws IOException {
    handbook = new Handbook(folder).sync();
  }

  @AfterEach
  void close() {
    if (tab != null) {
      tab.close();
    }
    if (server != null) {
      server.close();
    }
    handbook.close();
  }

  private TypingModel open(ScriptedChatModel script, long pauseMillis) throws IOException {
    TypingModel model = new TypingModel(script, pauseMillis);
    start(PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build()));
    open(1180, 860, "light");
    return model;
  }

  private void start(PageServer.Builder builder) throws IOException {
    server =
        builder
            .sources(List.of(handbook.source()))
            .allowUploads(new IngestLimits(100_000, 100_000))
            .start();
  }

  private void open(int width, int height, String scheme) {
    tab = chromium.open(width, height, scheme);
    tab.navigate(server.address().toString());
    tab.awaitReady();
  }

  private String hash() {
    return tab.evaluate("location.hash").asText();
  }

  private void reload() {
    tab.evaluate("window.old = true");
    tab.reload();
    tab.await("!window.old");
    tab.awaitReady();
  }

  private void closePassage() {
    tab.press("Escape");
    tab.await("!document.getElementById('passage').open && !history.state");
  }

  private void ask(String question) {
    tab.click("#question");
    tab.type(question);
    tab.press("Enter");
  }

  private static final String LONG_ANSWER =
      "The head of the department approves an invoice [1]. ".repeat(80);

  private void awaitDraft() {
    tab.await("document.querySelector('.answer.writing')?.innerText.length > 30");
  }

  private void assertKept() {
    assertThat(tab.text(".outcome")).contains("Stopped, quotes not checked.", "Try again");
    assertThat(tab.text(".answer")).startsWith("The head of the department approves");
    assertThat(tab.count(".answer.writing, button.cite")).isZero();
  }

  private static String script(String name) throws IOException {
    try (var in = PageInChromiumTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  private void assertReadable(String view) throws IOException {
    JsonNode problems = tab.evaluate(script("readable.js") + "\nreadable()");
    assertThat(problems).as(view).isEmpty();
    List<String> unnamed = new ArrayList<>();
    for (JsonNode node : tab.call("Accessibility.getFullAXTree", Map.of()).path("nodes")) {
      String role = node.at("/role/value").asText();
      boolean isControl =
          List.of("button", "textbox", "searchbox", "link", "radio", "dialog", "progressbar")
              .contains(role);
      if (isControl
          && !node.path("ignored").asBoolean()
          && node.at("/name/value").asText().isBlank()) {
        unnamed.add(role);
      }
    }
    assertThat(unnamed).as(view).isEmpty();
  }

  @Nested
  class Access {
    @Test
    void theTokenLeavesTheAddressAndTheCookieIsHidden() throws IOException {
      open(handbook.script(), 0);
      assertThat(tab.evaluate("location.href").asText())
          .isEqualTo("http://127.0.0.1:" + server.port() + "/");
      assertThat(tab.evaluate("history.length").asInt()).isLessThanOrEqualTo(2);
      assertThat(tab.evaluate("document.cookie").asText()).isEmpty();
      tab.reload();
      tab.await("performance.getEntriesByType('navigation')[0].type === 'reload'");
      tab.awaitReady();
      assertThat(tab.text("#count")).isEqualTo("5 documents");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aBrowserWithoutTheTokenSeesNothing() throws IOException {
      start(
          PageServer.builder(
              handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build()));
      tab = chromium.open(1180, 860, "light");
      // Tabs share their cookies, but each server has a cookie of its own.
      tab.navigate("http://127.0.0.1:" + server.port() + "/");
      tab.awaitReady();
      assertThat(tab.text("#closed-title")).contains("Open the address");
      assertThat(tab.evaluate("document.querySelector('.views').checkVisibility()").asBoolean())
          .isFalse();
    }

    @Test
    void theAddressOfADocumentIsOpenedAgain() throws IOException {
      open(handbook.script(), 0);
      String place = "#doc=handbook/people.md&at=";
      String text = handbook.index.document("handbook/people.md").orElseThrow().text();
      int start = text.indexOf("Jonas");
      String address =
          "http://127.0.0.1:" + server.port() + "/" + place + start + "-" + (start + 5);
      tab.navigate("about:blank");
      tab.navigate(address);
      tab.awaitVisible("#passage mark");
      assertThat(tab.text("#passage mark")).isEqualTo("Jonas");
      assertThat(tab.count("#passage-delete[hidden]")).isEqualTo(1);
      assertThat(tab.text("#passage-title")).isEqualTo("People");
      reload();
      tab.awaitVisible("#passage mark");
      assertThat(tab.evaluate("location.href").asText()).isEqualTo(address);
      closePassage();
      assertThat(hash()).isEqualTo("#documents");

      tab.navigate("http://127.0.0.1:" + server.port() + "/#doc=no/such.md");
      tab.awaitVisible("#passage-note");
      assertThat(tab.text("#passage-note"))
          .isEqualTo(
              "The document no/such.md is not in the index. It may have been renamed or removed.");
      closePassage();
      assertThat(hash()).isEqualTo("#documents");
      tab.navigate("http://127.0.0.1:" + server.port() + "/#doc=handbook/people.md&at=90000-90005");
      tab.awaitVisible("#passage-note");
      assertThat(tab.text("#passage-note")).contains("The marked place is not in this text.");
    }

    /** The verdict of a citation is shown again, and the view behind the dialog. */
    @Test
    void aReloadKeepsAnOpenPassage() throws IOException {
      open(handbook.script(), 0);
      ask(Handbook.QUESTION);
      tab.awaitVisible("button.cite.is-bad");
      tab.click("button.cite.is-bad");
      tab.awaitVisible("#passage-verdict");
      tab.await("location.hash === '#doc=handbook/purchasing.md'");
      reload();
      tab.awaitVisible("#passage-verdict");
      assertThat(tab.text("#passage-verdict")).contains("An invoice will be paid");
      closePassage();
      assertThat(tab.text(".question")).isEqualTo(Handbook.QUESTION);
      assertThat(hash()).isEmpty();
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aSearchIsOpenedWithTheTokenThatIsGivenLater() throws IOException {
      start(
          PageServer.builder(
              handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build()));
      tab = chromium.open(1180, 860, "light");
      tab.navigate("http://127.0.0.1:" + server.port() + "/#search?q=waterproof,+hotel");
      tab.await("document.documentElement?.dataset.ready === 'closed'");
      tab.navigate(server.address().toString());
      tab.awaitVisible(".hit");
      assertThat(hash()).isEqualTo("#search?q=waterproof,+hotel");
      assertThat(tab.evaluate("document.getElementById('query').value").asText())
          .isEqualTo("waterproof, hotel");
      // Another token does not change the place, and does not stay in the address.
      tab.navigate(server.address().toString());
      tab.await("location.hash === '#search?q=waterproof,+hotel'");
      assertThat(tab.evaluate("document.querySelector('.views').innerHTML").asText())
          .doesNotContain("token");
      assertThat(tab.evaluate("JSON.stringify(sessionStorage)").asText()).doesNotContain("token");
    }

    /** A new address differs from the one of the tab in its fragment only. */
    @Test
    void aTabThatShowsNothingOpensTheAddressOfTheServer() throws IOException {
      start(
          PageServer.builder(
              handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build()));
      tab = chromium.open(1180, 860, "light");
      tab.navigate("http://127.0.0.1:" + server.port() + "/");
      tab.awaitReady();
      tab.navigate(server.address().toString());
      tab.await("document.getElementById('count')?.innerText === '5 documents'");
      assertThat(tab.evaluate("location.hash").asText()).isEmpty();
    }
  }

  @Nested
  class Answers {
    @Test
    void anAnswerIsStreamedAndItsFootnotesOpenTheQuotes() throws IOException {
      open(handbook.script(), 20);
      ask(Handbook.QUESTION);
      tab.await("document.querySelector('.answer.writing')?.innerText.length > 30");
      assertThat(tab.count(".source")).isZero();
      tab.await("document.getElementById('live').innerText.includes('approved by the')");
      tab.awaitVisible(".usage");
      assertThat(tab.text(".answer"))
          .contains("approved by the finance director")
          .doesNotContain("**");
      assertThat(tab.text(".steps summary")).isEqualTo("3 steps, 2 tool calls");
      tab.click(".steps summary");
      assertThat(tab.text(".turns")).contains("keyword_search", "1 passage", "invoice, approves");
      assertThat(tab.count("button.cite")).isEqualTo(4);
      assertThat(tab.count("button.cite.is-bad")).isEqualTo(1);
      assertThat(tab.text(".quote:not(:has(.is-bad)) .quote-open"))
          .isEqualTo("Show in the document");
      assertThat(tab.text(".quote:has(.is-bad) .quote-open")).isEqualTo("Show the cited text");

      tab.click("button.cite");
      tab.awaitVisible("#passage mark");
      assertThat(tab.text("#passage mark"))
          .isEqualTo("The finance director approves an invoice over 10,000 euros");
      assertThat(tab.text("#passage-title")).isEqualTo("Purchasing");
      assertThat(tab.text("#passage-verdict"))
          .contains("Verbatim", "These words are in the cited text.");
      assertThat(tab.text("#passage-text")).contains("The head of the department");
      assertThat(
              tab.evaluate(
                      """
                      (() => {
                        const mark = document.querySelector("#passage mark").getBoundingClientRect();
                        const scroll = document.getElementById("passage-scroll").getBoundingClientRect();
                        return mark.top >= scroll.top && mark.bottom <= scroll.bottom;
                      })()
                      """)
                  .asBoolean())
          .isTrue();
      closePassage();
      assertThat(tab.evaluate("document.activeElement.className").asText()).contains("cite");

      tab.click("button.cite.is-bad");
      tab.awaitVisible("#passage-verdict");
      assertThat(tab.text("#passage-verdict")).contains("Not found", "An invoice will be paid");
      tab.click("#passage-close");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void theTextOfAStoppedAnswerIsKept() throws IOException {
      open(ScriptedChatModel.script().answer(LONG_ANSWER).answer("No."), 20);
      ask("Who signs?");
      awaitDraft();
      tab.click("#stop");
      tab.awaitVisible(".outcome");
      assertKept();
      reload();
      assertKept();
      tab.click(".again");
      tab.await("document.querySelector('.answer')?.innerText === 'No.'");
      assertThat(tab.count(".exchange")).isEqualTo(1);
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void theTextOfAnAnswerIsKeptIfTheServerStops() throws IOException {
      open(ScriptedChatModel.script().answer(LONG_ANSWER), 20);
      ask("Who signs?");
      awaitDraft();
      server.close();
      tab.awaitVisible(".outcome");
      assertKept();
      // The end of the cancelled run may reach the page before the connection is closed.
      assertThat(tab.text(".outcome .bad")).isIn("", "The connection to the server was lost.");
    }

    @Test
    void verdictsHaveASignInTheText() throws IOException {
      open(handbook.script(), 0);
      ask(Handbook.QUESTION);
      tab.awaitVisible("button.cite.is-bad");
      String sign = "getComputedStyle(document.querySelector('button.cite%s'), '::after').content";
      assertThat(tab.evaluate(sign.formatted("")).asText()).contains("✓");
      assertThat(tab.evaluate(sign.formatted(".is-bad")).asText()).contains("!");
      assertThat(tab.evaluate("document.querySelector('.cite.is-bad').ariaLabel").asText())
          .contains("Not found");
    }

    @Test
    void tablesAndLinksAreShownInTheDirectionOfTheirText() throws IOException {
      open(
          ScriptedChatModel.script()
              .answer(
                  """
                  من يوافق على الفاتورة هو المدير المالي.

                  - عنصر أول

                  | Amount | Approved by |
                  |--------|:-----------:|
                  | 10,000 | the **head** |
                  | more | see [the rules](https://example.org/rules?a=1&b=2) |

                  See https://example.org/a. Not [this](javascript:alert(1)) or ![that](https://example.org/x.png).
                  """),
          0);
      ask("من يوافق على الفاتورة؟");
      tab.awaitVisible(".usage");
      String direction = "getComputedStyle(document.querySelector('%s')).direction";
      for (String selector : List.of(".question", ".answer p", ".answer ul")) {
        assertThat(tab.evaluate(direction.formatted(selector)).asText()).isEqualTo("rtl");
      }
      assertThat(tab.evaluate(direction.formatted(".answer table")).asText()).isEqualTo("ltr");
      assertThat(tab.count(".answer th")).isEqualTo(2);
      assertThat(tab.text(".answer tbody"))
          .isEqualTo("10,000\tthe head\nmore\tsee the rules (example.org)");
      assertThat(
              tab.evaluate(
                  "[...document.querySelectorAll('.answer a')].map((a) => a.href + ' ' + a.rel)"))
          .extracting(JsonNode::asText)
          .containsExactly(
              "https://example.org/rules?a=1&b=2 noopener noreferrer",
              "https://example.org/a noopener noreferrer",
              "https://example.org/x.png noopener noreferrer");
      assertThat(tab.text(".answer")).contains("[this](javascript:alert(1))", "![that](");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void hitsOfTheSameFileInTwoFoldersDiffer() throws IOException {
      handbook.index.put(
          "notes",
          List.of(Document.of("a/readme.md", "A lake."), Document.of("b/readme.md", "A lake.")));
      open(handbook.script(), 0);
      tab.click(".views a[href='#search']");
      tab.click("#query");
      tab.type("lake");
      tab.press("Enter");
      tab.await("document.querySelectorAll('.hit').length >= 2");
      assertThat(tab.text("#hits")).contains("a/readme.md", "b/readme.md");
    }

    @Test
    void aRetryAndAFailureAreShown() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script();
      script.fail(new RateLimitException("secret key")).answer("I do not know.").answer("No.");
      script.answer("No.").answer("No.").answer("No.");
      open(script, 0);
      ask("Who signs?");
      tab.await("document.querySelector('.steps-now').innerText.includes('Trying again')");
      tab.await("!document.querySelector('.spinner').checkVisibility()");
      tab.click(".steps summary");
      assertThat(tab.text(".retry")).contains("is repeated after");
      server.close();
      ask("Who else?");
      tab.awaitVisible(".exchange:nth-child(2) .notice.bad");
      assertThat(tab.text(".exchange:nth-child(2) .notice.bad")).contains("cannot be reached");
      assertThat(tab.count(".exchange:nth-child(2) .again")).isOne();
      assertThat(tab.text("body")).doesNotContain("secret");
    }
  }

  @Nested
  class Reloads {
    @Test
    void aConversationSurvivesAReload() throws IOException {
      ScriptedChatModel script = handbook.script();
      script.answer("Since 2021 [%s].".formatted(handbook.chunk("handbook/people.md")));
      for (int i = 0; i < 3; i++) {
        script.answer("Since 2021.");
      }
      open(script, 0);
      ask(Handbook.QUESTION);
      tab.awaitVisible(".exchange:nth-child(1) .usage");
      ask("Since when exactly?");
      tab.awaitVisible(".exchange:nth-child(2) .usage");
      String before = tab.text("#exchanges");
      reload();
      assertThat(tab.text("#exchanges")).isEqualTo(before).contains("Since when exactly?");
      tab.click("button.cite");
      tab.awaitVisible("#passage mark");
      closePassage();
      tab.click("#renew");
      assertThat(tab.count(".exchange")).isZero();
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aQuestionThatIsAskedDuringAReloadFollowsTheEarlierOnes() throws IOException {
      TypingModel model = open(handbook.script(), NEVER_MILLIS);
      PageClient client = PageClient.of(server);
      try (Socket other = client.ask("c1", "Who signs?").open()) {
        assertThat(other.getInputStream().read()).isPositive();
        Wait.until("the model writes", model::isWriting);
        tab.evaluate("window.old = true; sessionStorage.setItem('conversation', 'c1')");
        tab.reload();
        tab.await("!window.old && document.getElementById('ask')?.checkVisibility()");
        ask("Who else?");
        client.post("/api/chat/cancel").json(Map.of("id", "c1")).send();
        tab.await("document.querySelectorAll('.question').length === 2");
      }
      assertThat(tab.text("#exchanges")).matches("(?s)Who signs\\?.*Who else\\?.*");
    }

    @Test
    void aReloadCancelsTheRun() throws IOException {
      TypingModel model = open(handbook.script(), NEVER_MILLIS);
      ask("Who signs?");
      Wait.until("the model writes", model::isWriting);
      reload();
      Wait.until("the model was interrupted", () -> model.interrupted() == 1);
      assertThat(tab.text(".question")).isEqualTo("Who signs?");
      assertThat(tab.text(".outcome")).isEqualTo("Stopped.\n\nTry again");
    }

    @Test
    void theTextOfAnAnswerIsKeptByAReload() throws IOException {
      open(ScriptedChatModel.script().answer(LONG_ANSWER), 20);
      ask("Who signs?");
      awaitDraft();
      reload();
      assertKept();
    }
  }

  @Nested
  class Pages {
    private static final String QUOTE = "Boats are back at nine";

    private Path pdf;

    @BeforeEach
    void indexPdf() throws IOException {
      pdf = Files.createDirectories(folder.resolve("port")).resolve("rules.pdf");
      writePdf("It closes at ten.");
      handbook.index.sync(Source.path(pdf.getParent()).parser(new PdfParser()));
    }

    private void writePdf(String first) throws IOException {
      try (PDDocument file = new PDDocument()) {
        addPage(file, "Harbour", first);
        addPage(file, "Evening", "All " + QUOTE + ".");
        file.save(pdf.toFile());
      }
    }

    private static void addPage(PDDocument file, String... lines) throws IOException {
      PDPage page = new PDPage(PDRectangle.LETTER);
      file.addPage(page);
      try (PDPageContentStream out = new PDPageContentStream(file, page)) {
        out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        for (int i = 0; i < lines.length; i++) {
          out.beginText();
          out.newLineAtOffset(72, 700 - 40 * i);
          out.showText(lines[i]);
          out.endText();
        }
      }
    }

    private void openAnswer() throws IOException {
      String chunk = handbook.chunk("port/rules.pdf");
      ScriptedChatModel script =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("boats")))
              .answer("At nine [" + chunk + ": \"" + QUOTE + "\"].");
      TypingModel model = new TypingModel(script, 0);
      start(
          PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build())
              .pageImages((file, page) -> PageImage.of(file, page).png()));
      open(1180, 860, "light");
      ask("When are the boats back?");
      tab.awaitVisible("button.cite");
      tab.click("button.cite");
    }

    @Test
    void theQuoteIsMarkedOnItsPage() throws IOException {
      openAnswer();
      tab.awaitVisible("#passage-pages i");
      assertThat(tab.text("#passage-pages figcaption")).isEqualTo("Page 2");
      assertThat(tab.count("#passage-pages figure")).isEqualTo(1);
      assertThat(tab.count("#passage-pages i")).isEqualTo(1);
      tab.await("document.querySelector('.sheet img').naturalWidth > 800");
      JsonNode box =
          tab.evaluate(
              """
              (() => {
                const sheet = document.querySelector(".sheet").getBoundingClientRect();
                const mark = document.querySelector(".sheet i").getBoundingClientRect();
                const scale = 612 / sheet.width;
                return {
                  left: (mark.left - sheet.left) * scale,
                  top: (mark.top - sheet.top) * scale,
                  bottom: (mark.bottom - sheet.top) * scale,
                  height: sheet.height * scale,
                };
              })()
              """);
      // "All " precedes the quote; the line stands 132 points below the top of the page.
      assertThat(box.get("left").asDouble()).isBetween(84.0, 94.0);
      assertThat(box.get("top").asDouble()).isBetween(118.0, 128.0);
      assertThat(box.get("bottom").asDouble()).isBetween(131.0, 138.0);
      assertThat(box.get("height").asDouble()).isBetween(788.0, 796.0);
      assertThat(tab.text("#passage mark")).isEqualTo(QUOTE);
      closePassage();
      assertThat(tab.count("#passage.has-pages[open]")).isZero();
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aFileThatHasChangedIsShownWithoutAMark() throws IOException {
      writePdf("It closes at eleven.");
      openAnswer();
      tab.awaitVisible("#passage-pages img");
      assertThat(tab.text("#passage-pages figcaption"))
          .contains("Page 2", "The file has changed since it was indexed");
      assertThat(tab.count("#passage-pages i")).isZero();
      assertThat(tab.text("#passage mark")).isEqualTo(QUOTE);
      closePassage();
      Files.delete(pdf);
      tab.click("button.cite");
      tab.awaitVisible("#passage mark");
      assertThat(tab.text("#passage mark")).isEqualTo(QUOTE);
      assertThat(tab.count("#passage-pages figure")).isZero();
    }

    @Test
    void aQuoteOnTwoPagesIsShownAtItsFirstMark() throws IOException {
      start(
          PageServer.builder(
                  handbook.index, Agent.builder(handbook.index, new ExtractiveChatModel()).build())
              .pageImages((file, page) -> PageImage.of(file, page).png()));
      open(1180, 860, "light");
      tab.evaluate(
          """
          (() => {
            const send = window.fetch;
            window.fetch = async (path, options) => {
              const page = path === "/api/page" ? JSON.parse(options.body).page : 0;
              while (page === 2 && !document.querySelector("#passage-pages i")) {
                await new Promise((resolve) => setTimeout(resolve, 20));
              }
              return send(path, options);
            };
          })()
          """);
      String text = handbook.index.document("port/rules.pdf").orElseThrow().text();
      String span = text.indexOf("closes") + "-" + (text.indexOf(QUOTE) + QUOTE.length());
      tab.evaluate("location.hash = '#doc=port/rules.pdf&at=" + span + "'");
      tab.await("document.querySelector('#passage-pages figure:nth-child(2) i') !== null");
      JsonNode isVisible =
          tab.evaluate(
              """
              (() => {
                const pages = document.getElementById("passage-pages").getBoundingClientRect();
                const mark = document.querySelector("#passage-pages i").getBoundingClientRect();
                return pages.top <= mark.top && mark.bottom <= pages.bottom;
              })()
              """);
      assertThat(isVisible.asBoolean()).isTrue();
      assertThat(tab.problems()).isEmpty();
    }
  }

  @Nested
  class Documents {
    @Test
    void filesAreUploadedByDialogAndByDrop() throws IOException {
      open(handbook.script(), 0);
      tab.click(".views a[href='#documents']");
      Path note =
          Files.writeString(folder.resolve("Canteen <b>.md"), "# Canteen\n\nLunch is at noon.\n");
      Path picture = Files.writeString(folder.resolve("team.png"), "x");
      Path big = Files.writeString(folder.resolve("big.txt"), "a ".repeat(60_000));
      tab.choose("#files", note, picture, big);
      tab.await("document.querySelectorAll('.uploads .is-bad').length === 2");
      assertThat(tab.text(".uploads"))
          .contains(
              "Canteen <b>.md\nadded", "no parser for .png", "The file is longer than 98 KB.");
      tab.await("document.getElementById('count').innerText === '6 documents'");
      tab.evaluate(
          """
          (() => {
            const transfer = new DataTransfer();
            transfer.items.add(new File(["The lake is deep."], "lake.txt"));
            document.getElementById("drop").dispatchEvent(
                new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
          })()
          """);
      tab.await("document.getElementById('document-list').innerText.includes('uploads/lake.txt')");
      assertThat(handbook.index.document("uploads/lake.txt").orElseThrow().text())
          .isEqualTo("The lake is deep.");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aFolderIsSyncedWithProgress() throws IOException {
      open(handbook.script(), 0);
      tab.click(".views a[href='#documents']");
      Files.writeString(handbook.folder.resolve("canteen.md"), "# Canteen\n\nLunch is at noon.\n");
      Files.writeString(handbook.folder.resolve("team.png"), "x");
      tab.click("#sync-start");
      tab.await(
          "document.getElementById('sync-result').innerText.includes('1 added, 5 unchanged.')");
      assertThat(tab.text("#sync-result summary")).isEqualTo("1 file skipped");
      tab.await("document.getElementById('count').innerText === '6 documents'");
      tab.await("document.getElementById('document-list').innerText.includes('canteen.md')");
      tab.click("#document-list li:nth-child(1) button");
      tab.await("document.getElementById('passage-text').innerText.includes('Lunch is at noon')");
      closePassage();
      tab.click(".views a[href='#ask']");
      tab.awaitVisible("#question");
      tab.click(".views a[data-view='documents']");
      tab.await("document.getElementById('sync-result').innerText === '1 file skipped'");
    }

    @Test
    void partsOfWordsAreMarkedOnlyWithoutWholeWords() throws IOException {
      handbook.index.put(
          "notes",
          List.of(
              Document.of("n/1", "In Saint Tarn, the footbridge leads to a bridge."),
              Document.of("n/2", "The drawbridge is open.")));
      open(handbook.script(), 0);
      String search = "#search?q=Who is in “Saint” on the bridge?&mode=keyword";
      tab.navigate("http://127.0.0.1:" + server.port() + "/" + search);
      tab.awaitVisible(".hit mark");
      assertThat(
              tab.evaluate(
                      """
                      [...document.querySelectorAll(".hit-text")].map((each) =>
                          [...each.childNodes].map((node) =>
                              node.localName === "mark" ? `[${node.textContent}]` : node.textContent).join(""))
                      """)
                  .toString())
          .isEqualTo(
              "[\"In [Saint] Tarn, the footbridge leads to a [bridge].\",\"The draw[bridge] is open.\"]");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void searchesAndTheListOfDocumentsHavePages() throws IOException {
      List<Document> many = new ArrayList<>();
      for (int i = 0; i < 110; i++) {
        many.add(Document.of("note/" + i, "The lake number " + i + " is deep and cold."));
      }
      handbook.index.put("notes", many);
      open(handbook.script(), 0);
      tab.click(".views a[href='#search']");
      tab.click("#query");
      tab.type("lake");
      tab.press("Enter");
      tab.await("document.querySelectorAll('.hit').length === 10");
      assertThat(tab.text("#search-status")).isEqualTo("The best 10 passages");
      tab.click("input[value=keyword]");
      tab.await("document.getElementById('search-status').innerText === '110 passages found'");
      tab.click("#more-hits");
      tab.await("document.querySelectorAll('.hit').length === 20");
      assertThat(hash()).isEqualTo("#search?q=lake&mode=keyword&page=2");
      reload();
      tab.await("document.querySelectorAll('.hit').length === 20");
      tab.click("input[value=semantic]");
      tab.await("document.getElementById('search-status').innerText.includes('most similar')");
      tab.click(".hit button");
      tab.awaitVisible("#passage mark");
      closePassage();
      tab.evaluate("history.back()");
      tab.await("document.querySelectorAll('.hit').length === 20");
      assertThat(tab.evaluate("document.querySelector('input[value=keyword]').checked").asBoolean())
          .isTrue();

      tab.click(".views a[href='#documents']");
      tab.awaitVisible("#pager");
      assertThat(tab.text("#documents-status")).isEqualTo("1 to 50 of 115 documents");
      tab.click("#next");
      awaitList("51 to 100 of 115 documents");
      jumpTo(99);
      awaitList("101 to 115 of 115 documents");
      assertThat(tab.evaluate("document.getElementById('next').disabled").asBoolean()).isTrue();
      tab.evaluate("history.back()");
      awaitList("51 to 100 of 115 documents");
      tab.click("#filter");
      tab.type("note/10");
      awaitList("11 documents");
      assertThat(hash()).isEqualTo("#documents?filter=note/10");
      tab.click(".views a[data-view='search']");
      assertThat(hash()).isEqualTo("#search?q=lake&mode=keyword&page=2");
      tab.click(".views a[data-view='documents']");
      reload();
      awaitList("11 documents");
      assertThat(tab.problems()).isEmpty();
    }

    private void awaitList(String status) {
      tab.await("document.getElementById('documents-status').innerText === '" + status + "'");
    }

    private void jumpTo(int page) {
      tab.evaluate(
          """
          (() => {
            document.getElementById("page").value = %d;
            document.getElementById("page").dispatchEvent(new Event("change"));
          })()
          """
              .formatted(page));
    }

    @Test
    void onlyAnUploadedDocumentIsDeleted() throws IOException {
      open(handbook.script(), 0);
      tab.click(".views a[href='#documents']");
      Path note = Files.writeString(folder.resolve("lunch.md"), "# Canteen\n\nLunch is at noon.\n");
      tab.choose("#files", note);
      tab.awaitVisible(".delete");
      assertThat(tab.count(".delete")).isEqualTo(1);
      assertThat(tab.text(".uploads")).isEqualTo("lunch.md\nadded, listed as Canteen");
      tab.click(".uploads button");
      tab.await("document.getElementById('passage-text').innerText.includes('Lunch is at noon')");
      tab.click("#passage-delete");
      tab.awaitVisible("#confirm");
      assertThat(tab.text("#confirm-title")).isEqualTo("Delete “Canteen”?");
      tab.press("Escape");
      assertThat(hash()).isEqualTo("#documents");
      assertThat(tab.text("#sort [disabled]")).isEqualTo("Date (no document has one)");
      tab.click(".delete");
      tab.awaitVisible("#confirm");
      assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("confirm-no");
      tab.press("Escape");
      tab.await("document.activeElement.className.includes('delete')");
      tab.click(".delete");
      tab.click("#confirm-yes");
      tab.awaitVisible("#documents-message");
      assertThat(tab.text("#documents-message")).isEqualTo("“Canteen” was deleted.");
      assertThat(tab.count(".delete")).isZero();
      assertThat(tab.text(".uploads")).isEqualTo("lunch.md\ndeleted");
      tab.await("!document.getElementById('document-list').inert");
      tab.await("document.getElementById('count').innerText === '5 documents'");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aQuestionIsAskedAboutADocumentOrASource() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script();
      for (int i = 0; i < 9; i++) {
        script.answer("Nothing.");
      }
      open(script, 0);
      tab.navigate("http://127.0.0.1:" + server.port() + "/#doc=handbook/people.md&at=11-20");
      tab.awaitVisible("#passage-ask");
      tab.click("#passage-ask");
      tab.awaitVisible("#within");
      assertThat(hash()).isEqualTo("#ask");
      ask("Who?");
      tab.awaitVisible(".usage");
      assertThat(tab.text(".question-within")).isEqualTo("Only in People");
      reload();
      assertThat(tab.text("#within-title")).isEqualTo("People");
      assertThat(tab.text(".question-within")).isEqualTo("Only in People");
      assertThat(placeholder()).isEqualTo("Ask about People");
      tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
      tab.click(".actions button:nth-child(1)");
      tab.await("window.copied");
      assertThat(tab.evaluate("window.copied").asText()).contains("Only in **People**");
      tab.click("#within-remove");
      assertThat(placeholder()).isEqualTo("Ask about your documents");
      ask("Who else?");
      tab.awaitVisible(".exchange:nth-child(2) .usage");
      assertThat(tab.count(".question-within")).isEqualTo(1);

      tab.click(".views a[href='#documents']");
      tab.click(".document-foot button");
      tab.click("#source-ask");
      tab.awaitVisible("#within");
      assertThat(tab.text("#within-title")).isEqualTo("handbook");
      // What the model was shown for earlier questions is not in a new conversation.
      assertThat(tab.count(".exchange")).isZero();
      assertThat(tab.text("#said")).contains("This is a new conversation.");
      assertThat(tab.problems()).isEmpty();
    }

    private String placeholder() {
      return tab.evaluate("document.getElementById('question').placeholder").asText();
    }

    private void addLunch() {
      handbook.index.put(
          "uploads", List.of(Document.of("uploads/lunch.md", "# Canteen\n\nLunch is at noon.\n")));
    }

    private void askAboutLunch() {
      tab.navigate("http://127.0.0.1:" + server.port() + "/#doc=uploads/lunch.md");
      tab.awaitVisible("#passage-ask");
      tab.click("#passage-ask");
      tab.awaitVisible("#within");
    }

    /** Its conversations are deleted with it, so neither their text nor the label stays. */
    @Test
    void aDeletedDocumentIsNotShownInItsConversation() throws IOException {
      addLunch();
      open(ScriptedChatModel.script().answer("At noon.").answer("At noon."), 0);
      assertThat(tab.evaluate("document.getElementById('earlier').hidden").asBoolean()).isTrue();
      askAboutLunch();
      ask("When?");
      tab.awaitVisible(".usage");
      tab.click(".views a[data-view='documents']");
      tab.click(".delete");
      tab.click("#confirm-yes");
      tab.awaitVisible("#documents-message");
      tab.click(".views a[data-view='ask']");
      tab.awaitVisible("#welcome");
      assertThat(tab.count(".exchange")).isZero();
      assertThat(tab.evaluate("document.getElementById('within').hidden").asBoolean()).isTrue();
      assertThat(tab.evaluate("document.getElementById('earlier').hidden").asBoolean()).isTrue();

      // Another program deletes the document.
      addLunch();
      askAboutLunch();
      handbook.index.delete(List.of("uploads/lunch.md"));
      ask("When again?");
      tab.awaitVisible(".notice.bad");
      assertThat(tab.text(".outcome")).contains("is not in the index").doesNotContain("Try again");
      assertThat(tab.evaluate("document.getElementById('within').hidden").asBoolean()).isTrue();
      assertThat(tab.evaluate("document.getElementById('question').value").asText())
          .isEqualTo("When again?");
      addLunch();
      askAboutLunch();
      handbook.index.delete(List.of("uploads/lunch.md"));
      reload();
      assertThat(tab.evaluate("document.getElementById('within').hidden").asBoolean()).isTrue();
    }

    @Test
    void aLongDocumentIsReadToItsEndAndBack() throws IOException {
      String text = "The start. " + "The lake is deep and cold. ".repeat(4_000) + "The end.";
      handbook.index.put("notes", List.of(Document.of("a-long-note", text)));
      open(handbook.script(), 0);
      tab.click(".views a[href='#documents']");
      tab.evaluate(
          """
          [...document.querySelectorAll("#document-list button")]
              .find((each) => each.innerText.includes("a-long-note")).click()
          """);
      tab.awaitVisible("#passage-later");
      assertThat(readUntilHidden("passage-later")).contains("The end.");
      assertThat(readUntilHidden("passage-earlier")).contains("The start.");
    }

    /** Presses a button of the document until there is no more text. Returns the text. */
    private String readUntilHidden(String button) {
      return tab.evaluate(
              """
              (async () => {
                const button = document.getElementById("%s");
                for (let i = 0; i < 200 && !button.hidden; i++) {
                  button.click();
                  await new Promise((resolve) => setTimeout(resolve, 100));
                }
                return document.getElementById("passage-text").innerText;
              })()
              """
                  .formatted(button))
          .asText();
    }
  }

  @Nested
  class Conversations {
    private TypingModel serve(ScriptedChatModel script, long pauseMillis) throws IOException {
      TypingModel model = new TypingModel(script, pauseMillis);
      start(
          PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build())
              .conversations(folder.resolve("history")));
      return model;
    }

    private void answered(int number) {
      tab.awaitVisible(".exchange:nth-child(" + number + ") .usage");
    }

    private void showList(int size) {
      tab.click("#earlier");
      tab.await("document.querySelectorAll('.conversation').length === " + size);
    }

    private ScriptedChatModel reads(ScriptedChatModel script, String document, String quote) {
      String chunk = handbook.chunk(document);
      return script
          .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
          .answer("It is so [%s: \"%s\"].".formatted(chunk, quote));
    }

    /** Three conversations of several questions, and a restart between them. */
    @ParameterizedTest
    @CsvSource({"1180, 860, light", "390, 780, dark"})
    void earlierConversationsAreReopenedAfterARestart(int width, int height, String scheme)
        throws IOException {
      ScriptedChatModel script = handbook.script();
      reads(script, "handbook/people.md", "Ines Falk has been the finance director");
      reads(script, "handbook/travel.md", "A hotel may cost up to 140 euros");
      reads(script, "handbook/travel.md", "First class is allowed on trains");
      reads(script, "handbook/safety.txt", "Goggles are worn at every machine");
      serve(script, 0);
      open(width, height, scheme);
      ask(Handbook.QUESTION);
      answered(1);
      ask("Since when exactly?");
      answered(2);
      String before = tab.text("#exchanges");
      tab.click("#renew");
      ask("What may a hotel cost?");
      answered(1);
      ask("And trains?");
      answered(2);
      tab.click("#renew");
      ask("Where are goggles worn?");
      answered(1);
      server.close();
      tab.close();

      ScriptedChatModel next = ScriptedChatModel.script();
      reads(next, "handbook/people.md", "Jonas Brandt is the managing director");
      serve(next, 0);
      open(width, height, scheme);
      showList(3);
      assertReadable("list");
      assertThat(tab.text(".conversation:nth-child(1) .conversation-title"))
          .isEqualTo("Where are goggles worn?");
      tab.click(".conversation:nth-child(1) .conversation-delete");
      assertThat(tab.text(".conversation:nth-child(1) .conversation-delete"))
          .isEqualTo("Really delete");
      tab.click(".conversation:nth-child(1) .conversation-delete");
      tab.await("document.querySelectorAll('.conversation').length === 2");
      tab.click(".conversation:nth-child(2) .conversation-open");
      answered(2);
      assertThat(tab.text("#exchanges")).isEqualTo(before);
      showList(2);
      assertThat(tab.text(".conversation-open[aria-current]")).endsWith(" · 2 questions · current");
      assertThat(tab.count(".conversation-open[aria-current]")).isOne();
      tab.press("Escape");
      tab.click("button.cite");
      tab.awaitVisible("#passage mark");
      closePassage();
      ask("Who signs instead?");
      answered(3);
      assertThat(next.requests().get(0).messages().toString())
          .contains(Handbook.QUESTION, "Since when exactly?");
      showList(2);
      assertThat(tab.text(".conversation:nth-child(1) .conversation-title"))
          .isEqualTo(Handbook.QUESTION);
      tab.press("Escape");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void anAnswerAndItsRunAreCopiedAndSaved() throws IOException {
      serve(handbook.script(), 0);
      open(1180, 860, "light");
      Path downloads = Files.createDirectories(folder.resolve("downloads"));
      tab.call(
          "Page.setDownloadBehavior",
          Map.of("behavior", "allow", "downloadPath", downloads.toString()));
      tab.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
      ask(Handbook.QUESTION);
      answered(1);
      tab.click(".actions button:nth-child(1)");
      tab.await("document.getElementById('said').innerText === 'Copied.'");
      String copied = tab.evaluate("window.copied").asText();
      assertThat(copied)
          .startsWith("# " + Handbook.QUESTION + "\n\nAn invoice of 12,000 euros")
          .contains("over 10,000 euros [^1]", "[^1]: **Purchasing** — handbook/purchasing.md")
          .contains("“The finance director approves an invoice over 10,000 euros.” (Verbatim)")
          .contains("“An invoice will be paid within 14 days after it was approved.” (Not found)")
          .contains("[^2]: **People**");
      tab.click(".actions button:nth-child(2)");
      assertThat(downloaded(downloads, "answer.md")).isEqualTo(copied);
      String id = Trajectory.parse(run("json", downloads)).id().orElseThrow();
      assertThat(run("html", downloads)).contains("<!DOCTYPE html>", Handbook.QUESTION);
      assertThat(downloads.resolve("run-" + id + ".html")).exists();
      assertThat(tab.problems()).isEmpty();
      String conversation = tab.evaluate("sessionStorage.getItem('conversation')").asText();
      PageClient client = PageClient.of(server);
      client.post("/api/conversation/delete").json(Map.of("id", conversation)).send();
      tab.click(".actions button:nth-child(4)");
      tab.awaitVisible("#said.bad");
      assertThat(tab.text("#said")).isEqualTo("This question is not kept any more.");
    }

    private String run(String form, Path downloads) throws IOException {
      tab.click(".actions button:nth-child(" + (form.equals("html") ? 3 : 4) + ")");
      return downloaded(downloads, "run-*." + form);
    }

    private String downloaded(Path downloads, String name) throws IOException {
      List<Path> found = new ArrayList<>();
      Wait.until(
          name + " was saved",
          () -> {
            found.clear();
            try (var files = Files.newDirectoryStream(downloads, name)) {
              files.forEach(found::add);
            }
            return found.size() == 1 && Files.size(found.get(0)) > 0;
          });
      return Files.readString(found.get(0));
    }

    @Test
    void aStepShowsWhatTheModelRead() throws IOException {
      serve(handbook.script(), 0);
      open(1180, 860, "light");
      ask(Handbook.QUESTION);
      answered(1);
      tab.click(".steps summary");
      tab.click(".turns li:nth-child(2) details summary");
      tab.await("document.querySelector('.turns li:nth-child(2) pre').innerText.includes('Ada')");
      assertThat(tab.text(".turns li:nth-child(2)"))
          .contains("chunk_read", "2 passages", "Workshop: Ada Lindqvist");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aButtonJumpsToTheNewestText() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script().answer(LONG_ANSWER);
      serve(script.answer(LONG_ANSWER).answer(LONG_ANSWER), 2);
      open(390, 780, "light");
      ask("First?");
      tab.await("document.querySelector('.answer').innerText.length > 1500");
      assertThat(tab.evaluate("document.getElementById('jump').hidden").asBoolean()).isTrue();
      tab.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })");
      tab.click("#jump");
      tab.await("window.scrollY > 0 && document.getElementById('jump').hidden");
      tab.click("#stop");
      tab.awaitVisible(".outcome");
    }
  }

  @Nested
  class HostileText {
    // Hostile texts

    @Test
    void hostileTextsShowNothingButText() throws IOException {
      showHostileTexts(2_000, 1);
    }

    @Test
    @Tag("full")
    void manyHostileTextsShowNothingButText() throws IOException {
      showHostileTexts(100_000, 2);
    }

    /** Passes hostile texts through the functions of the page that draw texts. */
    private void showHostileTexts(int texts, int seed) throws IOException {
      open(handbook.script(), 0);
      tab.evaluate(script("hostile.js"));
      int shown = 0;
      for (int i = 0; i < texts; i += 1_000) {
        JsonNode result = tab.evaluate("showHostileTexts(" + (seed * 1_000_000 + i) + ", 1000)");
        assertThat(result.path("problems")).isEmpty();
        shown += result.path("shown").asInt();
      }
      assertThat(shown).isEqualTo(texts);
      assertThat(tab.evaluate("window.hacked === undefined").asBoolean()).isTrue();
      assertThat(tab.problems()).isEmpty();
      System.out.println(shown + " hostile texts were drawn in Chromium as text");
    }

    /** The same in documents of an index, through the server and the real page. */
    @Test
    void hostileDocumentsShowNothingButText() throws IOException {
      String attack = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";
      String text = "The bridge " + attack + " is old. [1] \u202Egnp.exe\u0000";
      Document hostile =
          Document.builder("<b>id</b>" + attack, text)
              .title("<i>title</i>\u202E" + attack)
              .metadata("url", "javascript:window.hacked=1")
              .build();
      handbook.index.put("hostile" + attack, List.of(hostile));
      String chunk = handbook.chunk(hostile.id());
      ScriptedChatModel script =
          ScriptedChatModel.script()
              .call("keyword_search", Map.of("keywords", List.of("bridge", attack)))
              .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
              .answer(
                  "It is old "
                      + attack
                      + " ["
                      + chunk
                      + ": \"The bridge "
                      + attack
                      + " is old.\"].");
      open(script, 5);
      ask("How old is the bridge? " + attack);
      tab.awaitVisible(".usage");
      assertThat(tab.text(".answer")).contains(attack);
      assertThat(tab.text(".source-title")).contains("<i>title</i>\uFFFD" + attack);
      tab.click("button.cite");
      tab.awaitVisible("#passage mark");
      assertThat(tab.text("#passage-text")).contains(attack);
      assertThat(tab.count("#passage a")).isZero();
      closePassage();
      tab.click(".steps summary");
      tab.click("details.call summary");
      tab.await("document.querySelector('.call-text').innerText.includes('onerror')");
      tab.click("#earlier");
      tab.awaitVisible(".conversation");
      assertThat(tab.text(".conversation-title")).contains(attack);
      tab.press("Escape");
      tab.click(".views a[href='#search']");
      tab.click("#query");
      tab.type("bridge");
      tab.press("Enter");
      tab.awaitVisible(".hit");
      assertThat(tab.text(".hit")).contains(attack);
      tab.click(".views a[href='#documents']");
      tab.await("document.getElementById('document-list').innerText.includes('<i>title</i>')");
      assertThat(tab.count("main img, main script:not([src]), main b, main i")).isZero();
      assertThat(tab.evaluate("window.hacked === undefined").asBoolean()).isTrue();
      assertThat(tab.problems()).isEmpty();
    }

    /** Even a defect in a script of the page could not turn a text into markup. */
    @Test
    void thePolicyBlocksMarkupAndInlineScripts() throws IOException {
      open(handbook.script(), 0);
      JsonNode blocked =
          tab.evaluate(
              """
              (async () => {
                const results = [];
                const attempt = (name, action) => {
                  try { action(); results.push(name); } catch { /* blocked, as it should be */ }
                };
                attempt("innerHTML", () => { document.createElement("p").innerHTML = "<b>x</b>"; });
                attempt("document.write", () => document.write("<b>x</b>"));
                attempt("eval", () => { (0, eval)("1"); });
                const script = document.createElement("script");
                attempt("script", () => { script.textContent = "window.hacked = 1"; });
                document.body.append(script);
                const image = document.createElement("img");
                attempt("onerror", () => image.setAttribute("onerror", "window.hacked = 1"));
                image.src = "/missing";
                document.body.append(image);
                await fetch("https://example.org/").then(() => results.push("fetch"), () => {});
                await new Promise((resolve) => setTimeout(resolve, 200));
                if (window.hacked) results.push("hacked");
                return results;
              })()
              """);
      assertThat(blocked).isEmpty();
    }
  }

  @Nested
  class Usability {
    @Test
    void theFocusIsNotTakenFromAReaderWhoUsesTheKeyboard() throws IOException {
      open(handbook.script(), 20);
      ask(Handbook.QUESTION);
      tab.awaitVisible(".answer.writing");
      tab.evaluate("document.querySelector('.steps summary').focus()");
      tab.awaitVisible(".usage");
      assertThat(tab.evaluate("document.activeElement.localName").asText()).isEqualTo("summary");
    }

    @Test
    void theStopButtonCancelsTheRun() throws IOException {
      TypingModel model = open(handbook.script(), NEVER_MILLIS);
      ask("Who signs?");
      tab.awaitVisible("#stop");
      Wait.until("the model writes", model::isWriting);
      tab.click("#stop");
      tab.awaitVisible(".outcome");
      assertThat(tab.text(".outcome")).isEqualTo("Stopped.\n\nTry again");
      assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("question");
      Wait.until("the model was interrupted", () -> model.interrupted() == 1);
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void aLaterAnswerIsWrittenInView() throws IOException {
      ScriptedChatModel script = ScriptedChatModel.script().answer(LONG_ANSWER);
      script.answer(LONG_ANSWER).answer(LONG_ANSWER);
      open(script, 2);
      ask("First?");
      tab.awaitVisible(".exchange:nth-child(1) .usage");
      ask("Second?");
      tab.await("document.querySelector('.exchange:nth-child(2) .answer').innerText.length > 500");
      String isInView =
          """
          (() => {
            const end = document.querySelector(".exchange:last-child .answer").getBoundingClientRect().bottom;
            return end > 0 && end < document.getElementById("composer").getBoundingClientRect().top + 40;
          })()
          """;
      assertThat(tab.evaluate(isInView).asBoolean()).isTrue();
      tab.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })");
      tab.await("document.querySelector('.exchange:nth-child(2) .answer').innerText.length > 2000");
      assertThat(tab.evaluate("window.scrollY").asInt()).isZero();
    }

    @Test
    void theNewestQuestionIsAtTheTopAndItsSourcesAreOffered() throws IOException {
      String chunk = handbook.chunk("handbook/purchasing.md");
      String sentence =
          "It is so [%1$s: \"Every order needs a purchase order number.\"] ".formatted(chunk)
              + "and so [%1$s: \"The finance director approves an invoice over 10,000 euros.\"]."
                  .formatted(chunk);
      ScriptedChatModel script = ScriptedChatModel.script();
      for (int i = 0; i < 2; i++) {
        script
            .call("chunk_read", Map.of("chunk_ids", List.of(chunk)))
            .answer("The rules are long. ".repeat(100) + sentence);
      }
      open(script, 0);
      ask("First?");
      tab.awaitVisible(".exchange:nth-child(1) .usage");
      ask("Second?");
      tab.awaitVisible(".exchange:nth-child(2) .usage");
      assertNewestIsAtTheTop();
      tab.awaitVisible("#jump");
      assertThat(tab.text("#jump")).isEqualTo("Show the sources");
      tab.click("#jump");
      tab.await("document.getElementById('jump').hidden");
      assertThat(tab.text(".exchange:nth-child(2) .source"))
          .containsSubsequence("Orders", "Every order", "Invoices", "The finance director");
      String scrolled = tab.evaluate("window.scrollY").asText();
      // A click of the test would scroll.
      tab.evaluate("document.querySelector('.views a[data-view=documents]').click()");
      tab.awaitVisible("#documents");
      tab.evaluate("document.querySelector('.views a[data-view=ask]').click()");
      tab.awaitVisible("#ask");
      assertThat(tab.evaluate("window.scrollY").asText()).isEqualTo(scrolled);
      reload();
      assertNewestIsAtTheTop();
      tab.evaluate("localStorage.clear()");
      ask("Third?");
      tab.awaitVisible(".exchange:nth-child(3) .notice.bad");
      assertThat(tab.count(".exchange:nth-child(3) .again")).isZero();
    }

    private void assertNewestIsAtTheTop() {
      String top = "document.querySelector('.exchange:last-child').getBoundingClientRect().top";
      assertThat(tab.evaluate(top).asDouble()).isBetween(78.0, 82.0);
    }

    @Test
    void goingBackClosesAPassage() throws IOException {
      open(handbook.script(), 0);
      ask(Handbook.QUESTION);
      tab.awaitVisible("button.cite");
      int length = tab.evaluate("history.length").asInt();
      for (int i = 0; i < 2; i++) {
        tab.click("button.cite");
        tab.awaitVisible("#passage mark");
        tab.evaluate("history.back()");
        tab.await("!document.getElementById('passage').open");
        tab.click("button.cite");
        tab.awaitVisible("#passage mark");
        closePassage();
      }
      assertThat(tab.evaluate("history.length").asInt()).isEqualTo(length + 1);
      assertThat(tab.text(".question")).isEqualTo(Handbook.QUESTION);
      tab.evaluate("history.forward()");
      tab.awaitVisible("#passage mark");
      assertThat(tab.problems()).isEmpty();
    }

    @Test
    void closingTheTabCancelsTheRun() throws IOException {
      TypingModel model = open(handbook.script(), NEVER_MILLIS);
      ask("Who signs?");
      Wait.until("the model writes", model::isWriting);
      long start = System.nanoTime();
      tab.close();
      tab = null;
      Wait.until("the model was interrupted", () -> model.interrupted() == 1);
      long millis = (System.nanoTime() - start) / 1_000_000;
      System.out.println("Closed tab: the model was interrupted after " + millis + " ms");
      assertThat(millis).isLessThan(10_000);
    }

    /** Everything is reached with the keys Tab, Enter and Escape. */
    @Test
    void thePageIsUsedWithoutAMouse() throws IOException {
      open(handbook.script(), 0);
      tab.evaluate("document.activeElement.blur()");
      List<String> reached = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        tab.press("Tab");
        reached.add(
            tab.evaluate("document.activeElement.id || document.activeElement.innerText").asText());
      }
      assertThat(reached)
          .containsSubsequence(
              "Skip to the content", "Ask", "Search", "Documents", "question", "send");
      tab.evaluate("document.getElementById('question').focus()");
      tab.type(Handbook.QUESTION);
      tab.press("Enter");
      tab.awaitVisible(".usage");
      assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("question");
      assertThat(tab.text("#live")).isNotBlank();
      tab.evaluate("document.querySelector('.quote').focus()");
      tab.press("Enter");
      tab.awaitVisible("#passage mark");
      for (int i = 0; i < 5; i++) {
        tab.press("Tab");
        assertThat(
                tab.evaluate(
                        "document.activeElement === document.body || document.activeElement.closest('#passage') !== null")
                    .asBoolean())
            .isTrue();
      }
      tab.press("Escape");
      tab.await("document.activeElement.className === 'quote'");
    }

    /** The contrast, names and widths of all views, in both color schemes. */
    @ParameterizedTest
    @CsvSource({
      "1180, 860, light",
      "1180, 860, dark",
      "390, 780, light",
      "390, 780, dark",
      "320, 600, light"
    })
    void allViewsAreReadable(int width, int height, String scheme) throws IOException {
      TypingModel model = new TypingModel(handbook.script(), 0, "small-model");
      start(
          PageServer.builder(handbook.index, Agent.builder(handbook.index, model).build())
              .notice("This is a note."));
      open(width, height, scheme);
      assertThat(tab.text("#model")).isEqualTo("model small-model");
      assertReadable("start");
      ask(Handbook.QUESTION);
      tab.awaitVisible(".usage");
      tab.click(".steps summary");
      assertReadable("answer");
      tab.click("button.cite.is-bad");
      tab.awaitVisible("#passage-verdict");
      tab.await("document.getElementById('passage-text').innerText.length > 100");
      assertReadable("passage");
      closePassage();
      tab.click(".views a[href='#search']");
      tab.click("#query");
      tab.type("finance");
      tab.press("Enter");
      tab.awaitVisible(".hit");
      assertReadable("search");
      tab.click(".views a[href='#documents']");
      Path picture = Files.writeString(folder.resolve("team.png"), "x");
      Path note = Files.writeString(folder.resolve("lunch.md"), "# Canteen\n\nLunch is at noon.\n");
      tab.choose("#files", picture, note);
      tab.awaitVisible(".delete");
      assertReadable("documents");
      tab.click(".document:has(.delete) .document-foot button");
      tab.awaitVisible("#source");
      assertReadable("source");
      tab.click(".delete");
      assertReadable("confirm");
      tab.click("#confirm-no");
      tab.click("#source-ask");
      tab.awaitVisible("#within");
      assertReadable("within");
      assertThat(tab.problems()).isEmpty();
    }
  }
}
