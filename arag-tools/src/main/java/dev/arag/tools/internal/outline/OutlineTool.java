package dev.arag.tools.internal.outline;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.SectionId;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import dev.arag.tools.internal.context.BuiltInTools;
import dev.arag.tools.internal.context.ConversationTracker;
import dev.arag.tools.internal.custom.CustomResult;
import dev.arag.tools.internal.outline.DocumentOutline.Row;
import dev.arag.tools.internal.read.Passage;
import dev.arag.tools.internal.read.ResolvedDocuments;
import dev.arag.tools.internal.read.ResolvedIds;
import dev.arag.tools.internal.text.HeadingLine;
import dev.arag.tools.internal.text.QuotedInput;
import dev.arag.tools.internal.text.SingleLine;
import dev.arag.tools.spi.CallContext;
import dev.arag.tools.spi.CorpusTool;
import dev.arag.tools.spi.ToolDefinition;
import dev.arag.tools.spi.TopKRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The {@code outline} tool. Its result is a source with an id, so that an answer can cite a count.
 */
public record OutlineTool(Catalogue catalogue) implements CorpusTool {
  private static final ToolDefinition DEFINITION =
      ToolDefinition.read(OutlineTool.class, BuiltInTools.OUTLINE);

  private static final int MAX_DOCUMENTS = 20;
  private static final int MAX_VALUES = 30;
  private static final int MAX_VALUE_LENGTH = 60;
  private static final int MAX_ID_LENGTH = 200;
  private static final int MAX_LEVEL = 9;

  /** The length of the id of a result and its brackets. */
  private static final int ID_TOKENS = 10;

  @Override
  public ToolDefinition definition() {
    return DEFINITION;
  }

  @Override
  public Optional<String> example() {
    return Optional.of("{\"document\": \"reports/2023.pdf\", \"level\": 2}");
  }

  @Override
  public String canonicalize(ToolArguments arguments) {
    return List.of(
            text("document", arguments),
            text("section", arguments),
            text("words", arguments),
            level(arguments),
            TopKRange.of(arguments).offset())
        .toString();
  }

  private static String text(String name, ToolArguments arguments) {
    boolean isGiven = arguments.has(name) && !arguments.isEmptyList(name);
    return isGiven ? String.join(" ", arguments.texts(name)).strip() : "";
  }

  private static int level(ToolArguments arguments) {
    return arguments.number("level", 0, 1, MAX_LEVEL);
  }

  @Override
  public Observation call(ToolArguments arguments, CallContext call) {
    String document = text("document", arguments);
    String section = text("section", arguments);
    return document.isEmpty() && section.isEmpty()
        ? collection(text("words", arguments), TopKRange.of(arguments).offset(), call)
        : document(document, section, arguments, call);
  }

  private Observation collection(String words, int offset, CallContext call) {
    CollectionOutline outline = CollectionOutline.of(catalogue, words, offset, MAX_DOCUMENTS);
    if (outline.documents() == 0) {
      String none =
          words.isEmpty()
              ? "There are no documents."
              : "No document has "
                  + QuotedInput.quote(words)
                  + " in its id, title, source or year.";
      return new Observation.Found(none, List.of());
    }
    List<String> head = new ArrayList<>();
    String which = words.isEmpty() ? "" : " with " + QuotedInput.quote(words);
    head.add(count(outline.documents(), "document") + which);
    outline.counts().forEach((key, values) -> head.add("by " + key + ": " + counts(values)));
    List<String> rows = outline.page().stream().map(entry -> line(entry, call)).toList();
    Page page = new Page(String.join("\n", head), rows, offset, outline.documents());
    return page.render("Outline of the collection", "", call);
  }

  private static String counts(Map<String, Integer> values) {
    String named =
        values.entrySet().stream()
            .limit(MAX_VALUES)
            .map(each -> shorten(each.getKey()) + " " + each.getValue())
            .collect(Collectors.joining(", "));
    int rest = values.values().stream().skip(MAX_VALUES).mapToInt(Integer::intValue).sum();
    int more = values.size() - MAX_VALUES;
    return more <= 0 ? named : named + ", and " + more + " other values " + rest;
  }

  private static String shorten(String text) {
    return QuotedInput.truncate(text, MAX_VALUE_LENGTH);
  }

  private String line(CatalogueEntry entry, CallContext call) {
    String id = idOf(entry.id(), call);
    String title = entry.title().equals(id) ? "" : ": " + QuotedInput.truncate(entry.title());
    return "- " + id + title + " (" + count(entry.characters(), "character") + ")";
  }

  /** Returns the id of a document, or of its first chunk if the id is too long to be repeated. */
  private String idOf(String document, CallContext call) {
    String id = SingleLine.of(document);
    return id.length() <= MAX_ID_LENGTH
        ? id
        : catalogue.chunksOf(document).stream()
            .findFirst()
            .map(chunk -> call.tracker().nameOf(chunk.id()))
            .orElseGet(() -> QuotedInput.truncate(id, MAX_ID_LENGTH));
  }

