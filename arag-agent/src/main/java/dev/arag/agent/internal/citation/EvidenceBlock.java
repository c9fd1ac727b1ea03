package dev.arag.agent.internal.citation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Separates the evidence block from an answer. The block usually starts with a title line such as
 * "Evidence:" or "Sources:", and the entries follow the title. Without a title line, entries at the
 * very end of the answer form the block if they have exactly the requested form.
 *
 * @param body the answer without the evidence block
 * @param mentions the chunk ids and quotes in the block
 */
record EvidenceBlock(String body, List<Mention> mentions) {
  private static final Set<String> TITLES =
      Set.of(
          "evidence",
          "evidences",
          "source",
          "sources",
          "reference",
          "references",
          "citation",
          "citations",
          "quote",
          "quotes",
          "supporting evidence",
          "supporting quotes",
          "belege",
          "preuves",
          "pruebas",
          "evidencia",
          "evidenz",
          "prove",
          "bewijs",
          "证据",
          "證據");

  private static final Set<String> NOTHING = Set.of("", "none", "n/a", "na", "-");
  private static final int MAX_ENTRY_LINES = 8;

  static EvidenceBlock split(String text, IdListParser ids) {
    return new Splitter(text, ids).split();
  }

  /**
   * Whether an evidence block with a title starts at a line.
   *
   * @param next the next line that is not blank; empty if there is none
   */
  static boolean startsAt(String line, String next, IdListParser ids) {
    String first = Splitter.afterTitle(line).orElse(null);
    if (first == null) {
      return false;
    }
    return NOTHING.contains(first.toLowerCase(Locale.ROOT))
        ? next.isEmpty() || EvidenceEntry.read(next, ids).isPresent()
        : EvidenceEntry.read(first, ids).isPresent();
  }

  /** Whether the start of a line may become a title when the rest of the line is appended. */
  static boolean mayBecomeTitle(String start) {
    String bare = Splitter.withoutMarks(start);
    String title = bare.toLowerCase(Locale.ROOT);
    return Splitter.firstColon(bare) < bare.length()
        ? Splitter.afterTitle(start).isPresent()
        : TITLES.stream().anyMatch(each -> each.startsWith(title));
  }

  private static final class Splitter {
    private final String text;
    private final IdListParser ids;
    private final List<String> lines;
    private final List<String> body = new ArrayList<>();
    private final List<Mention> mentions = new ArrayList<>();
    private int at;

    Splitter(String text, IdListParser ids) {
      this.text = text;
      this.ids = ids;
      this.lines = text.lines().toList();
    }

    EvidenceBlock split() {
      while (at < lines.size()) {
        if (!readBlock()) {
          body.add(lines.get(at++));
        }
      }
      cutUntitledBlock();
      String rest = String.join("\n", body).strip();
      return new EvidenceBlock(rest.isEmpty() ? text : rest, List.copyOf(mentions));
    }

    private boolean readBlock() {
      String title = lines.get(at);
      boolean isBlock = afterTitle(title).isPresent() && startsAt(title, nextLine(), ids);
      if (isBlock) {
        at++;
        readEntry(afterTitle(title).orElseThrow());
        while (at < lines.size() && readLine()) {
          // readLine() consumes one line in each iteration.
        }
      }
      return isBlock;
    }

    private boolean readLine() {
      String line = lines.get(at);
      if (line.isBlank() || line.strip().startsWith("```")) {
        at++;
        return true;
      }
      at++;
      boolean isEntry = readEntry(line);
      at -= isEntry ? 0 : 1;
      return isEntry;
    }

    /**
     * Reads an entry and the lines that continue the entry. The caller has already consumed the
     * first line.
     */
    private boolean readEntry(String line) {
      if (mentions.size() >= EvidenceEntry.MAX_MENTIONS
          || EvidenceEntry.read(line, ids).isEmpty()) {
        return false;
      }
      StringBuilder entry = new StringBuilder(line);
      for (int more = 0; more < MAX_ENTRY_LINES && continues(entry); more++) {
        entry.append(' ').append(lines.get(at++).strip());
      }
      EvidenceEntry.read(entry.toString(), ids).ifPresent(read -> mentions.addAll(read.mentions()));
      return true;
    }

    private boolean continues(StringBuilder entry) {
      return at < lines.size()
          && !lines.get(at).isBlank()
          && EvidenceEntry.isOpen(entry.toString())
          && EvidenceEntry.read(lines.get(at), ids).isEmpty();
    }

    /** Returns the next line that is not blank; empty if there is no such line. */
    private String nextLine() {
      int next = at + 1;
      while (next < lines.size() && lines.get(next).isBlank()) {
        next++;
      }
      return next < lines.size() ? lines.get(next) : "";
    }

    private void cutUntitledBlock() {
      int first = body.size();
      Deque<List<Mention>> found = new ArrayDeque<>();
      for (int count = 0; first > 0 && count < EvidenceEntry.MAX_MENTIONS; first--) {
        Optional<EvidenceEntry> entry = EvidenceEntry.read(body.get(first - 1), ids);
        if (entry.isEmpty() || !entry.get().isStrict()) {
          break;
        }
        List<Mention> read = entry.get().mentions();
        found.push(read);
        count += read.size();
      }
      if (body.subList(0, first).stream().anyMatch(line -> !line.isBlank())) {
        body.subList(first, body.size()).clear();
        found.forEach(mentions::addAll);
      }
    }

    /**
     * Returns the text that follows the title on a line; empty if the line does not start with a
     * title.
     */
    private static Optional<String> afterTitle(String line) {
      String bare = withoutMarks(line);
      int colon = firstColon(bare);
      String title = withoutMarks(bare.substring(0, colon)).toLowerCase(Locale.ROOT);
      if (!TITLES.contains(title)) {
        return Optional.empty();
      }
      return Optional.of(colon == bare.length() ? "" : withoutMarks(bare.substring(colon + 1)));
    }

    private static int firstColon(String text) {
      for (int i = 0; i < text.length() && i < 40; i++) {
        if (text.charAt(i) == ':' || text.charAt(i) == '：') {
          return i;
        }
      }
      return text.length();
    }

    private static String withoutMarks(String line) {
      int start = 0;
      int end = line.length();
      while (start < end && "#*_> \t`".indexOf(line.charAt(start)) >= 0) {
        start++;
      }
      while (end > start && "*_ \t`".indexOf(line.charAt(end - 1)) >= 0) {
        end--;
      }
      return line.substring(start, end);
    }
  }
}
