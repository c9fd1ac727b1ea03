package dev.arag.evaluation.internal.batch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a line of a results file that a resumed batch needs. The trajectory in the line is
 * skipped.
 *
 * @param qid the id of the question
 * @param repeat the zero-based number of the repetition
 * @param failure why there is no answer; null if there is one
 * @param shortAnswer the short answer; empty if there is none
 */
record RowHead(String qid, int repeat, @Nullable String failure, String shortAnswer) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * Reads a line.
   *
   * @throws IOException if the line is not a complete JSON object, or is not a line of a results
   *     file
   */
  static RowHead read(byte[] line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      Fields fields = new Fields();
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      fields.read(parser);
      if (parser.nextToken() != null) {
        throw new IOException("text after the JSON object");
      }
      if (fields.qid == null) {
        throw new IOException("the field qid is missing");
      }
      if (fields.repeat < 0) {
        throw new IOException("the field arag.repeat is missing or negative");
      }
      return new RowHead(fields.qid, fields.repeat, fields.failure, fields.shortAnswer);
    }
  }

  /** Whether the run must be repeated because the model could not be reached. */
  boolean isTransportFailure() {
    return RunFailure.TRANSPORT.equals(failure);
  }

  private static final class Fields {
    private @Nullable String qid;
    private int repeat = -1;
    private @Nullable String failure;
    private String shortAnswer = "";

    void read(JsonParser parser) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (name.equals("qid")) {
          qid = parser.getText();
        } else if (name.equals("arag") && value == JsonToken.START_OBJECT) {
          readOwn(parser);
        } else {
          parser.skipChildren();
        }
      }
    }

    private void readOwn(JsonParser parser) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "repeat" -> repeat = parser.getIntValue();
          case "failure" -> failure = parser.getValueAsString(null);
          case "shortAnswer" -> shortAnswer = parser.getValueAsString("");
          default -> parser.skipChildren();
        }
      }
    }
  }
}
