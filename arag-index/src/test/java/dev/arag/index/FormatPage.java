package dev.arag.index;

import static java.util.stream.Collectors.joining;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.hash.Sha256;
import dev.arag.core.text.Document;
import dev.arag.index.source.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Writes the generated parts of docs/index-format.md: character lists, test vectors and the dump of
 * an index with one document. Run the main method in the folder of this Maven module.
 */
final class FormatPage {
  static final Path PAGE = Path.of("..", "docs", "index-format.md");

  private static final String SAMPLE = "The “Fox’s” Café — 3\u00a0km\r\nfrom Łód\u00adź, İZMİR.";
  private static final String GRAM = "fox";
  private static final int CODE_POINTS_PER_LINE = 8;

  private FormatPage() {}

  public static void main(String[] arguments) throws IOException {
    Files.writeString(PAGE, generate(Files.readString(PAGE)));
  }

  /** Returns the page with all generated parts brought up to date. */
  static String generate(String page) throws IOException {
    String result = page;
    for (Map.Entry<String, String> part : parts().entrySet()) {
      result = replace(result, part.getKey(), part.getValue());
    }
    return result;
  }

  private static String replace(String page, String name, String text) {
    String begin = "<!-- generated: " + name + " -->\n";
    int start = page.indexOf(begin);
    int end = page.indexOf("<!-- end -->", start);
    if (start < 0 || end < 0) {
      throw new IllegalStateException(
          "docs/index-format.md has no generated part named " + name + ".");
    }
    return page.substring(0, start + begin.length())
        + "```text\n"
        + text
        + "```\n"
        + page.substring(end);
  }

  private static Map<String, String> parts() throws IOException {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("white space", ranges(FormatRules.foldedTo(" ")));
    parts.put("dropped", ranges(FormatRules.foldedTo("")));
    parts.put("quotes and dashes", quotesAndDashes());
    parts.put("plain letters", plainLetters());
    parts.put("diacritics", ranges(FormatRules.diacritics()));
    parts.put("checksums of all code points", checksumsOfAll());
    parts.put("test vectors", testVectors());
    parts.putAll(dumps());
    return parts;
  }

  private static String quotesAndDashes() {
    StringBuilder text = new StringBuilder();
    for (String ascii : List.of("'", "\"", "-")) {
      text.append("to ").append(ascii).append('\n');
      text.append(ranges(FormatRules.foldedTo(ascii).filter(each -> each >= 0x80)));
    }
    return text.toString();
  }

  private static String plainLetters() {
    return lines(
        FormatRules.plainLetters()
            .mapToObj(
                each ->
                    String.format(
                        "U+%04X %s %s",
                        each, Character.toString(each), FormatRules.foldWithoutDiacritics(each)))
            .toList(),
        ", ",
        4);
  }

  /** Formats code points in hexadecimal. Consecutive code points are combined into a range. */
  private static String ranges(IntStream codePoints) {
    List<String> ranges = new ArrayList<>();
    int[] all = codePoints.toArray();
    int first = 0;
    for (int i = 0; i < all.length; i++) {
      if (i + 1 == all.length || all[i + 1] != all[i] + 1) {
        ranges.add(
            first == i
                ? String.format("%04X", all[i])
                : String.format("%04X-%04X", all[first], all[i]));
        first = i + 1;
      }
    }
    return lines(ranges, " ", CODE_POINTS_PER_LINE);
  }

  private static String lines(List<String> items, String between, int perLine) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < items.size(); i += perLine) {
      List<String> line = items.subList(i, Math.min(items.size(), i + perLine));
      text.append(String.join(between, line)).append('\n');
    }
    return text.toString();
  }

  private static String checksumsOfAll() {
    return String.format(
        "folded                     %08x%nfolded without diacritics  %08x%n",
        FormatRules.crcOfAll(FormatRules::fold),
        FormatRules.crcOfAll(FormatRules::foldWithoutDiacritics));
  }

  private static String testVectors() {
    String folded = Folding.fold(SAMPLE).text();
    List<String> rows =
        List.of(
            String.format("CRC32C of \"123456789\"           %08x", FormatRules.crc("123456789")),
            String.format("key of the id \"fox\"             %d", FormatRules.key(GRAM)),
            String.format("row of \"fox\"                    %d", FormatRules.row('f', 'o', 'x')),
            "SHA-256 of \"notes\", 16 bytes    "
                + HexFormat.of().formatHex(Arrays.copyOf(Sha256.of("notes"), 16)),
            "text                            " + escaped(SAMPLE),
            "  folded                        " + folded,
            "  folded without diacritics     " + Folding.dropDiacritics(folded));
    return rows.stream().map(row -> row + "\n").collect(joining());
  }

  private static String escaped(String text) {
    return text.replace("\u00a0", "\\u00a0")
        .replace("\u00ad", "\\u00ad")
        .replace("\r", "\\r")
        .replace("\n", "\\n");
  }

  private static Map<String, String> dumps() throws IOException {
    Path directory = Files.createTempDirectory("format-page");
    Document document =
        Document.builder("fox", "The Fox’s café is open.\nIt closes at 5.")
            .title("The Fox")
            .heading(0, List.of("Towns"))
            .metadata("year", 2026)
            .build();
    try (Index index = Index.builder(directory).embedder(new HashEmbedder(2)).openOrCreate()) {
      index.sync(Source.documents("notes", List.of(document)));
    }
    Map<String, String> dumps = new LinkedHashMap<>();
    dumps.put("manifest.arag", FileDump.of(directory.resolve("manifest.arag")));
    for (String name : List.of("chunks-1.arag", "keywords-1.arag", "vectors-1.arag")) {
      dumps.put(name, FileDump.bodyOf(directory.resolve(name)));
    }
    return dumps;
  }
}
