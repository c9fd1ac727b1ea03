package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.InvisibleText;
import dev.arag.core.internal.metadata.Metadata;
import dev.arag.core.internal.string.LoneSurrogates;
import dev.arag.core.internal.string.Truncation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A text with an id, metadata, the offsets of its headings, pages, tables and predefined chunks,
 * and the places of its words on pages. The document contains the text exactly as given by the
 * caller. Immutable.
 */
public final class Document {
  /**
   * The prefix of metadata keys for properties that were read from the file, such as its author.
   */
  public static final String OWN_METADATA = "doc.";

  /**
   * The metadata key for the number of lines that a parser left out because pages repeat them:
   * running heads, running feet and page numbers.
   */
  public static final String OMITTED_LINES = OWN_METADATA + "omittedLines";

  /** The principal that stands for everyone, also for readers who are not known. */
  public static final String EVERYONE = "*";

  /** The longest title or heading; every hit, citation and list of documents repeats it. */
  private static final int MAX_TITLE_LENGTH = 1_000;

  private final String id;
  private final String text;
  private final @Nullable String title;
  private final Map<String, Object> metadata;
  private final Set<String> readableBy;
  private final List<Heading> headings;
  private final List<Page> pages;
  private final List<ChunkStart> chunkStarts;
  private final List<Table> tables;
  private final List<PageLayout> layouts;

  /**
   * The headings that apply from an offset to the next element of {@link #headings()}.
   *
   * @param offset the offset of the first character in the text, in UTF-16 units; usually that of
   *     the heading line
   * @param path the titles, outermost first; empty if the text at this offset is under no heading
   */
  public record Heading(int offset, List<String> path) {
    public Heading {
      requireNonNull(path, "path");
      path = List.copyOf(path);
    }
  }

  /**
   * The start of a page.
   *
   * @param offset the offset of the first character in the text, in UTF-16 units
   * @param number the page number, at least 1
   */
  public record Page(int offset, int number) {}

  /**
   * The start of a predefined chunk. The chunk extends to the next predefined chunk or to the end
   * of the text.
   *
   * @param offset the offset of the first character in the text, in UTF-16 units
   * @param id the id of the chunk
   */
  public record ChunkStart(int offset, ChunkId id) {
    public ChunkStart {
      requireNonNull(id, "id");
    }
  }

  /**
   * A table. Each line of its text is a row, in which {@code | } separates the cells. A row is one
   * sentence.
   *
   * @param offset the offset of the first line in the text, in UTF-16 units
   * @param body the offset of the first row below the header. The header is the lines with the
   *     title, the units and the names of the columns. Equal to {@code offset} if there is none
   * @param end the offset after the last row
   */
  public record Table(int offset, int body, int end) {
    public Table {
      if (offset < 0 || body < offset || end < body || end == offset) {
        throw new IllegalArgumentException(
            "offset must be >= 0, body >= offset, end >= body and > offset; was "
                + offset
                + ", "
                + body
                + ", "
                + end);
      }
    }
  }

  private Document(Builder builder) {
    id = builder.id;
    text = builder.text;
    title = builder.title;
    metadata = Metadata.copyOf(builder.metadata);
    readableBy = Collections.unmodifiableSet(new TreeSet<>(builder.readableBy));
    headings = List.copyOf(builder.headings);
    pages = List.copyOf(builder.pages);
    chunkStarts = List.copyOf(builder.chunkStarts);
    tables = List.copyOf(builder.tables);
    layouts = List.copyOf(builder.layouts);
    if (!chunkStarts.isEmpty() && chunkStarts.get(0).offset() != 0) {
      throw new IllegalArgumentException(
          "The first predefined chunk of "
              + id
              + " must start at offset 0, but starts at "
              + chunkStarts.get(0).offset());
    }
  }

  /** Creates a document without title, metadata, headings, pages or predefined chunks. */
  public static Document of(String id, String text) {
    return builder(id, text).build();
  }

  /**
   * Returns a builder.
   *
   * @param id the id, which identifies the document in its corpus and must not be blank
   * @param text the text, which may be empty and is not changed
   */
  public static Builder builder(String id, String text) {
    return new Builder(id, text);
  }

  static String requireId(String id) {
    requireNonNull(id, "id");
    if (id.isBlank()) {
      throw new IllegalArgumentException("A document id must not be blank.");
    }
    return id;
  }

  public String id() {
    return id;
  }

  public String text() {
    return text;
  }

