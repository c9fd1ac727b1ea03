package dev.arag.records.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.index.spi.text.DecodedText;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One record of a file: a row of a CSV file, or a flattened JSON object. In the object, the name of
 * a nested field is its path, joined with dots.
 *
 * @param fields the fields in the order of the record. Each value is a string, a Long, a larger
 *     BigInteger, a Double, a boolean or a list of strings; null values are omitted
 * @param unsupported the names of fields with other values
 * @param warnings warnings for the user about the decoding of the record
 */
record FlatRecord(Map<String, Object> fields, List<String> unsupported, List<String> warnings) {
  static final String NOT_AN_OBJECT = "it is not a JSON object";

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  /**
   * @param token the current token of the parser
   * @throws UnreadableSourceException if this token does not begin an object
   */
  static FlatRecord read(JsonParser parser, @Nullable JsonToken token, List<String> warnings)
      throws IOException {
    if (token != JsonToken.START_OBJECT) {
      throw new UnreadableSourceException(NOT_AN_OBJECT);
    }
    FlatRecord record = new FlatRecord(new LinkedHashMap<>(), new ArrayList<>(), warnings);
    record.readObject(parser, "");
    return record;
  }

  private void readObject(JsonParser parser, String prefix) throws IOException {
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = prefix + parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_OBJECT) {
        readObject(parser, name + ".");
      } else {
        put(name, value == JsonToken.START_ARRAY ? strings(parser) : scalar(parser, value), value);
      }
    }
  }

  private void put(String name, @Nullable Object value, JsonToken token) {
    if (value != null) {
      fields.put(name, value);
    } else if (token != JsonToken.VALUE_NULL) {
      unsupported.add(name);
    }
  }

  /** Returns the elements of an array, or null if one of them is not a string. */
  private static @Nullable List<String> strings(JsonParser parser) throws IOException {
    List<String> strings = new ArrayList<>();
    boolean hasOther = false;
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      if (token == JsonToken.VALUE_STRING) {
        strings.add(clean(parser.getText()));
      } else {
        hasOther = true;
        parser.skipChildren();
      }
    }
    return hasOther ? null : strings;
  }

  private static @Nullable Object scalar(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> clean(parser.getText());
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NUMBER_INT -> whole(parser.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> finite(parser.getDoubleValue());
      default -> null;
    };
  }

  private static @Nullable Object whole(BigInteger number) {
    boolean fits = number.compareTo(LEAST) >= 0 && number.compareTo(MOST) <= 0;
    return fits
        ? (Object) number.longValue()
        : Double.isFinite(number.doubleValue()) ? number : null;
  }

  private static @Nullable Object finite(double number) {
    return Double.isFinite(number) ? number : null;
  }

  private static String clean(String text) {
    return DecodedText.of(text).text();
  }
}
