package dev.arag.docling.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The items of a DoclingDocument. The file is read token by token; whatever the text does not need,
 * such as images of pages, is skipped without being stored.
 */
public final class DoclingFile {
  private static final int MAX_ITEMS = 1_000_000;
  private static final int MAX_DEPTH = 200;
  private static final String ROOT = "#/body";

  private final JsonParser json;
  private final Map<String, Item> items = new HashMap<>();
  private String schema = "";
  private String version = "1";
  private int count;

  private DoclingFile(JsonParser json) {
    this.json = json;
  }

  /**
   * @throws UnreadableSourceException if the JSON is not a DoclingDocument of version 1, or if it
   *     has too many items
   */
  public static DoclingFile read(byte[] bytes, IngestLimits limits) throws IOException {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(limits.textLength())
                    .maxNestingDepth(MAX_DEPTH)
                    .build())
            .build();
    try (JsonParser json = factory.createParser(bytes)) {
      DoclingFile file = new DoclingFile(json);
      file.readRoot();
      return file;
    }
  }

  /** Returns an item; null if there is none. */
  @Nullable Item item(String reference) {
    return items.get(reference);
  }

  /** Returns the root of the tree. */
  Item body() {
    return items.getOrDefault(ROOT, new Item());
  }

  Iterable<Item> items() {
    return items.values();
  }

  private void readRoot() throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new UnreadableSourceException("it is not a DoclingDocument: it is not a JSON object");
    }
    for (String name = field(); name != null; name = field()) {
      switch (name) {
        case "schema_name" -> schema = text();
        case "version" -> version = text();
        case "body" -> items.put(ROOT, item());
        case "texts", "tables", "pictures", "groups", "key_value_items", "form_items" ->
            readItems(name);
        default -> json.skipChildren();
      }
    }
    if (!schema.equals("DoclingDocument")) {
      throw new UnreadableSourceException(
          "it is not a DoclingDocument: its schema_name is '" + cut(schema) + "'");
    }
    if (!version.equals("1") && !version.startsWith("1.")) {
      throw new UnreadableSourceException(
          "its DoclingDocument has the version " + cut(version) + "; only version 1 is supported");
    }
  }

  private static String cut(String value) {
    return value.substring(0, Math.min(40, value.length()));
  }

  private void readItems(String name) throws IOException {
    if (isArray()) {
      for (int i = 0; json.nextToken() != JsonToken.END_ARRAY; i++) {
        items.put("#/" + name + "/" + i, item());
      }
    }
  }

  private Item item() throws IOException {
    count();
    Item item = new Item();
    if (!isObject()) {
      return item;
    }
    for (String name = field(); name != null; name = field()) {
      switch (name) {
        case "label" -> item.label = text();
        case "text" -> item.text = text();
        case "orig" -> item.original = text();
        case "marker" -> item.marker = text();
        case "content_layer" -> item.layer = text();
        case "level" -> item.level = number();
        case "prov" -> item.page = page();
        case "children" -> readReferences(item.children);
        case "captions" -> readReferences(item.captions);
        case "footnotes" -> readReferences(item.footnotes);
        case "data", "graph" -> readCells(item);
        default -> json.skipChildren();
      }
    }
    return item;
  }

  /** Reads the first page number of a list of places. */
  private int page() throws IOException {
    int page = 0;
    if (isArray()) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (!isObject()) {
          continue;
        }
        for (String name = field(); name != null; name = field()) {
          if (name.equals("page_no") && page == 0) {
            page = number();
          } else {
            json.skipChildren();
          }
        }
      }
    }
    return page;
  }

  private void readReferences(List<String> references) throws IOException {
    if (isArray()) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (!isObject()) {
          continue;
        }
        for (String name = field(); name != null; name = field()) {
          if (name.equals("$ref")) {
            count();
            references.add(text());
          } else {
            json.skipChildren();
          }
        }
      }
    }
  }

  /** Reads the cells of a table, or those of a form, which have no row. */
  private void readCells(Item item) throws IOException {
    if (!isObject()) {
      return;
    }
    for (String name = field(); name != null; name = field()) {
      if ((name.equals("table_cells") || name.equals("cells")) && isArray()) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          if (isObject()) {
            item.cells.add(cell(item.cells.size()));
          }
        }
      } else {
        json.skipChildren();
      }
    }
  }

  private Cell cell(int defaultRow) throws IOException {
    count();
    int row = defaultRow;
    int column = 0;
    String text = "";
    boolean isHeader = false;
    for (String name = field(); name != null; name = field()) {
      switch (name) {
        case "start_row_offset_idx" -> row = Math.max(0, number());
        case "start_col_offset_idx" -> column = Math.max(0, number());
        case "text" -> text = text();
        case "column_header" -> isHeader = json.currentToken() == JsonToken.VALUE_TRUE;
        default -> json.skipChildren();
      }
    }
    return new Cell(row, column, text, isHeader);
  }

  /** Moves to the value of the next field, and returns the name; null at the end of the object. */
  private @Nullable String field() throws IOException {
    String name = json.nextFieldName();
    if (name != null) {
      json.nextToken();
    }
    return name;
  }

  /** Whether the current value is an array. Another value is skipped. */
  private boolean isArray() throws IOException {
    return is(JsonToken.START_ARRAY);
  }

  private boolean isObject() throws IOException {
    return is(JsonToken.START_OBJECT);
  }

  private boolean is(JsonToken start) throws IOException {
    if (json.currentToken() == start) {
      return true;
    }
    json.skipChildren();
    return false;
  }

  private String text() throws IOException {
    return is(JsonToken.VALUE_STRING) ? json.getText() : "";
  }

  private int number() throws IOException {
    return is(JsonToken.VALUE_NUMBER_INT) && json.getNumberType() == JsonParser.NumberType.INT
        ? json.getIntValue()
        : 0;
  }

  private void count() throws IOException {
    if (++count > MAX_ITEMS) {
      throw new UnreadableSourceException(
          "it has more than " + MAX_ITEMS + " items, references and cells; split the file");
    }
    if (count % 1024 == 0 && Thread.interrupted()) {
      throw new InterruptedIOException("Interrupted while reading a DoclingDocument.");
    }
  }
}