  /**
   * The title; empty if there is none.
   *
   * <p>The title is the top heading of the document, and a corpus searches, embeds and quotes it as
   * a line before the text (the title line), in the first chunk. All offsets remain those of the
   * text: the text begins at 0, and the title line has negative offsets. There is no such line if
   * the text begins with the title. If the text has the title as a heading, neither the line nor
   * the top heading is added. The comparison ignores case, white space, Markdown marks, punctuation
   * before the first word, and a punctuation mark at the end of the title.
   */
  public Optional<String> title() {
    return Optional.ofNullable(title);
  }

  /**
   * The metadata by key. A value is a String, Long, Double, Boolean or list of strings. The map is
   * unmodifiable.
   */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /**
   * The principals that may read the document, in the order of {@link String#compareTo}; empty if
   * none are set. The documents that a corpus returns have none, because the names of groups are
   * secret. Unmodifiable.
   */
  public Set<String> readableBy() {
    return readableBy;
  }

  /** The headings, in text order. */
  public List<Heading> headings() {
    return headings;
  }

  /** The starts of pages, in text order. */
  public List<Page> pages() {
    return pages;
  }

  /**
   * The starts of predefined chunks, in text order. If the list is empty, the index splits the text
   * into chunks.
   */
  public List<ChunkStart> chunkStarts() {
    return chunkStarts;
  }

  /** The tables, in text order. They do not overlap. */
  public List<Table> tables() {
    return tables;
  }

  /**
   * The places of the text on pages, in text order; empty if they are unknown. They do not affect
   * how the text is split, embedded or searched.
   */
  public List<PageLayout> layouts() {
    return layouts;
  }

  /** Returns a new builder with the values of this document. */
  public Builder toBuilder() {
    Builder builder = new Builder(id, text).title(title);
    metadata.forEach(builder::metadata);
    builder.readableBy(readableBy);
    builder.headings.addAll(headings);
    builder.pages.addAll(pages);
    builder.chunkStarts.addAll(chunkStarts);
    builder.tables.addAll(tables);
    builder.layouts.addAll(layouts);
    return builder;
  }

  @Override
  public String toString() {
    return "Document " + id + " (" + text.length() + " characters)";
  }

  /** Builds a document. Headings, pages, tables, layouts and chunks must be added in text order. */
  public static final class Builder {
    private final String id;
    private final String text;
    private @Nullable String title;
    private final Map<String, Object> metadata = new TreeMap<>();
    private Set<String> readableBy = Set.of();
    private final List<Heading> headings = new ArrayList<>();
    private final List<Page> pages = new ArrayList<>();
    private final List<ChunkStart> chunkStarts = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<PageLayout> layouts = new ArrayList<>();

    private Builder(String id, String text) {
      this.id = requireId(id);
      this.text = requireNonNull(text, "text");
    }

    /**
     * Sets the title, which is searched as {@link Document#title()} describes. Each run of white
     * space and control characters becomes a space. A longer title is cut to 1,000 UTF-16 units. A
     * blank title counts as no title. Default: none.
     */
    public Builder title(@Nullable String title) {
      String line = title == null ? "" : cut(oneLine(title));
      this.title = InvisibleText.strip(line).isBlank() ? null : line;
      return this;
    }

    private static String cut(String title) {
      return Truncation.prefix(title, MAX_TITLE_LENGTH).strip();
    }

