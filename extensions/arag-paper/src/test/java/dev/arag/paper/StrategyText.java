package dev.arag.paper;

import dev.arag.agent.Agent;
import dev.arag.agent.Conversation;
import dev.arag.agent.internal.strategy.CitingModel;
import dev.arag.agent.spi.Profile;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Renders the requests of the built-in strategies, for comparison with the golden file. {@link
 * #main} writes the golden file. Run it only after an intended change to a text.
 */
final class StrategyText {
  static final List<Profile> PROFILES = List.of(Profile.standard(), Paper.profile());
  static final Path FOLDER = Path.of("src/test/resources/golden");

  private StrategyText() {}

  /** Writes the golden file. The working directory must be the directory of this module. */
  public static void main(String[] args) throws IOException {
    for (Profile profile : PROFILES) {
      Files.writeString(golden(profile), requests(profile));
    }
  }

  static Path golden(Profile profile) {
    return FOLDER.resolve(profile == Paper.profile() ? "strategies-paper.txt" : "strategies.txt");
  }

  /** Returns the last request of the second question of a conversation, for each strategy. */
  static String requests(Profile profile) {
    StringBuilder out = new StringBuilder();
    for (String name : AllStrategies.names()) {
      out.append("== ").append(name).append('\n').append(request(name, profile)).append('\n');
    }
    return out.toString().replaceAll("(<<<|>>>)[a-z0-9]{6}\n", "$1code\n");
  }

  private static String request(String strategy, Profile profile) {
    CitingModel model = new CitingModel("was born in Tarn in 1881");
    Conversation conversation =
        Agent.builder(corpus(), model)
            .strategy(AllStrategies.named(strategy))
            .profile(profile)
            .instructions("Answer politely.")
            .build()
            .conversation();
    conversation.ask("Where was the designer of the Old Bridge born?");
    conversation.ask("When?");
    return render(model.requests().get(model.requests().size() - 1));
  }

  private static InMemoryCorpus corpus() {
    return InMemoryCorpus.of(
        new HashEmbedder(256),
        List.of(
            Document.builder("k1", "The Old Bridge was designed by Mira Voss. It has nine arches.")
                .title("Old Bridge")
                .heading(0, List.of("Old Bridge"))
                .build(),
            Document.builder(
                    "k2", "Life\n\nMira Voss was born in Tarn in 1881.\n\nWork\n\nShe drew.")
                .title("Mira Voss")
                .heading(0, List.of("Mira Voss", "Life"))
                .heading(43, List.of("Mira Voss", "Work"))
                .build()));
  }

  private static String render(ChatRequest request) {
    StringBuilder out = new StringBuilder();
    for (ToolSpecification tool :
        Objects.requireNonNullElse(request.toolSpecifications(), List.<ToolSpecification>of())) {
      out.append("-- tool ").append(tool.name()).append('\n').append(tool.description());
      out.append('\n');
    }
    request.messages().forEach(message -> out.append(render(message)).append('\n'));
    return out.toString();
  }

  private static String render(ChatMessage message) {
    if (message instanceof SystemMessage system) {
      return "-- system\n" + system.text();
    }
    if (message instanceof UserMessage user) {
      return "-- user\n" + user.singleText();
    }
    if (message instanceof ToolExecutionResultMessage result) {
      return "-- result of " + result.toolName() + "\n" + result.text();
    }
    AiMessage reply = (AiMessage) message;
    return reply.hasToolExecutionRequests()
        ? "-- call of " + reply.toolExecutionRequests().get(0).name()
        : "-- reply\n" + reply.text();
  }
}
