package dev.arag.opentelemetry.internal;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * Span names and attribute keys of OpenTelemetry's conventions for generative AI. Keys for values
 * that the conventions do not cover start with {@code arag.}. They are constants of this class,
 * because no stable jar of OpenTelemetry contains these names.
 */
final class GenAiAttributes {
  static final String INVOKE_AGENT = "invoke_agent";
  static final String CHAT = "chat";
  static final String EXECUTE_TOOL = "execute_tool";
  static final String RETRIEVAL = "retrieval";

  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
  static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.name");
  static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
  static final AttributeKey<String> RESPONSE_MODEL =
      AttributeKey.stringKey("gen_ai.response.model");
  static final AttributeKey<List<String>> FINISH_REASONS =
      AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
  static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
  static final AttributeKey<Long> OUTPUT_TOKENS =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  static final AttributeKey<Long> CACHED_TOKENS =
      AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
  static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
  static final AttributeKey<String> TOOL_TYPE = AttributeKey.stringKey("gen_ai.tool.type");
  static final AttributeKey<String> CALL_ID = AttributeKey.stringKey("gen_ai.tool.call.id");
  static final AttributeKey<String> DATA_SOURCE = AttributeKey.stringKey("gen_ai.data_source.id");
  static final AttributeKey<Long> TOP_K = AttributeKey.longKey("gen_ai.retrieval.top_k");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("gen_ai.system_instructions");
  static final AttributeKey<String> INPUT = AttributeKey.stringKey("gen_ai.input.messages");
  static final AttributeKey<String> OUTPUT = AttributeKey.stringKey("gen_ai.output.messages");
  static final AttributeKey<String> ARGUMENTS =
      AttributeKey.stringKey("gen_ai.tool.call.arguments");
  static final AttributeKey<String> RESULT = AttributeKey.stringKey("gen_ai.tool.call.result");

  static final AttributeKey<String> QUERY = AttributeKey.stringKey("gen_ai.retrieval.query.text");
  static final AttributeKey<String> DOCUMENTS =
      AttributeKey.stringKey("gen_ai.retrieval.documents");

  static final AttributeKey<Long> TURN = AttributeKey.longKey("arag.turn");
  static final AttributeKey<String> ROLE = AttributeKey.stringKey("arag.role");
  static final AttributeKey<String> STOP_REASON = AttributeKey.stringKey("arag.stop_reason");
  static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("arag.outcome");
  static final AttributeKey<Long> TURNS = AttributeKey.longKey("arag.turns");
  static final AttributeKey<Long> MODEL_CALLS = AttributeKey.longKey("arag.model_calls");
  static final AttributeKey<Long> TOOL_CALLS = AttributeKey.longKey("arag.tool_calls");
  static final AttributeKey<Long> RETRIEVED_TOKENS = AttributeKey.longKey("arag.retrieved_tokens");
  static final AttributeKey<List<String>> LEFT_OUT =
      AttributeKey.stringArrayKey("arag.request.left_out");
  static final AttributeKey<String> CLOSING_FORM = AttributeKey.stringKey("arag.closing_form");

  private GenAiAttributes() {}
}
