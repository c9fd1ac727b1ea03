package dev.arag.evaluation.data;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.trajectory.StopReason;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row as one line of JSON. The fields of the reference implementation come first, in its
 * order, followed by the object {@code arag}.
 */
final class ResultRowCodec {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultRowCodec() {}

  static String write(ResultRow row) {
    StringWriter line = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(line)) {
      writeRow(out, row);
    } catch (IOException e) {
      throw new IllegalArgumentException("The row cannot be written as JSON.", e);
    }
    return escapeUnpairedSurrogates(line.toString());
  }

  static ResultRow read(String line) {
    try (JsonParser in = JSON.createParser(line)) {
      ResultRow row = new ResultRowReader(in).read();
      if (in.nextToken() != null) {
        throw new IllegalArgumentException("Text follows the JSON object.");
      }
      return row;
    } catch (IOException e) {
      throw new IllegalArgumentException("Invalid JSON: " + e.getMessage(), e);
    }
  }

  /** Removes the white space between the tokens of a JSON text. */
  static String compact(String json) {
    StringWriter text = new StringWriter(json.length());
    try (JsonParser in = JSON.createParser(json);
        JsonGenerator out = JSON.createGenerator(text)) {
      in.nextToken();
      out.copyCurrentStructure(in);
    } catch (IOException e) {
      throw new IllegalArgumentException("Invalid JSON: " + e.getMessage(), e);
    }
    return text.toString();
  }

  private static void writeRow(JsonGenerator out, ResultRow row) throws IOException {
    out.writeStartObject();
    out.writeStringField("qid", row.id());
    out.writeStringField("question", row.question());
    out.writeArrayFieldStart("trajectory");
    for (ToolLog log : row.trajectory()) {
      writeToolLog(out, log);
    }
    out.writeEndArray();
    out.writeStringField("gold_answer", row.goldAnswer());
    out.writeStringField("pred_answer", row.answer());
    out.writeNumberField("total_cost", row.cost());
    out.writeNumberField("loops", row.loops());
    out.writeNumberField("total_retrieved_tokens", row.retrievedTokens());
    out.writeArrayFieldStart("retrieval_logs");
    for (RetrievalLog log : row.retrievalLogs()) {
      writeRetrievalLog(out, log);
    }
    out.writeEndArray();
    out.writeNumberField("chunks_read_count", row.chunksRead().size());
    writeTexts(out, "chunks_read_ids", row.chunksRead());
    if (row.error() != null) {
      out.writeStringField("error", row.error());
    }
    RunDetails run = row.run();
    if (run != null) {
      out.writeFieldName("arag");
      writeRun(out, run);
    }
    out.writeEndObject();
  }

  private static void writeToolLog(JsonGenerator out, ToolLog log) throws IOException {
    out.writeStartObject();
    out.writeNumberField("loop", log.loop());
    out.writeStringField("tool_name", log.toolName());
    out.writePOJOField("arguments", log.arguments());
    out.writeStringField("tool_result", log.toolResult());
    out.writeNumberField("retrieved_tokens", log.retrievedTokens());
    for (Map.Entry<String, Object> detail : log.details().entrySet()) {
      out.writePOJOField(detail.getKey(), detail.getValue());
    }
    out.writeEndObject();
  }

  private static void writeRetrievalLog(JsonGenerator out, RetrievalLog log) throws IOException {
    out.writeStartObject();
    out.writeStringField("tool_name", log.toolName());
    out.writeNumberField("tokens", log.tokens());
    out.writePOJOField("metadata", log.metadata());
    out.writeEndObject();
  }

  private static void writeRun(JsonGenerator out, RunDetails run) throws IOException {
    out.writeStartObject();
    out.writeNumberField("version", RunDetails.VERSION);
    out.writeStringField("strategy", run.strategy());
    out.writeStringField("profile", run.profile());
    out.writeNumberField("repeat", run.repeat());
    out.writePOJOField("setting", run.setting());
    out.writeStringField("shortAnswer", run.shortAnswer());
    writeNullable(out, "stopReason", nameOf(run.stopReason()));
    writeNullable(out, "failure", run.failure());
    out.writeFieldName("usage");
    writeUsage(out, run.usage());
    out.writeNumberField("latencyMillis", run.latencyMillis());
    out.writeBooleanField("underLoad", run.underLoad());
    writeCitations(out, run.citations());
    if (!run.record().isEmpty()) {
      out.writeFieldName("record");
      copy(run.record(), out);
    }
    out.writeEndObject();
  }

  private static @Nullable String nameOf(@Nullable StopReason reason) {
    return reason == null ? null : reason.name();
  }

  private static void writeUsage(JsonGenerator out, RunUsage usage) throws IOException {
    out.writeStartObject();
    out.writeNumberField("turns", usage.turns());
    out.writeNumberField("modelCalls", usage.modelCalls());
    out.writeNumberField("toolCalls", usage.toolCalls());
    out.writeNumberField("retrievedTokens", usage.retrievedTokens());
    out.writeNumberField("inputTokens", usage.inputTokens());
    out.writeNumberField("cachedInputTokens", usage.cachedInputTokens());
    out.writeNumberField("outputTokens", usage.outputTokens());
    out.writePOJOField("cost", usage.cost());
    out.writeEndObject();
  }

  private static void writeCitations(JsonGenerator out, List<CitationEntry> citations)
      throws IOException {
    out.writeArrayFieldStart("citations");
    for (CitationEntry citation : citations) {
      out.writeStartObject();
      out.writeStringField("chunk", citation.chunk());
      out.writeStringField("quote", citation.quote());
      out.writeStringField("verdict", citation.verdict().name());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeTexts(JsonGenerator out, String name, List<String> texts)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String text : texts) {
      out.writeString(text);
    }
    out.writeEndArray();
  }

  private static void writeNullable(JsonGenerator out, String name, @Nullable String text)
      throws IOException {
    out.writeFieldName(name);
    out.writeString(text);
  }

  private static void copy(String json, JsonGenerator out) throws IOException {
    try (JsonParser in = JSON.createParser(json)) {
      in.nextToken();
      out.copyCurrentStructure(in);
    }
  }

  /** Escapes unpaired surrogates, which UTF-8 cannot encode. Text of a model may contain them. */
  private static String escapeUnpairedSurrogates(String json) {
    if (json.codePoints().noneMatch(ResultRowCodec::isSurrogate)) {
      return json;
    }
    StringBuilder out = new StringBuilder(json.length() + 6);
    json.codePoints()
        .forEach(
            character -> {
              if (isSurrogate(character)) {
                out.append("\\u").append(Integer.toHexString(character));
              } else {
                out.appendCodePoint(character);
              }
            });
    return out.toString();
  }

  private static boolean isSurrogate(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }
}
