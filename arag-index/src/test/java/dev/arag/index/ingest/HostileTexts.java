package dev.arag.index.ingest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Creates hostile inputs for the parsers of text, Markdown, HTML and JSON. */
public final class HostileTexts {
  private final Map<String, Supplier<byte[]>> files = new TreeMap<>();
  private final int share;

  private HostileTexts(int share) {
    this.share = share;
    addPages();
    addMarkdown();
    addTexts();
    addBytes();
    addJson();
  }

  /**
   * Returns suppliers of all files by name. The files are created on demand, because some of them
   * are tens of megabytes long.
   *
   * @param share the number by which the number of repetitions is divided; 1 creates the full files
   */
  public static Map<String, Supplier<byte[]>> all(int share) {
    return new HostileTexts(share).files;
  }

  private void add(String name, Supplier<String> text) {
    files.put(name, () -> text.get().getBytes(StandardCharsets.UTF_8));
  }

  private String times(int count, String part) {
    return part.repeat(count / share);
  }

  private String numbered(int count, IntFunction<String> part) {
    return IntStream.range(0, count / share).mapToObj(part).collect(Collectors.joining());
  }

  private void addPages() {
    add("nested-div.html", () -> times(100_000, "<div>") + "deep");
    add("nested-b-i.html", () -> times(20_000, "<b><i>") + "deep");
    add("nested-font-p.html", () -> times(3_000, "<font><p>") + "deep" + times(3_000, "</font>"));
    add("nested-table.html", () -> times(20_000, "<table><tr><td>") + "deep");
    add("nested-list.html", () -> times(50_000, "<ul><li>") + "deep");
    add("nested-template.html", () -> times(50_000, "<template>") + "deep");
    add("nested-svg.html", () -> times(50_000, "<svg><g>") + "deep");
    add("nested-select.html", () -> times(50_000, "<select><option>") + "deep");
    add("nested-a.html", () -> times(50_000, "<a href=x>") + "deep");
    add("broken-tags.html", () -> times(300_000, "<p"));
    add("many-attributes.html", () -> "<p " + numbered(100_000, i -> "a" + i + "=1 ") + ">x</p>");
    add("same-attribute.html", () -> "<p " + times(300_000, "a=1 ") + ">x</p>");
    add("many-namespaces.html", () -> "<svg " + numbered(50_000, i -> "xmlns:n" + i + "=u ") + ">");
    add("long-attribute.html", () -> "<p title='" + times(10_000_000, "x") + "'>text</p>");
    add("open-script.html", () -> "seen<script>" + times(2_000_000, "x<"));
    add("open-comment.html", () -> "seen<!--" + times(2_000_000, "-<"));
    add("open-cdata.html", () -> "seen<svg><![CDATA[" + times(2_000_000, "]"));
    add("plaintext.html", () -> "<plaintext>" + times(500_000, "</p>"));
    add("entities.html", () -> times(1_000_000, "&amp;"));
    add("broken-entities.html", () -> times(1_000_000, "&#x"));
    add("end-tags.html", () -> "<p>" + times(500_000, "</b>"));
    add("headings.html", () -> numbered(50_000, i -> "<h" + (1 + i % 6) + ">h" + i + "</h1>t\n"));
    add("hidden.html", () -> "seen<div hidden>" + times(1_000_000, "no ") + "</div>");
    add(
        "entity-declarations.html",
        () ->
            "<!DOCTYPE x [<!ENTITY a \""
                + times(1_000, "b")
                + "\"><!ENTITY c \""
                + times(1_000, "&a;")
                + "\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>"
                + "<p>seen &c;&f;</p>");
    add("frames.html", () -> "<frameset>" + times(100_000, "<frame src=x>") + "</frameset>");
    add("base.html", () -> times(100_000, "<base href=http://127.0.0.1:9/><img src=x>") + "seen");
  }

  private void addMarkdown() {
    add("quotes.md", () -> times(50_000, ">") + " deep");
    add("stars.md", () -> times(50_000, "*") + "a" + times(50_000, "*"));
    add("underscores.md", () -> times(100_000, "a_") + "_");
    add("backticks.md", () -> numbered(2_000, i -> times(i % 500, "`") + "a"));
    add("open-links.md", () -> times(50_000, "[a]("));
    add("open-brackets.md", () -> times(50_000, "[") + times(50_000, "\\"));
    add("images.md", () -> times(50_000, "![a][a"));
    add("angles.md", () -> times(300_000, "<a"));
    add(
        "references.md",
        () -> numbered(20_000, i -> "[a" + i + "]: /x 'y\n") + times(9_999, "[a1]"));
    add("front-matter.md", () -> "---\n" + numbered(100_000, i -> "k" + i + ": v\n"));
    add("front-matter-list.md", () -> "---\nk: [" + times(300_000, "a,") + "]\n---\ntext");
    add("wide-table.md", () -> times(20_000, "| a ") + "\n" + times(20_000, "|---") + "\n");
    add("long-heading.md", () -> "# " + times(500_000, "word ") + "\ntext");
    add("headings.md", () -> numbered(50_000, i -> times(1 + i % 6, "#") + " h" + i + "\n\n"));
    add("open-fence.md", () -> "```\n" + times(200_000, "code {\n"));
    add("nested-items.md", () -> numbered(3_000, i -> " ".repeat(i) + "- item\n"));
    add("underlines.md", () -> times(100_000, "a\n-\n"));
  }