  private Observation document(
      String written, String section, ToolArguments arguments, CallContext call) {
    Passage below = section.isEmpty() ? null : passage(section, call);
    String id = below == null ? documentId(written, call) : below.chunk().location().documentId();
    List<Chunk> chunks = catalogue.chunksOf(id);
    if (chunks.isEmpty()) {
      return new Observation.Found(QuotedInput.quote(id) + " has no text.", List.of());
    }
    SectionId top = below == null ? null : below.sections().get(0).id();
    DocumentOutline outline = DocumentOutline.of(chunks, top, level(arguments));
    int offset = TopKRange.of(arguments).offset();
    List<String> rows = new ArrayList<>();
    Row above = null;
    for (Row row : outline.rows().stream().skip(offset).limit(DocumentOutline.MAX_ROWS).toList()) {
      rows.add(line(row, above, call));
      above = row;
    }
    String title = QuotedInput.truncate(chunks.get(0).location().title());
    String name = "Outline of " + idOf(id, call) + (title.equals(id) ? "" : ": " + title);
    Page page = new Page(size(outline, chunks), rows, offset, outline.rows().size());
    return page.render(name, deeper(outline), call);
  }

  private static String size(DocumentOutline outline, List<Chunk> chunks) {
    Chunk last = chunks.get(chunks.size() - 1);
    int lastPage = last.pageAt(last.location().offset() + last.text().length() - 1).orElse(0);
    return count(outline.sections(), "section")
        + ", "
        + count(outline.tokens(), "token")
        + (lastPage == 0 ? "" : ", text on pages to " + lastPage);
  }

  /** Returns a line that is indented by the headings that it shares with the line above. */
  private static String line(Row row, @Nullable Row above, CallContext call) {
    int shared = above == null ? 0 : DocumentOutline.commonDepth(row.path(), above.path());
    String label =
        row.path().stream()
            .skip(shared)
            .map(OutlineTool::shorten)
            .collect(Collectors.joining(" > ", "", " "));
    String table = row.sections() == 1 ? HeadingLine.tableMark(row.first()) : "";
    return "  ".repeat(shared)
        + "- "
        + call.nameOf(row.first())
        + " "
        + label.stripLeading()
        + (row.page().isPresent() ? "(p. " + row.page().getAsInt() + ", " : "(")
        + (row.sections() == 1 ? "" : count(row.sections(), "section") + ", ")
        + count(row.tokens(), "token")
        + ")"
        + table;
  }

  private static String deeper(DocumentOutline outline) {
    return outline.level() == outline.deepest()
        ? ""
        : "\nHeadings to level "
            + outline.level()
            + "; for more: \"level\": "
            + (outline.level() + 1)
            + ", or the \"section\" to look into.";
  }

  private String documentId(String written, CallContext call) {
    ResolvedDocuments documents = ResolvedDocuments.of(List.of(written), catalogue, call);
    if (documents.ids().isEmpty()) {
      throw new InvalidArgumentException(documents.unknownNote());
    }
    if (documents.ids().size() > 1) {
      String ids = documents.ids().stream().limit(3).collect(Collectors.joining(", "));
      throw new InvalidArgumentException(
          count(documents.ids().size(), "document") + " have this title; use an id: " + ids + ".");
    }
    return documents.ids().get(0);
  }

  private Passage passage(String written, CallContext call) {
    ResolvedIds ids =
        ResolvedIds.of(List.of(written), catalogue, ConversationTracker.of(call.tracker()));
    return ids.passages().stream()
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidArgumentException(
                    "No section "
                        + QuotedInput.quote(written)
                        + ". Use an id that outline or a search shows."));
  }

  /**
   * The lines of a result.
   *
   * @param head the lines above the rows
   * @param rows rows from the offset on
   * @param total the number of all rows
   */
  private record Page(String head, List<String> rows, int offset, int total) {
    /** Renders as many rows as fit the limit on the text of a search, but at least one. */
    Observation render(String name, String note, CallContext call) {
      StringBuilder text = new StringBuilder(head);
      int tokens = TokenCounter.o200k().count(name + head) + ID_TOKENS;
      int shown = 0;
      for (String row : rows) {
        tokens += TokenCounter.o200k().count("\n" + row);
        if (shown > 0 && tokens > call.maxSearchTokens()) {
          break;
        }
        text.append('\n').append(row);
        shown++;
      }
      Observation quoted = CustomResult.quote(Observation.source(name, text.toString()), call);
      int end = offset + shown;
      String more = end < total ? "\n" + (total - end) + " more: offset " + end + "." : "";
      String paging = shown == 0 ? "\nNone from offset " + offset + " on." : more;
      return new Observation.Found(quoted.text() + paging + note, quoted.shown());
    }
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
