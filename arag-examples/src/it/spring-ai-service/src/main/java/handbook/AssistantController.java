package handbook;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.AnswerView;
import dev.arag.spring.ai.AgentAdvisor;
import dev.arag.spring.ai.SpringAi;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class AssistantController {
  private final ChatModel model;
  private final ChatMemory memory;
  private final Agent agent;
  private final ToolCallbackProvider mcp;

  AssistantController(ChatModel model, ChatMemory memory, Agent agent, ToolCallbackProvider mcp) {
    this.model = model;
    this.memory = memory;
    this.agent = agent;
    this.mcp = mcp;
  }

  /** The agent answers. */
  @GetMapping("/ask")
  AnswerView ask(@RequestParam String question, @RequestParam String user) {
    ChatClient client =
        ChatClient.builder(model)
            .defaultAdvisors(
                MessageChatMemoryAdvisor.builder(memory).build(), AgentAdvisor.of(agent))
            .build();
    ChatResponse response =
        client
            .prompt(question)
            .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, user))
            .call()
            .chatResponse();
    Answer answer = SpringAi.answer(response).orElseThrow(); // with checked citations
    return answer.view();
  }

  /** The model of the client answers, with the agent and the tools of an MCP server. */
  @GetMapping("/assistant")
  String assistant(@RequestParam String question) {
    return ChatClient.create(model)
        .prompt(question)
        .tools(SpringAi.agentTool(agent), mcp)
        .call()
        .content();
  }
}
