package dev.arag.evaluation.data;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.trajectory.StopReason;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads one row from a parser. Unknown fields are skipped; fields may come in any order. */
final class ResultRowReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonParser in;
  private @Nullable String id;
  private @Nullable String question;
  private String goldAnswer = "";
  private String answer = "";
  private double cost;
  private int loops;
  private long retrievedTokens;
  private List<ToolLog> trajectory = List.of();
  private List<RetrievalLog> retrievalLogs = List.of();
  private List<String> chunksRead = List.of();
  private @Nullable String error;
  private @Nullable RunDetails run;

  ResultRowReader(JsonParser in) {
    this.in = in;
  }

  /** Reads the value of one field, on whose first token the parser is. */
  private interface Field {
    void read(String name) throws IOException;
  }

  /** Reads one element of an array, on whose first token the parser is. */
  private interface Element<T> {
    T read() throws IOException;
  }

  ResultRow read() throws IOException {
    in.nextToken();
    object("row", this::readField);
    if (id == null || question == null) {
      String missing = id == null ? "qid" : "question";
      throw new IllegalArgumentException("The field \"" + missing + "\" is missing.");
    }
    return new ResultRow(
        id,
        question,
        trajectory,
        goldAnswer,
        answer,
        cost,
        loops,
        retrievedTokens,
        retrievalLogs,
        chunksRead,
        error,
        run);
  }

  private void readField(String name) throws IOException {
    switch (name) {
      case "qid" -> id = nullableText(name);
      case "question" -> question = nullableText(name);
      case "trajectory" -> trajectory = array(name, this::toolLog);
      case "gold_answer" -> goldAnswer = text(name);
      case "pred_answer" -> answer = text(name);
      case "total_cost" -> cost = number(name).doubleValue();
      case "loops" -> loops = number(name).intValue();
      case "total_retrieved_tokens" -> retrievedTokens = number(name).longValue();
      case "retrieval_logs" -> retrievalLogs = array(name, this::retrievalLog);
      case "chunks_read_ids" -> chunksRead = array(name, () -> text(name));
      case "error" -> error = nullableText(name);
      case "arag" -> run = new RunReader().read();
      default -> in.skipChildren();
    }
  }

  private ToolLog toolLog() throws IOException {
    Map<String, Object> fields = map("trajectory");
    return new ToolLog(
        intOf(fields.remove("loop")),
        textOf(fields.remove("tool_name")),
        mapOf(fields.remove("arguments")),
        textOf(fields.remove("tool_result")),
        longOf(fields.remove("retrieved_tokens")),
        fields);
  }

  private RetrievalLog retrievalLog() throws IOException {
    Map<String, Object> fields = map("retrieval_logs");
    return new RetrievalLog(
        textOf(fields.get("tool_name")),
        longOf(fields.get("tokens")),
        mapOf(fields.get("metadata")));
  }

  private final class RunReader {
    private String strategy = "";
    private String profile = "";
    private int repeat;
    private final Map<String, String> setting = new TreeMap<>();
    private String shortAnswer = "";
    private @Nullable StopReason stopReason;
    private @Nullable String failure;
    private RunUsage usage = RunUsage.NONE;
    private long latencyMillis;
    private boolean underLoad;
    private List<CitationEntry> citations = List.of();
    private String record = "";

    RunDetails read() throws IOException {
      object("arag", this::readField);
      return new RunDetails(
          strategy,
          profile,
          repeat,
          setting,
          shortAnswer,
          stopReason,
          failure,
          usage,
          latencyMillis,
          underLoad,
          citations,
          record);
    }

    private void readField(String name) throws IOException {
      switch (name) {
        case "version" -> requireVersion(number(name).intValue());
        case "strategy" -> strategy = text(name);
        case "profile" -> profile = text(name);
        case "repeat" -> repeat = number(name).intValue();
        case "setting" -> object(name, each -> setting.put(each, text(each)));
        case "shortAnswer" -> shortAnswer = text(name);
        case "stopReason" -> stopReason = constant(name, StopReason.class);
        case "failure" -> failure = nullableText(name);
        case "usage" -> usage = usage();
        case "latencyMillis" -> latencyMillis = number(name).longValue();
        case "underLoad" -> underLoad = in.getBooleanValue();
        case "citations" -> citations = array(name, ResultRowReader.this::citation);
        case "record" -> record = in.currentToken() == JsonToken.VALUE_NULL ? "" : json();
        default -> in.skipChildren();
      }
    }
  }

  private static void requireVersion(int version) {
    if (version > RunDetails.VERSION) {
      throw new IllegalArgumentException(
          "The field \"arag.version\" is "
              + version
              + "; this release reads versions up to "
              + RunDetails.VERSION
              + ".");
    }
  }

  private RunUsage usage() throws IOException {
    Map<String, Object> fields = map("usage");
    return new RunUsage(
        intOf(fields.get("turns")),
        intOf(fields.get("modelCalls")),
        intOf(fields.get("toolCalls")),
        longOf(fields.get("retrievedTokens")),
        longOf(fields.get("inputTokens")),
        longOf(fields.get("cachedInputTokens")),
        longOf(fields.get("outputTokens")),
        fields.get("cost") instanceof Number price ? price.doubleValue() : null);
  }

  private CitationEntry citation() throws IOException {
    Map<String, Object> fields = map("citations");
    String verdict = textOf(fields.get("verdict"));
    return new CitationEntry(
        textOf(fields.get("chunk")),
        textOf(fields.get("quote")),
        constant("verdict", Verdict.class, verdict));
  }

  private void object(String name, Field field) throws IOException {
    require(name, in.currentToken() == JsonToken.START_OBJECT, "a JSON object");
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String each = in.currentName();
      in.nextToken();
      field.read(each);
    }
  }

  private <T> List<T> array(String name, Element<T> element) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return List.of();
    }
    require(name, in.currentToken() == JsonToken.START_ARRAY, "an array");
    List<T> elements = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element.read());
    }
    return elements;
  }

  private Map<String, Object> map(String name) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    object(name, each -> fields.put(each, JSON.readValue(in, Object.class)));
    return fields;
  }

  private String json() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.copyCurrentStructure(in);
    }
    return text.toString();
  }

  /** Returns a string or a number as text; {@code ""} for null. */
  private String text(String name) throws IOException {
    String text = nullableText(name);
    return text == null ? "" : text;
  }

  private @Nullable String nullableText(String name) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    require(name, in.currentToken().isScalarValue(), "a string");
    return in.getText();
  }

  private Number number(String name) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL) {
      return 0;
    }
    require(name, in.currentToken().isNumeric(), "a number");
    return in.getNumberValue();
  }

  private <E extends Enum<E>> @Nullable E constant(String name, Class<E> type) throws IOException {
    String value = nullableText(name);
    return value == null ? null : constant(name, type, value);
  }

  private static <E extends Enum<E>> E constant(String name, Class<E> type, String value) {
    try {
      return Enum.valueOf(type, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The field \"" + name + "\" has the unknown value \"" + value + "\".", e);
    }
  }

  private static void require(String name, boolean condition, String expected) {
    if (!condition) {
      throw new IllegalArgumentException("The field \"" + name + "\" must be " + expected + ".");
    }
  }

  private static String textOf(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static int intOf(@Nullable Object value) {
    return value instanceof Number number ? number.intValue() : 0;
  }

  private static long longOf(@Nullable Object value) {
    return value instanceof Number number ? number.longValue() : 0;
  }

  private static Map<String, Object> mapOf(@Nullable Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> fields) {
      fields.forEach((key, each) -> map.put(key.toString(), each));
    }
    return map;
  }
}
