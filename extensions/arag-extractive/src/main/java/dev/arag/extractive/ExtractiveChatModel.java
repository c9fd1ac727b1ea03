package dev.arag.extractive;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A chat model that follows fixed rules and does not use an LLM. The model calls the retrieval
 * tools in a fixed order and answers with sentences copied from their results. Because it runs
 * offline and is deterministic, it can be used to demonstrate and test the whole loop. It
 * understands only English questions. The quality of its answers says nothing about the quality of
 * an LLM's answers.
 *
 * <p>A question is a set of terms, weighted by rarity. The model looks for the chain of sentences,
 * linked by names, that explains most of them. It first calls {@code keyword_search} with the names
 * and the longest words of the question, {@code semantic_search} with the question and {@code
 * chunk_read} with the best texts. It then searches for names in the best chains. The answer is the
 * name, date or number in the last sentence that is nearest to the terms this sentence explains. If
 * the best chain explains less than half of the question, the model answers NOT FOUND.
 *
 * <p>The model is stateless, because a reply depends only on the messages of the request. The model
 * is therefore thread-safe.
 */
public final class ExtractiveChatModel implements ChatModel {
  /** A one-line description of this model for people who read its answers. */
  public static final String DESCRIPTION =
      "extractive model (no LLM: it quotes sentences by rule; its answers do not show how well an"
          + " agent with an LLM would answer)";

  private static final String NAME = "extractive";
  private static final String NOT_FOUND = "NOT FOUND\nThe documents do not contain the answer.";
  private static final int MAX_QUOTED_WORDS = 25;

  @Override
  public ChatResponse doChat(ChatRequest request) {
    Objects.requireNonNull(request, "request");
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
        .map(ExtractiveChatModel::write)
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
