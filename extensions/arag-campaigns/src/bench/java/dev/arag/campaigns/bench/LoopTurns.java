package dev.arag.campaigns.bench;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.citation.Verdict;
import dev.arag.agent.step.StopReason;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.index.Index;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessageType;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Runs an agent on the demo documents with the default embedder and a scripted model that replies
 * immediately. Each turn except the last one calls a search tool or reads a chunk. The last turn
 * answers with a citation. The same tool calls can also run without the agent loop.
 */
@State(Scope.Benchmark)
public class LoopTurns {
  static final int TURNS = 10;

  private static final List<String> QUERIES =
      List.of(
          "Who built the lighthouse?",
          "When does the ferry leave?",
          "What grows on the southern slopes?");
  private static final List<String> KEYWORDS = List.of("harbour", "council", "founded");
  private static final int CHUNKS = 3;

  @Param("")
  public String folder;

  /** Whether to run the whole agent loop or only the tool calls. */
  @Param("true")
  public boolean isWhole;

  private Index index;
  private Agent agent;
  private Toolbox tools;
  private List<ToolExecutionRequest> calls;
  private String answer;

  /**
   * A scripted model that selects the next tool call by the number of tool results in the request.
   * Thread-safe.
   */
  private final class Prompt implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      int turn =
          (int)
              request.messages().stream()
                  .filter(message -> message.type() == ChatMessageType.TOOL_EXECUTION_RESULT)
                  .count();
      boolean isLast = turn == calls.size();
      return ChatResponse.builder()
          .aiMessage(isLast ? AiMessage.from(answer) : AiMessage.from(calls.get(turn)))
          .finishReason(isLast ? FinishReason.STOP : FinishReason.TOOL_EXECUTION)
          .tokenUsage(new TokenUsage(1_000 * (turn + 1), 50))
          .build();
    }
  }

  @Setup
  public void open() {
    index = Index.open(Path.of(folder));
    List<SemanticHit> found = index.semanticSearch(QUERIES.get(0), CHUNKS);
    calls = new ArrayList<>();
    for (int i = 0; i < CHUNKS; i++) {
      add("semantic_search", "{\"query\": \"" + QUERIES.get(i) + "\"}");
      add("keyword_search", "{\"keywords\": [\"" + KEYWORDS.get(i) + "\"]}");
      add("chunk_read", "{\"chunk_ids\": [\"" + found.get(i).chunk() + "\"]}");
    }
    String quote = found.get(0).sentences().get(0).text();
    answer = "It is said [" + found.get(0).chunk() + ": \"" + quote + "\"].";
    tools = Toolbox.of(index);
    agent = Agent.builder(index, new Prompt()).build();
    requireWhole(agent.ask("Who built the lighthouse?"));
  }

  private void add(String tool, String arguments) {
    calls.add(
        ToolExecutionRequest.builder()
            .id("call_" + calls.size())
            .name(tool)
            .arguments(arguments)
            .build());
  }

  private static void requireWhole(Answer answer) {
    if (answer.stopReason() != StopReason.ANSWERED
        || answer.citations().get(0).verdict() != Verdict.SUPPORTED
        || answer.usage().turns() != TURNS) {
      throw new IllegalStateException("Unexpected run: " + answer);
    }
  }

  @TearDown
  public void close() {
    index.close();
  }

  @Benchmark
  public Object run() {
    return isWhole ? agent.ask("Who built the lighthouse?") : callTools();
  }

  private ContextTracker callTools() {
    ContextTracker context = Toolbox.newContext();
    for (ToolExecutionRequest call : calls) {
      tools.call(ToolCall.of(call.id(), call.name(), call.arguments()), context);
    }
    return context;
  }
}
