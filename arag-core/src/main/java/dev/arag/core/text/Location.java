package dev.arag.core.text;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.metadata.Metadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The position of a chunk in its document: headings, page, ordinal and offset. In a citation of an
 * answer, the headings and the page are those of the quoted words. Immutable.
 */
public final class Location {
  /** The metadata key of the language of a document, as a tag such as {@code en}. */
  public static final String LANGUAGE = "language";

  /** The metadata key of the address at which people can open a document. */
  public static final String URL = "url";

  /**
   * An address without control characters and spaces that has the scheme http or https, or no
   * scheme. A browser ignores some control characters in a scheme.
   */
  private static final Pattern LINK =
      Pattern.compile("(?i)(?:https?:|(?![a-z][a-z0-9+.-]*:))[^\\x00-\\x20\\x7f]+");

  private final String documentId;
  private final String title;
  private final List<String> heading;
  private final @Nullable Integer page;
  private final int ordinal;
  private final int offset;
  private final Map<String, Object> metadata;

  private Location(Builder builder) {
    documentId = builder.documentId;
    title = builder.title == null ? documentId : builder.title;
    heading = builder.heading;
    page = builder.page;
    ordinal = builder.ordinal;
    offset = builder.offset;
    metadata = builder.metadata;
  }

  /**
   * Returns a builder. By default, the location is the start of the document: ordinal 0 and offset
   * 0, without a page or heading.
   */
  public static Builder builder(String documentId) {
    return new Builder(documentId);
  }

  /** The id of the document. */
  public String documentId() {
    return documentId;
  }

  /**
   * The title of the document, or the document id if there is no title. If a location without a
   * title is built again with this value as its title, both locations are equal.
   */
  public String title() {
    return title;
  }

  /**
   * The titles of the sections that contain the first sentence of the chunk, outermost first. The
   * list may be empty.
   */
  public List<String> heading() {
    return heading;
  }

  /**
   * The number of the page on which the chunk begins, at least 1. Empty if the document has no
   * pages.
   */
  public OptionalInt page() {
    return page == null ? OptionalInt.empty() : OptionalInt.of(page);
  }

  /**
   * The position of the chunk in the sequence of chunks of the document. The first chunk has
   * position 0.
   */
  public int ordinal() {
    return ordinal;
  }

  /**
   * The offset of the chunk in the text of the document, in UTF-16 units. Negative if the chunk
   * begins with the {@linkplain Document#title() title line}.
   */
  public int offset() {
    return offset;
  }

  /**
   * The metadata of the document by key. A value is a String, Long, Double, Boolean or list of
   * strings. The map is unmodifiable.
   */
  public Map<String, Object> metadata() {
    return metadata;
  }

  /** The language of the document: the metadata value {@link #LANGUAGE}; empty if unknown. */
  public Optional<String> language() {
    return text(LANGUAGE);
  }

  /**
   * The address at which people can open the document: the metadata value {@link #URL}. Empty if it
   * is not set, if it contains white space or control characters, or if it has a scheme other than
   * http and https, because a link with such a scheme could run a script.
   */
  public Optional<String> url() {
    return text(URL).filter(url -> LINK.matcher(url).matches());
  }

  private Optional<String> text(String key) {
    return metadata.get(key) instanceof String value ? Optional.of(value) : Optional.empty();
  }

  /**
   * Returns this location with the heading and the page of a part of the chunk.
   *
   * @param heading the titles of the sections that contain the part, outermost first
   * @param page the page on which the part starts; empty if the document has no pages
   */
  public Location withPart(List<String> heading, OptionalInt page) {
    requireNonNull(page, "page");
    return builder(documentId)
        .title(title)
        .heading(heading)
        .page(page.isPresent() ? page.getAsInt() : null)
        .ordinal(ordinal)
        .offset(offset)
        .metadata(metadata)
        .build();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Location that
        && documentId.equals(that.documentId)
        && title.equals(that.title)
        && heading.equals(that.heading)
        && Objects.equals(page, that.page)
        && ordinal == that.ordinal
        && offset == that.offset
        && metadata.equals(that.metadata);
  }

  @Override
  public int hashCode() {
    return Objects.hash(documentId, ordinal, offset);
  }

  @Override
  public String toString() {
    return documentId + "#" + ordinal + "@" + offset;
  }

  /** Builds a location. */
  public static final class Builder {
    private final String documentId;
    private @Nullable String title;
    private List<String> heading = List.of();
    private @Nullable Integer page;
    private int ordinal;
    private int offset;
    private Map<String, Object> metadata = Map.of();

    private Builder(String documentId) {
      this.documentId = Document.requireId(requireNonNull(documentId, "documentId"));
    }

    /** Sets the title of the document. Default: none. */
    public Builder title(@Nullable String title) {
      this.title = title;
      return this;
    }

    /** Sets the titles of the enclosing sections, outermost first. Default: empty. */
    public Builder heading(List<String> heading) {
      this.heading = List.copyOf(requireNonNull(heading, "heading"));
      return this;
    }

    /**
     * Sets the page number. Default: none.
     *
     * @param page at least 1; null for no page
     */
    public Builder page(@Nullable Integer page) {
      if (page != null && page < 1) {
        throw new IllegalArgumentException("page must be >= 1, was " + page);
      }
      this.page = page;
      return this;
    }

    /** Sets the position in the sequence of chunks; the first chunk has position 0. Default: 0. */
    public Builder ordinal(int ordinal) {
      this.ordinal = requireNotNegative("ordinal", ordinal);
      return this;
    }

    /**
     * Sets the offset of the chunk in the text of the document, in UTF-16 units; negative in the
     * {@linkplain Document#title() title line}. Default: 0.
     */
    public Builder offset(int offset) {
      this.offset = offset;
      return this;
    }

    /** Sets the metadata of the document. Default: empty. */
    public Builder metadata(Map<String, Object> metadata) {
      this.metadata = Metadata.copyOf(requireNonNull(metadata, "metadata"));
      return this;
    }

    public Location build() {
      return new Location(this);
    }

    private static int requireNotNegative(String name, int value) {
      if (value < 0) {
        throw new IllegalArgumentException(name + " must be >= 0, was " + value);
      }
      return value;
    }
  }
}
