package dev.arag.index.internal.embed;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a Hugging Face {@code tokenizer.json} that embedders need. The vocabulary has
 * hundreds of thousands of entries, so the parser skips it instead of building a tree.
 *
 * @param added the ids of the tokens in {@code added_tokens}, by content, in the order of the file
 * @param unknown the id of the token for text that is not in the vocabulary; -1 if there is no such
 *     token
 */
public record TokenizerJson(Map<String, Long> added, long unknown) {
  private static final long NONE = -1;

  public static TokenizerJson read(byte[] json) throws IOException {
    Map<String, Long> added = new LinkedHashMap<>();
    Unknown unknown = new Unknown(null, NONE);
    try (JsonParser parser = new JsonFactory(new JsonMapper()).createParser(json)) {
      requireObject(parser.nextToken());
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        if (field.equals("added_tokens")) {
          JsonNode tokens = parser.readValueAsTree();
          tokens.forEach(token -> added.put(content(token), token.path("id").asLong(NONE)));
        } else if (field.equals("model") && parser.currentToken() == JsonToken.START_OBJECT) {
          unknown = unknown(parser);
        } else {
          parser.skipChildren();
        }
      }
    }
    return new TokenizerJson(added, unknown.id(added));
  }

  private static String content(JsonNode token) {
    return token.path("content").asText();
  }

  private static Unknown unknown(JsonParser parser) throws IOException {
    String token = null;
    long id = NONE;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (field.equals("unk_token") && value == JsonToken.VALUE_STRING) {
        token = parser.getText();
      } else if (field.equals("unk_id") && value == JsonToken.VALUE_NUMBER_INT) {
        id = parser.getLongValue();
      } else {
        parser.skipChildren();
      }
    }
    return new Unknown(token, id);
  }

  private static void requireObject(@Nullable JsonToken first) throws IOException {
    if (first != JsonToken.START_OBJECT) {
      throw new IOException("it is not a JSON object");
    }
  }

  /** The unknown token. WordPiece models specify its content; Unigram models specify its id. */
  private record Unknown(@Nullable String token, long id) {
    long id(Map<String, Long> added) {
      return token == null ? id : added.getOrDefault(token, id);
    }
  }
}
