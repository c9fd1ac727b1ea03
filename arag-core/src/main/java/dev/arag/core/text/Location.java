package dev.arag.core.text;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The position of a chunk: document, section, page, ordinal and offset. Immutable. */
public final class Location {
  private final String documentId;
  private final @Nullable String title;
  private final List<String> heading;
  private final int page;
  private final int ordinal;
  private final int offset;
  private final Map<String, Object> metadata;

  private Location(Builder builder) {
    documentId = builder.documentId;
    title = builder.title;
    heading = builder.heading;
    page = builder.page;
    ordinal = builder.ordinal;
    offset = builder.offset;
    metadata = builder.metadata;
  }

  /** A builder for the start of a document: ordinal 0, offset 0, no page or heading. */
  public static Builder builder(String documentId) {
    return new Builder(documentId);
  }

  /** The document's id. */
  public String documentId() {
    return documentId;
  }

  /** The document's title, or its id if it has no title. */
  public String title() {
    return title == null ? documentId : title;
  }

  /** The titles of the sections that contain the first sentence, outermost first; may be empty. */
  public List<String> heading() {
    return heading;
  }

  /** The page on which the text begins, from 1; empty if the document has no pages. */
  public OptionalInt page() {
    return page < 1 ? OptionalInt.empty() : OptionalInt.of(page);
  }

  /** The position of the chunk in the sequence of chunks, from 0. */
  public int ordinal() {
    return ordinal;
  }

  /** The offset of the chunk's text in the document's text, in UTF-16 units. */
  public int offset() {
    return offset;
  }

  /** The document's metadata: strings, numbers, booleans and lists of strings. Unmodifiable. */
  public Map<String, Object> metadata() {
    return metadata;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Location that
        && documentId.equals(that.documentId)
        && Objects.equals(title, that.title)
        && heading.equals(that.heading)
        && page == that.page
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
    private int page;
    private int ordinal;
    private int offset;
    private Map<String, Object> metadata = Map.of();

    private Builder(String documentId) {
      this.documentId = Document.requireId(documentId);
    }

    /** The document's title. Default: none. */
    public Builder title(@Nullable String title) {
      this.title = title;
      return this;
    }

    /** The section path, outermost first. Default: empty. */
    public Builder heading(List<String> heading) {
      this.heading = List.copyOf(heading);
      return this;
    }

    /** The page, from 1; 0 for none. Default: 0. */
    public Builder page(int page) {
      this.page = requireNotNegative("page", page);
      return this;
    }

    /** The position in the sequence of chunks, from 0. Default: 0. */
    public Builder ordinal(int ordinal) {
      this.ordinal = requireNotNegative("ordinal", ordinal);
      return this;
    }

    /** The offset of the text in the document, in UTF-16 units. Default: 0. */
    public Builder offset(int offset) {
      this.offset = requireNotNegative("offset", offset);
      return this;
    }

    /** The document's metadata. Default: empty. */
    public Builder metadata(Map<String, Object> metadata) {
      this.metadata = Metadata.copyOf(metadata);
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
