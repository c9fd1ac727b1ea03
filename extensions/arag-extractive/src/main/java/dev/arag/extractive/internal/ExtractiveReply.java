package dev.arag.extractive.internal;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Replies to a request with a tool call or with sentences of tool results. */
public final class ExtractiveReply {
  private static final String NAME = "extractive";
  private static final String NOT_FOUND = "NOT FOUND\nThe documents do not contain the answer.";
  private static final int MAX_QUOTED_WORDS = 25;

  private ExtractiveReply() {}

  /** Returns the next tool call, or the answer if no call is left. */
  public static ChatResponse to(ChatRequest request) {
    ParsedConversation transcript = new ParsedConversation(request.messages());
    ChainSearch search = new ChainSearch(transcript.question, transcript.facts);
    return new ToolCallSelector(transcript, search, offered(request))
        .next()
        .map(call -> response(AiMessage.from(call), FinishReason.TOOL_EXECUTION))
        .orElseGet(() -> response(AiMessage.from(answer(search)), FinishReason.STOP));
  }

  private static String answer(ChainSearch search) {
    return search.ranked.stream()
        .limit(1)
        .filter(search::isAboutQuestion)
        .map(ExtractiveReply::write)
        .findFirst()
        .orElse(NOT_FOUND);
  }

  /** Writes an answer in the format that the system prompt requests. */
  private static String write(ChainSearch.Chain chain) {
    String sentence = chain.last().sentence().text();
    StringBuilder answer = new StringBuilder(Objects.requireNonNullElse(chain.answer(), sentence));
    StringBuilder evidence = new StringBuilder("\n\nEvidence:");
    for (Fact fact : chain.facts()) {
      String id = "[" + fact.source() + "]";
      answer.append('\n').append(fact.sentence().text()).append(' ').append(id);
      evidence.append('\n').append(id).append(" \"").append(quote(fact.sentence())).append('"');
    }
    return answer.append(evidence).toString();
  }

  /** Returns the first words of a sentence. The quote ends before white space. */
  private static String quote(ParsedText sentence) {
    List<Word> words = sentence.words();
    Word last = words.get(Math.min(MAX_QUOTED_WORDS, words.size()) - 1);
    String text = sentence.text();
    int end = text.indexOf(' ', last.end());
    return end < 0 ? text : text.substring(0, end);
  }

  private static Set<String> offered(ChatRequest request) {
    List<ToolSpecification> tools =
        Objects.requireNonNullElse(request.toolSpecifications(), List.of());
    return request.toolChoice() == ToolChoice.NONE
        ? Set.of()
        : tools.stream().map(ToolSpecification::name).collect(Collectors.toSet());
  }

  private static ChatResponse response(AiMessage message, FinishReason reason) {
    return ChatResponse.builder().aiMessage(message).modelName(NAME).finishReason(reason).build();
  }
}
