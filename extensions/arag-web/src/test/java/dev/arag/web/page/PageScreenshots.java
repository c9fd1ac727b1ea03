package dev.arag.web.page;

import dev.arag.agent.Agent;
import dev.arag.index.ingest.IngestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Takes the pictures of the page for the documentation. Argument: the folder for the pictures. */
final class PageScreenshots {
  private PageScreenshots() {}

  public static void main(String[] args) throws IOException {
    Path pictures = Files.createDirectories(Path.of(args[0]));
    Path folder = Files.createTempDirectory("arag-pictures");
    try (Handbook handbook = new Handbook(folder).sync();
        Chromium chromium = Chromium.start(Chromium.program())) {
      for (String scheme : List.of("light", "dark")) {
        take(handbook, chromium, 1180, 860, scheme, pictures.resolve("page-" + scheme));
        take(handbook, chromium, 390, 780, scheme, pictures.resolve("page-phone-" + scheme));
      }
    }
  }

  private static void take(
      Handbook handbook, Chromium chromium, int width, int height, String scheme, Path prefix)
      throws IOException {
    TypingModel model = new TypingModel(handbook.script(), 25);
    Agent agent = Agent.builder(handbook.index, model).build();
    try (PageServer server =
            PageServer.builder(handbook.index, agent)
                .title("handbook.arag")
                .sources(List.of(handbook.source()))
                .allowUploads(IngestLimits.defaults())
                .start();
        Chromium.Tab tab = chromium.open(width, height, scheme)) {
      tab.navigate(server.address().toString());
      tab.awaitReady();
      save(tab, prefix, "start");
      tab.click("#question");
      tab.type(Handbook.QUESTION);
      tab.press("Enter");
      tab.await("document.querySelector('.answer')?.innerText.length > 150");
      save(tab, prefix, "writing");
      tab.awaitVisible(".usage");
      save(tab, prefix, "answer");
      tab.click(".steps summary");
      save(tab, prefix, "steps");
      tab.evaluate("window.scrollTo(0, document.body.scrollHeight)");
      save(tab, prefix, "sources");
      tab.click(".quote:nth-of-type(1)");
      tab.awaitVisible("#passage mark");
      save(tab, prefix, "passage");
      tab.press("Escape");
      tab.click(".views a[href='#search']");
      tab.click("#query");
      tab.type("finance director");
      tab.press("Enter");
      tab.awaitVisible(".hit");
      save(tab, prefix, "search");
      tab.click(".views a[href='#documents']");
      tab.click("#sync-start");
      tab.awaitVisible("#sync-result:not(:empty)");
      Path note =
          Files.writeString(
              handbook.folder.resolveSibling("Canteen.md"), "# Canteen\n\nLunch is at noon.\n");
      Path picture = Files.writeString(handbook.folder.resolveSibling("team.png"), "no picture");
      tab.choose("#files", note, picture);
      tab.awaitVisible(".uploads .is-bad");
      save(tab, prefix, "documents");
      tab.problems().forEach(System.err::println);
    }
  }

  private static void save(Chromium.Tab tab, Path prefix, String name) throws IOException {
    Files.write(Path.of(prefix + "-" + name + ".png"), tab.screenshot());
  }
}
