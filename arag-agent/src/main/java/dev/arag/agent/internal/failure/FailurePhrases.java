package dev.arag.agent.internal.failure;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Phrases in error messages that distinguish failures with the same HTTP status. Each phrase occurs
 * in the documentation or the error messages of at least one of these servers: OpenAI, Azure, vLLM,
 * SGLang, llama.cpp, Ollama, DeepSeek, Mistral, Qwen, OpenRouter, and LiteLLM. The methods expect
 * text in lower case.
 */
final class FailurePhrases {
  private static final List<String> OVERFLOW =
      List.of(
          "context_length_exceeded",
          "contextwindowexceeded",
          "exceed_context_size",
          "maximum context length",
          "max context length",
          "maximum model length",
          "maximum allowed length",
          "available context size",
          "model's context length",
          "model's context window",
          "exceeds the context",
          "exceed context",
          "exceeds context",
          "exceeds the maximum number of tokens",
          "context window exceeded",
          "context length exceeded",
          "prompt is too long",
          "input is too long",
          "prompt too long",
          "input token count exceeds",
          "range of input length should be",
          "reduce the length of the messages",
          "too large for model with");

  private static final Pattern TOO_LARGE_FOR_A_MINUTE =
      Pattern.compile("request too large[^\\n]{0,200}tokens per min");

  private static final List<String> FILTER =
      List.of(
          "content_filter",
          "content_policy_violation",
          "responsibleaipolicyviolation",
          "data_inspection_failed",
          "content management policy",
          "content exists risk");

  private static final List<String> QUOTA =
      List.of(
          "insufficient_quota",
          "exceeded your current quota",
          "insufficient balance",
          "insufficient credits",
          "insufficient_credits",
          "requires more credits",
          "billing_hard_limit",
          "billing_not_active",
          "credit balance is too low",
          "budget has been exceeded",
          "quota exhausted",
          "arrearage");

  private FailurePhrases() {}

  static boolean isOverflow(String text) {
    return hasAny(text, OVERFLOW) || TOO_LARGE_FOR_A_MINUTE.matcher(text).find();
  }

  static boolean isFilter(String text) {
    return hasAny(text, FILTER);
  }

  static boolean isQuota(String text) {
    return hasAny(text, QUOTA);
  }

  private static boolean hasAny(String text, List<String> phrases) {
    return phrases.stream().anyMatch(text::contains);
  }
}