    private static String oneLine(String title) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < title.length(); i++) {
        char unit = title.charAt(i);
        if (!CharacterClass.isWhiteSpace(unit) && !Character.isISOControl(unit)) {
          line.append(unit);
        } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
          line.append(' ');
        }
      }
      return line.toString().strip();
    }

    /**
     * Sets a metadata value and replaces any earlier value of the same key.
     *
     * @param key the key, not blank
     * @param value null if the document has no such value; otherwise a String, Number, Boolean,
     *     LocalDate, Instant or List of Strings. A date is stored as its ISO 8601 text, such as
     *     {@code 2024-05-17}, and an instant as its text in UTC, such as {@code
     *     2024-05-17T08:30:00Z}. Other types of java.time are rejected
     */
    public Builder metadata(String key, @Nullable Object value) {
      if (value == null) {
        metadata.remove(Metadata.requireKey(key));
      } else {
        metadata.put(key, Metadata.requireValue(key, value));
      }
      return this;
    }

    /** Like {@link #readableBy(Collection)}. */
    public Builder readableBy(String... principals) {
      return readableBy(Arrays.asList(requireNonNull(principals, "principals")));
    }

    /**
     * Sets the principals that may read the document, and replaces earlier ones. They take effect
     * in a corpus with rights, such as an index that was created with {@code
     * Index.Builder.rights()}, where {@link dev.arag.core.corpus.Scope#readableBy} selects the
     * documents of a reader. They are compared exactly, and never shown. Default: none, which means
     * that nobody may read the document.
     *
     * @param principals names such as {@code user:jo} or {@code group:hr}, not blank and without
     *     lone surrogates; {@link Document#EVERYONE} allows every reader
     */
    public Builder readableBy(Collection<String> principals) {
      for (String each : requireNonNull(principals, "principals")) {
        if (requireNonNull(each, "principal").isBlank() || LoneSurrogates.isIn(each)) {
          throw new IllegalArgumentException(
              "A principal must not be blank or contain a lone surrogate.");
        }
      }
      this.readableBy = Set.copyOf(principals);
      return this;
    }

    /**
     * Adds a section that begins at {@code offset}. If the line at this offset contains the title
     * of the section, this line is the heading line.
     *
     * @param offset the offset in the text, in UTF-16 units; greater than that of the previous
     *     section
     * @param path the titles of the enclosing headings and of this heading, outermost first; each
     *     is cut to 1,000 UTF-16 units. Empty if the text from this offset on is under no heading.
     */
    public Builder heading(int offset, List<String> path) {
      requireNonNull(path, "path");
      int last = headings.isEmpty() ? -1 : headings.get(headings.size() - 1).offset();
      List<String> titles =
          path.stream().map(each -> Truncation.prefix(each, MAX_TITLE_LENGTH)).toList();
      headings.add(new Heading(requireNext("heading", offset, last), titles));
      return this;
    }

    /**
     * Adds a page that begins at {@code offset}.
     *
     * @param page the page number, at least 1
     */
    public Builder page(int offset, int page) {
      if (page < 1) {
        throw new IllegalArgumentException("page must be >= 1, was " + page);
      }
      int last = pages.isEmpty() ? -1 : pages.get(pages.size() - 1).offset();
      pages.add(new Page(requireNext("page", offset, last), page));
      return this;
    }

    /**
     * Adds a table.
     *
     * @param table a table that begins at or after the end of the previous one and ends within the
     *     text; its offsets are starts of lines
     */
    public Builder table(Table table) {
      requireNonNull(table, "table");
      int last = tables.isEmpty() ? -1 : tables.get(tables.size() - 1).end() - 1;
      requireNext("table", table.offset(), last);
      requireNext("end of a table", table.end(), table.offset());
      tables.add(table);
      return this;
    }

    /**
     * Adds the places of the text on a page. A layout without words is left out. One page may have
     * several layouts, with text of other pages between them.
     *
     * @param layout a layout whose first word starts at or after the end of the previous layout,
     *     and whose last word ends within the text
     */
    public Builder layout(PageLayout layout) {
      requireNonNull(layout, "layout");
      if (layout.end() > 0) {
        int last = layouts.isEmpty() ? -1 : layouts.get(layouts.size() - 1).end() - 1;
        requireNext("layout", layout.offset(), last);
        requireNext("end of a layout", layout.end(), layout.offset());
        layouts.add(layout);
      }
      return this;
    }

    /** Adds a predefined chunk that is the whole text. No other chunk may be added. */
    public Builder oneChunk(ChunkId id) {
      return chunk(0, id);
    }

    /**
     * Adds a predefined chunk that begins at {@code offset}. The chunk extends to the next
     * predefined chunk or to the end of the text. The first chunk must begin at 0.
     */
    public Builder chunk(int offset, ChunkId id) {
      requireNonNull(id, "id");
      int last = chunkStarts.isEmpty() ? -1 : chunkStarts.get(chunkStarts.size() - 1).offset();
      chunkStarts.add(new ChunkStart(requireNext("chunk", offset, last), id));
      return this;
    }

    public Document build() {
      return new Document(this);
    }

    private int requireNext(String mark, int offset, int last) {
      if (offset <= last || offset > text.length()) {
        throw new IllegalArgumentException(
            "The offset of a "
                + mark
                + " of "
                + id
                + " must be greater than "
                + last
                + " and at most "
                + text.length()
                + " (the length of the text), was "
                + offset);
      }
      return offset;
    }
  }
}
