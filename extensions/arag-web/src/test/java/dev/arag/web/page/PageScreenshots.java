package dev.arag.web.page;

import dev.arag.agent.Agent;
import dev.arag.index.spi.IngestLimits;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

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
      tab.await("!history.state");
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
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(tab.screenshot()));
    Path file = Path.of(prefix + "-" + name + ".png");
    if (!ImageIO.write(withPalette(picture), "png", file.toFile())) {
      throw new IOException("There is no writer for PNG files.");
    }
  }

  /** Keeps the 256 most frequent colors, so that the file is about a third as long. */
  private static BufferedImage withPalette(BufferedImage picture) {
    int width = picture.getWidth();
    int height = picture.getHeight();
    int[] pixels = picture.getRGB(0, 0, width, height, null, 0, width);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int pixel : pixels) {
      counts.merge(pixel, 1, Integer::sum);
    }
    int[] palette =
        counts.entrySet().stream()
            .sorted(Map.Entry.<Integer, Integer>comparingByValue().reversed())
            .limit(256)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    IndexColorModel colors =
        new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
    BufferedImage reduced =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, colors);
    Map<Integer, Integer> nearest = new HashMap<>();
    for (int i = 0; i < pixels.length; i++) {
      int index = nearest.computeIfAbsent(pixels[i], pixel -> nearest(pixel, palette));
      reduced.getRaster().setSample(i % width, i / width, 0, index);
    }
    return reduced;
  }

  private static int nearest(int pixel, int[] palette) {
    return IntStream.range(0, palette.length)
        .boxed()
        .min(Comparator.comparingInt(i -> distance(pixel, palette[i])))
        .orElseThrow();
  }

  private static int distance(int left, int right) {
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
      int difference = ((left >> shift) & 0xFF) - ((right >> shift) & 0xFF);
      sum += difference * difference;
    }
    return sum;
  }
}
