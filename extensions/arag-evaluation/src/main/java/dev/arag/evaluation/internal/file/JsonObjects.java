package dev.arag.evaluation.internal.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.error.CorpusException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the values of a file that contains a JSON array, or one JSON value per line. The values are
 * read one at a time.
 */
public final class JsonObjects {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private JsonObjects() {}

  /** Receives one value of a file. */
  public interface Consumer {
    /**
     * @param line the one-based number of the line on which the value ends
     */
    void accept(long line, JsonNode value);
  }

  public static void read(Path file, Consumer values) {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      if (skipToFirst(reader) == '[') {
        readArray(file, reader, values);
      } else {
        readLines(file, reader, values);
      }
    } catch (CharacterCodingException e) {
      throw new CorpusException(file + " is not a UTF-8 text file.", e);
    } catch (IOException e) {
      throw new CorpusException("The file " + file + " cannot be read.", e);
    }
  }

  /** Skips a byte order mark, and returns the first character that is not white space. */
  private static int skipToFirst(BufferedReader reader) throws IOException {
    int limit = 1 << 16;
    reader.mark(limit);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    reader.mark(limit);
    int first = reader.read();
    for (int i = 0; i < limit - 1 && Character.isWhitespace(first); i++) {
      first = reader.read();
    }
    reader.reset();
    return first;
  }

  private static void readArray(Path file, Reader reader, Consumer values) throws IOException {
    try (JsonParser parser = JSON.createParser(reader)) {
      parser.nextToken();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == null) {
          throw new FileLine(file, parser.currentLocation().getLineNr())
              .error("The JSON array is not closed.");
        }
        JsonNode value = JSON.readTree(parser);
        values.accept(parser.currentLocation().getLineNr(), value);
      }
      requireEnd(file, parser.currentLocation().getLineNr(), parser);
    } catch (JsonProcessingException e) {
      throw notJson(file, e.getLocation() == null ? 1 : e.getLocation().getLineNr(), e);
    }
  }

  private static void readLines(Path file, BufferedReader reader, Consumer values)
      throws IOException {
    long number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (!line.isBlank()) {
        values.accept(number, parse(file, number, line));
      }
    }
  }

  private static JsonNode parse(Path file, long number, String line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      JsonNode value = JSON.readTree(parser);
      requireEnd(file, number, parser);
      return value;
    } catch (JsonProcessingException e) {
      throw notJson(file, number, e);
    }
  }

  private static void requireEnd(Path file, long line, JsonParser parser) throws IOException {
    if (parser.nextToken() != null) {
      throw new FileLine(file, line).error("Text follows the JSON value.");
    }
  }

  private static CorpusException notJson(Path file, long line, JsonProcessingException e) {
    // The message of Jackson for an incomplete value names its parser, not the file.
    String problem =
        e instanceof JsonEOFException ? "the value has no end." : e.getOriginalMessage();
    return new FileLine(file, line).error("Invalid JSON: " + problem, e);
  }
}
