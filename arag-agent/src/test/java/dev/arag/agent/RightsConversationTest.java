package dev.arag.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.answer.Answer;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.index.Index;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations of a reader whose rights change between the questions. */
class RightsConversationTest {
  private static final Document PUBLIC =
      document("open", "The ferry leaves at noon.", Document.EVERYONE);
  private static final Document SECRET = document("pay", "Jo Marsh earns 4711 euros.", "group:hr");

  @TempDir private Path folder;
  private Index index;

  private static Document document(String id, String text, String... principals) {
    return Document.builder(id, text).oneChunk(ChunkId.of(id)).readableBy(principals).build();
  }

  @BeforeEach
  void open() {
    index = Index.builder(folder.resolve("a.arag")).withoutEmbeddings().rights().openOrCreate();
    index.put("all", List.of(PUBLIC, SECRET));
  }

  @AfterEach
  void close() {
    index.close();
  }

  private static ScriptedChatModel search(ScriptedChatModel model, String word) {
    return model.call("keyword_search", Map.of("keywords", List.of(word)));
  }

  private ScriptedChatModel model() {
    ScriptedChatModel model =
        search(ScriptedChatModel.script(), "ferry").answer("At noon [open: \"leaves at noon\"].");
    return search(model, "earns")
        .answer("She earns 4711 euros [pay: \"earns 4711 euros\"].")
        .answer("NOT FOUND");
  }

  private Agent agent(ScriptedChatModel model) {
    return Agent.builder(index, model).build().within(Scope.readableBy("group:hr"));
  }

  private static List<String> ask(Conversation conversation, String... questions) {
    Answer answer = null;
    for (String each : questions) {
      answer = conversation.ask(each);
    }
    return answer == null ? List.of() : answer.warnings();
  }

  private static String lastRequest(ScriptedChatModel model) {
    return model.requests().get(model.requests().size() - 1).messages().toString();
  }

  @Test
  void forgetsTheQuestionsForWhichATextWasFoundThatIsNotReadableAnyMore() {
    ScriptedChatModel model = model();
    Conversation conversation = agent(model).conversation();
    ask(conversation, "When does the ferry leave?", "What does Jo earn?");
    assertThat(lastRequest(model)).contains("4711");
    index.put("all", List.of(SECRET.toBuilder().readableBy("group:board").build()));

    assertThat(ask(conversation, "And per year?"))
        .anyMatch(warning -> warning.startsWith("Earlier questions of the conversation"));
    assertThat(lastRequest(model))
        .contains("When does the ferry leave?")
        .doesNotContain("4711", "What does Jo earn?", "pay");
    assertThat(conversation.trajectories())
        .extracting(Trajectory::question)
        .containsExactly("When does the ferry leave?", "And per year?");
    assertThat(conversation.trajectories().get(1).toJson()).doesNotContain("4711");
  }

  @Test
  void forgetsThemWhenTheConversationIsResumedWithOtherPrincipals() {
    Conversation first = agent(model()).conversation();
    ask(first, "When does the ferry leave?", "What does Jo earn?");
    for (Agent other :
        List.of(
            Agent.builder(index, ScriptedChatModel.script().answer("NOT FOUND")).build(),
            Agent.builder(index, ScriptedChatModel.script().answer("NOT FOUND"))
                .build()
                .within(Scope.readableBy("group:it")))) {
      Conversation resumed = other.conversation(first.trajectories());
      Answer answer = resumed.ask("And per year?");
      assertThat(answer.trajectory().toJson()).doesNotContain("4711");
    }
  }

  @Test
  void keepsTheQuestionsIfOnlyOtherDocumentsOrTheTextChange() {
    ScriptedChatModel model = model();
    Conversation conversation = agent(model).conversation();
    ask(conversation, "When does the ferry leave?", "What does Jo earn?");
    index.put(
        "all",
        List.of(
            PUBLIC.toBuilder().readableBy("group:hr", "group:it").build(),
            document("pay", "Jo Marsh earns more.", "group:hr")));
    assertThat(ask(conversation, "And per year?"))
        .noneMatch(warning -> warning.startsWith("Earlier questions"));
    assertThat(lastRequest(model)).contains("4711", "What does Jo earn?");
  }
}
