package dev.arag.index.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Ready-made chunks: a JSON array of {@code "id:text"} strings and {@code {"id","text"}} objects,
 * mixed. One file is one document, its text the elements' texts one behind the other; each element
 * stays one chunk with its id. Every paragraph of an element has a heading of its own or none. An
 * element that cannot be read is reported, the others are used; a file in which that is every one
 * is unreadable.
 */
public final class ChunksJsonParser implements Parser {
  private final String idPrefix;
  private final IngestLimits limits;
  private final JsonFactory json;

  /** Ids are kept as they are. */
  public ChunksJsonParser() {
    this("");
  }

  /**
   * @param idPrefix put before every id; empty for none
   */
  public ChunksJsonParser(String idPrefix) {
    this(idPrefix, IngestLimits.defaults());
  }

  public ChunksJsonParser(String idPrefix, IngestLimits limits) {
    this.idPrefix = idPrefix;
    this.limits = limits;
    this.json =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(limits.textLength()).build())
            .build();
  }

  @Override
  public Set<String> extensions() {
    return Set.of("json");
  }

  @Override
  public String fingerprint() {
    return "chunks 1";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    DecodedText decoded = DecodedText.of(limits.read(in));
    ReadyMadeChunks chunks = new ReadyMadeChunks(id, idPrefix, limits);
    try (JsonParser parser = json.createParser(decoded.text())) {
      readArray(parser, chunks);
    } catch (StreamConstraintsException e) {
      throw new UnreadableSourceException(
          "it is nested too deeply, or one of its texts is longer than "
              + limits.textLength()
              + " characters; split it",
          e);
    } catch (JsonProcessingException e) {
      throw new UnreadableSourceException(
          "it is not valid JSON: " + e.getOriginalMessage() + position(e), e);
    }
    return chunks.ingested(decoded.warnings());
  }

  private static String position(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
  }

  private static void readArray(JsonParser parser, ReadyMadeChunks chunks) throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw new UnreadableSourceException(
          "it is not a JSON array of \"id:text\" strings or {\"id\",\"text\"} objects");
    }
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      readElement(parser, token, chunks);
    }
    if (parser.nextToken() != null) {
      throw new UnreadableSourceException("there is more behind the end of its JSON array");
    }
  }

  private static void readElement(JsonParser parser, JsonToken token, ReadyMadeChunks chunks)
      throws IOException {
    if (token == JsonToken.VALUE_STRING) {
      chunks.addLine(parser.getText());
    } else if (token == JsonToken.START_OBJECT) {
      Map<String, String> fields = readFields(parser);
      chunks.add(fields.get("id"), fields.get("text"));
    } else {
      parser.skipChildren();
      chunks.skip("it is neither a string nor an object");
    }
  }

  /** The id and the text, where they are there; everything else is passed over. */
  private static Map<String, String> readFields(JsonParser parser) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      boolean number = value == JsonToken.VALUE_NUMBER_INT && name.equals("id");
      if (value == JsonToken.VALUE_STRING || number) {
        fields.put(name, parser.getText());
      } else {
        parser.skipChildren();
      }
    }
    return fields;
  }
}