  private void addTexts() {
    add("one-word.txt", () -> times(5_000_000, "x"));
    add("no-end.txt", () -> times(500_000, "and so on "));
    add("too-long.txt", () -> "20 million.".repeat(2_500_000));
    add("dots.txt", () -> times(2_000_000, "."));
    add("initials.txt", () -> times(300_000, "J. "));
    add("quotes.txt", () -> times(300_000, "\u201cAh. "));
    add("line-breaks.txt", () -> times(2_000_000, "\n"));
    add("short-lines.txt", () -> times(500_000, "a\r"));
    add("headings.txt", () -> times(200_000, "A heading\nof text that goes on\n\n"));
    add("accents.txt", () -> "a" + times(1_000_000, "\u0301"));
    add("emoji.txt", () -> times(200_000, "\ud83d\udc69\u200d"));
    add("tags.txt", () -> "seen" + times(500_000, "\udb40\udc41"));
    add("turned.txt", () -> times(500_000, "\u202eabc"));
    add("thai.txt", () -> times(300_000, "\u0e01\u0e32\u0e23"));
    add("han.txt", () -> times(1_000_000, "\u6f22"));
    add("brackets.txt", () -> times(1_000_000, "("));
    add("urls.txt", () -> times(200_000, "http://a.b/c?d=e. "));
    add("numbers.txt", () -> times(500_000, "1.2,3-"));
  }

  private void addBytes() {
    files.put("odd.txt", () -> new byte[] {(byte) 0xFF, (byte) 0xFE, 'a', 0, 'b'});
    files.put("wide.txt", () -> "wide".repeat(100_000).getBytes(Charset.forName("UTF-32BE")));
    files.put("halves.txt", () -> "\ud800a".repeat(100_000).getBytes(StandardCharsets.UTF_16BE));
    files.put("zeros.txt", () -> new byte[1_000_000]);
    files.put("random.txt", () -> random(1_000_000, 256));
    files.put("high.txt", () -> high(random(1_000_000, 128)));
    files.put("letters.txt", () -> random(1_000_000, 127));
    files.put("gzip.txt", HostileTexts::gzip);
    files.put("cut-gb18030.txt", () -> cut("\u6f22\u5b57\u3002", "GB18030"));
    files.put("cut-utf8.md", () -> cut("\u6f22\u5b57\u3002", "UTF-8"));
    files.put("pdf.txt", () -> "%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII));
    files.put("empty.html", () -> new byte[0]);
    files.put("too-large.txt", () -> new byte[51 * 1024 * 1024]);
  }

  private void addJson() {
    add("deep/chunks.json", () -> "[" + times(500_000, "["));
    add("deep-object/chunks.json", () -> times(500_000, "[{\"id\":"));
    add("same-id/chunks.json", () -> "[" + times(200_000, "\"1:text\",") + "\"2:text\"]");
    add("many/chunks.json", () -> "[" + numbered(100_000, i -> "\"" + i + ":t\",") + "\"x:t\"]");
    add("number/chunks.json", () -> "[{\"id\":" + times(100_000, "9") + ",\"text\":\"a\"}]");
    add("cut/chunks.json", () -> "[\"1:text\", \"2:te");
    add("long/chunks.json", () -> "[\"1:" + "x".repeat(21_000_000) + "\"]");
    add("halves/chunks.json", () -> "[" + times(50_000, "\"1:\\ud800\",") + "\"2:\\udc00\"]");
    add("deep.jsonl", () -> times(50, "{\"text\":" + times(20_000, "[") + "\n"));
    add("wide.jsonl", () -> "{" + numbered(50_000, i -> "\"k" + i + "\":1,") + "\"text\":\"a\"}");
    add("broken.jsonl", () -> times(20_000, "{\n"));
    add("same-id.jsonl", () -> times(20_000, "{\"id\":1,\"text\":\"a\"}\n"));
    add("long.jsonl", () -> "{\"text\":\"" + "x".repeat(21_000_000) + "\"}");
  }

  private static byte[] random(int length, int bound) {
    byte[] bytes = new byte[length];
    Random random = new Random(4);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) random.nextInt(bound);
    }
    return bytes;
  }

  private static byte[] high(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] |= (byte) 0x80;
    }
    return bytes;
  }

  private static byte[] cut(String part, String charset) {
    byte[] whole = part.repeat(100_000).getBytes(Charset.forName(charset));
    return java.util.Arrays.copyOf(whole, whole.length - 1);
  }

  private static byte[] gzip() {
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
      try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
        gzip.write(new byte[50_000_000]);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
