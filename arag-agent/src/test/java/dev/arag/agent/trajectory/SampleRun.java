package dev.arag.agent.trajectory;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.internal.model.RecordedChatModel;
import dev.arag.agent.model.Message;
import dev.arag.agent.model.Reply;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.tools.call.ToolCall;
import dev.langchain4j.model.chat.ChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Creates sample runs for tests of the HTML page. */
public final class SampleRun {
  private static final String QUESTION =
      "Where was the designer of the Old Bridge born, and what did the bridge cost?";

  private static final String ANSWER =
      "In **Tarn** [m3xtc#0]; the bridge cost 15,140 crowns [k7wq2#0].\n\n"
          + "Mira Voss was born there in 1881 [m3xtc#0], and Ada Brannock paid 900 of it [k7wq2#0]. She"
          + " moved to Quill when she was nineteen [k7wq2#0].\n\n"
          + "Evidence:\n"
          + "[m3xtc#0] \"Mira Voss was born in Tarn in 1881\"\n"
          + "[k7wq2#0] \"The old bridge cost 15,140 crowns, and nobody was injured while it was being"
          + " built\"\n"
          + "[k7wq2#0] \"She moved to Quill at the age of nineteen\"\n"
          + "[zz999#4] \"Ada Brannock paid 900 crowns\"";

  private SampleRun() {}

  /** Returns a run whose answer has verified and unverified citations. */
  public static Trajectory answered() {
    RecordedChatModel model =
        new RecordedChatModel(7, Duration.ofMillis(6_840), List.of(), List.of())
            .reply(
                reply(
                    "I look for the bridge first.",
                    "The question has two hops: the designer, then the birthplace.",
                    1_180,
                    0,
                    ToolCall.of(
                        "a", "keyword_search", "{\"keywords\":[\"Old Bridge\",\"designer\"]}")),
                Duration.ofMillis(1_480),
                false,
                OptionalInt.empty())
            .pause(Duration.ofMillis(3))
            .reply(
                reply(
                    "",
                    "",
                    1_420,
                    1_152,
                    ToolCall.of("b", "chunk_read", "{\"chunk_ids\":[\"k7wq2#0\"]}"),
                    ToolCall.of("c", "chunk_read", "{\"chunk_ids\": k2")),
                Duration.ofMillis(912),
                false,
                OptionalInt.empty())
            .pause(Duration.ofMillis(2))
            .pause(Duration.ZERO)
            .reply(
                reply(
                    "",
                    "Mira Voss designed it. Where was she born?",
                    1_900,
                    1_408,
                    ToolCall.of("d", "semantic_search", "{\"query\":\"birthplace of Mira Voss\"}"),
                    ToolCall.of("e", "chunk_read", "{\"chunk_ids\":[\"m3xtc#0\"]}")),
                Duration.ofMillis(1_331),
                false,
                OptionalInt.empty())
            .pause(Duration.ofMillis(12))
            .pause(Duration.ofMillis(1))
            .reply(
                reply(ANSWER, "", 2_350, 1_856),
                Duration.ofMillis(2_104),
                false,
                OptionalInt.empty());
    return run(corpus(), model);
  }

  public static Trajectory run(Corpus corpus, ChatModel model) {
    try {
      return Agent.builder(corpus, model).build().ask(QUESTION).trajectory();
    } catch (NoAnswerException e) {
      return e.trajectory();
    }
  }

  private static Reply reply(
      String text, String thinking, long in, long cached, ToolCall... calls) {
    return new Reply(
        new Message.Assistant(text, thinking, List.of(calls), Map.of()),
        calls.length == 0 ? Reply.Finish.STOP : Reply.Finish.TOOL_CALLS,
        new Reply.Tokens(in, cached, 60 + text.length() / 4, false),
        "example-model-1");
  }

  private static Corpus corpus() {
    return InMemoryCorpus.ofChunks(
        new HashEmbedder(64),
        List.of(
            chunk(
                "k7wq2#0",
                Location.builder("islands/bridges.md")
                    .title("Bridges of the Vellen Isles")
                    .heading(List.of("The Old Bridge"))
                    .page(12)
                    .build(),
                "The Old Bridge was designed by Mira Voss.",
                "It was opened in 1904 and spans the river Ilde near the harbour.",
                "The old bridge cost 15,140 crowns, and nobody was hurt while it was being built."),
            chunk(
                "m3xtc#0",
                Location.builder("islands/people.md")
                    .title("People of the Vellen Isles")
                    .heading(List.of("Mira Voss"))
                    .build(),
                "Mira Voss was born in Tarn in 1881.",
                "Her father kept a small shop beside the old market hall for many years.",
                "She moved to Quill at the age of nineteen."),
            chunk(
                "f4n5d#0",
                Location.builder("islands/ferries.md").title("Ferries").build(),
                "The ferry to Quill leaves at dawn.",
                "It is old.")));
  }

  private static Chunk chunk(String id, Location location, String... texts) {
    List<Sentence> sentences = new ArrayList<>();
    int offset = 0;
    for (String text : texts) {
      sentences.add(new Sentence(text, offset, location.heading(), false));
      offset += text.length() + 1;
    }
    String text = String.join(" ", texts);
    int tokens = TokenCounter.o200k().count(text);
    return new Chunk(ChunkId.of(id), location, text, sentences, tokens, null, null);
  }
}
