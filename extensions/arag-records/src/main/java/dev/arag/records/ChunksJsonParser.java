package dev.arag.records;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.Parser;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import dev.arag.records.internal.PredefinedChunks;
import dev.arag.records.internal.RecordFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads predefined chunks from a JSON array of {@code "id:text"} strings and {@code {"id","text"}}
 * objects. An array may contain both kinds of elements. A file becomes one document; its text is
 * the concatenation of the texts of the elements. Each element becomes one chunk with the given id.
 * If an object has a {@code title}, the title becomes the first line and the heading of its chunk.
 * Other headings are guessed as {@link dev.arag.index.ingest.TextParser} does: each paragraph of an
 * element can have one. The first of exactly two lines is a heading if the second line is much
 * longer. Invalid elements are skipped and reported. A file in which no element is valid is
 * unreadable. {@link dev.arag.index.source.Source#idPrefix} adds a prefix to the ids. Immutable.
 */
public final class ChunksJsonParser implements Parser {
  private static final String USUAL_NAME = "chunks.json";

  private final Files files;
  private final IngestLimits limits;
  private final JsonFactory json;

  /** Which files of a source contain chunks. */
  private enum Files {
    BY_NAME,
    BY_EXTENSION,
    ONLY
  }

  private ChunksJsonParser(Files files, IngestLimits limits) {
    this.files = files;
    this.limits = requireNonNull(limits, "limits");
    this.json =
        JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(limits.textLength()).build())
            .build();
  }

  /** Returns a parser for all {@code .json} files of a source that also has other files. */
  public static ChunksJsonParser byExtension() {
    return new ChunksJsonParser(Files.BY_EXTENSION, IngestLimits.defaults());
  }

  /** Returns a parser for the files with the name {@value #USUAL_NAME}. */
  public static ChunksJsonParser byName() {
    return new ChunksJsonParser(Files.BY_NAME, IngestLimits.defaults());
  }

  /**
   * Returns a parser for a source of chunks only. All {@code .json} files contain chunks; other
   * files are skipped. If the source is a single file, the file contains chunks regardless of its
   * name.
   */
  public static ChunksJsonParser only() {
    return new ChunksJsonParser(Files.ONLY, IngestLimits.defaults());
  }

  /** Sets the limits. Default: {@link IngestLimits#defaults()}. */
  public ChunksJsonParser limits(IngestLimits limits) {
    return new ChunksJsonParser(files, limits);
  }

  @Override
  public Set<String> extensions() {
    return Set.of("json");
  }

  @Override
  public boolean reads(String fileName, boolean isSource) {
    boolean isJson = Parser.super.reads(fileName, isSource);
    return switch (files) {
      case BY_NAME -> fileName.toLowerCase(Locale.ROOT).equals(USUAL_NAME);
      case BY_EXTENSION -> isJson;
      case ONLY -> {
        if (!isSource && !isJson) {
          throw new UnreadableSourceException("not a .json file of chunks");
        }
        yield true;
      }
    };
  }

  @Override
  public String fingerprint() {
    return "chunks 2";
  }

  @Override
  public ParsedFile parse(String id, InputStream in) throws IOException {
    DecodedText decoded = DecodedText.of(limits.read(in));
    PredefinedChunks chunks = new PredefinedChunks(id, limits);
    try (JsonParser parser = json.createParser(decoded.text())) {
      readArray(parser, chunks);
    } catch (StreamConstraintsException e) {
      throw new UnreadableSourceException(
          "the JSON is nested too deeply, or one of its strings is longer than "
              + limits.textLength()
              + " characters; split the file",
          e);
    } catch (JsonProcessingException e) {
      throw new UnreadableSourceException(
          "it is not valid JSON: " + RecordFile.messageOf(e) + position(e), e);
    }
    return chunks.toParsedFile(decoded.warnings());
  }

  private static String position(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
  }

  private static void readArray(JsonParser parser, PredefinedChunks chunks) throws IOException {
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
      throw new UnreadableSourceException("it has content after the end of its JSON array");
    }
  }

  private static void readElement(JsonParser parser, JsonToken token, PredefinedChunks chunks)
      throws IOException {
    if (token == JsonToken.VALUE_STRING) {
      chunks.addLine(parser.getText());
    } else if (token == JsonToken.START_OBJECT) {
      Map<String, String> fields = readFields(parser);
      chunks.add(fields.get("id"), fields.get("title"), fields.get("text"));
    } else {
      parser.skipChildren();
      chunks.skip("it is neither a string nor an object");
    }
  }

  /** Reads the id, the title and the text, if present, and ignores other fields. */
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
