package dev.arag.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests reminders with a chat memory that evicts messages. A reminder is a result that says that
 * the text of a chunk or section is above. Every request that contains a reminder must also contain
 * this text. A fake model checks this for all requests that LangChain4j's AI services send.
 *
 * <p>AI services of LangChain4j before 1.19 fail if the memory evicts the question.
 */
@Tag("langchain4j-newest")
class ChatMemoryEvictionTest {
  private static final int DOCUMENTS = 6;
  private static final Corpus CORPUS =
      InMemoryCorpus.of(
          IntStream.range(0, DOCUMENTS)
              .mapToObj(ChatMemoryEvictionTest::document)
              .toArray(Document[]::new));

  /** The documents from this one on have two sections. */
  private static final int FIRST_WITH_SECTIONS = 4;

  /** A reminder, or a section of a chunk that the result of a read omits. */
  private static final Pattern READ_BEFORE =
      Pattern.compile(
          "\\[(d\\d+)(?:\\.(\\d+))?\\](?: This text has been shown before|[^\n]* \\(read\\)(?!\n-))");

  private static Document document(int number) {
    String text = "In year " + (800 + number) + " the keeper slept.";
    if (number < FIRST_WITH_SECTIONS) {
      return Document.of("d" + number, text);
    }
    String second = "Lamp\nIn year " + (900 + number) + " the keeper broke the lamp.";
    return Document.builder("d" + number, "Tower\n" + text + "\n" + second)
        .heading(0, List.of("Tower"))
        .heading(("Tower\n" + text + "\n").length(), List.of("Lamp"))
        .build();
  }

  interface MemoryAssistant {
    String answer(String question);
  }

  private int requests;
  private int reminders;
  private int sectionReminders;
  private int sentAgain;
  private int emptied;

  @Test
  @Timeout(60)
  void sendsCorrectRemindersInASampleOfScripts() {
    run(50, 1);
  }

  @Test
  @Tag("full")
  void sendsCorrectRemindersInTwentyThousandScripts() {
    run(20_000, 2);
  }

  /**
   * If the memory is full, the first request of an invocation contains one more message than the
   * memory keeps.
   */
  @Test
  void allowsForTheMessageThatTheQuestionEvicts() {
    run(new Random(2_000_075));
    assertThat(requests).isPositive();
  }

  private void run(int scripts, long first) {
    for (long seed = first * 1_000_000; seed < first * 1_000_000 + scripts; seed++) {
      try {
        run(new Random(seed));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(reminders).isPositive();
    assertThat(sectionReminders).isPositive();
    assertThat(sentAgain).isPositive();
    System.getLogger(ChatMemoryEvictionTest.class.getName())
        .log(
            System.Logger.Level.INFO,
            scripts
                + " scripts with a chat memory that evicts messages: "
                + requests
                + " requests, "
                + reminders
                + " reminders, of those "
                + sectionReminders
                + " of sections, all correct, "
                + sentAgain
                + " texts sent again, "
                + emptied
                + " runs ended because the memory evicted all messages");
  }

  private void run(Random random) {
    int window = random.nextInt(3) == 0 ? 6 + random.nextInt(30) : 6;
    AiServices<MemoryAssistant> service =
        AiServices.builder(MemoryAssistant.class)
            .chatModel(new Model(random))
            .toolProvider(LangChain4jTools.toolProvider(CORPUS))
            .hallucinatedToolNameStrategy(
                request -> ToolExecutionResultMessage.from(request, "There is no such tool."));
    if (random.nextInt(8) > 0) {
      service.chatMemory(MessageWindowChatMemory.withMaxMessages(window));
    }
    if (random.nextBoolean()) {
      service.systemMessageProvider(memory -> "Answer from the documents.");
    }
    MemoryAssistant assistant = service.build();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      ask(assistant);
    }
  }

  /**
   * Asks one question. If the memory is too small for the results of one reply, it evicts all
   * messages and LangChain4j throws an exception.
   */
  private void ask(MemoryAssistant assistant) {
    try {
      assistant.answer("Who slept?");
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("messages cannot be null or empty");
      emptied++;
    }
  }

  /** A model that makes random tool calls and checks the reminders in every request. */
  private final class Model implements ChatModel {
    private final Random random;
    private final Set<String> seen = new HashSet<>();
    private int callsLeft;
    private int ids;

    Model(Random random) {
      this.random = random;
      callsLeft = 1 + random.nextInt(12);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      check(request.messages());
      AiMessage reply = AiMessage.from("The keeper.");
      if (callsLeft-- > 0) {
        reply = AiMessage.from(calls());
      } else {
        callsLeft = 1 + random.nextInt(12);
      }
      return ChatResponse.builder().aiMessage(reply).build();
    }

    private List<ToolExecutionRequest> calls() {
      List<ToolExecutionRequest> calls = new ArrayList<>();
      int many = random.nextInt(6) == 0 ? 1 + random.nextInt(12) : 1 + random.nextInt(2);
      for (int i = 0; i < many; i++) {
        calls.add(call());
      }
      for (int i = random.nextInt(8) - 5; i > 0; i--) {
        calls.add(random.nextInt(calls.size() + 1), request("tell_weather", "{}"));
      }
      return calls;
    }

    private ToolExecutionRequest call() {
      int document = random.nextInt(DOCUMENTS);
      boolean isSection = document >= FIRST_WITH_SECTIONS && random.nextInt(3) > 0;
      String id = "d" + document + (isSection ? "." + random.nextInt(2) : "");
      return switch (random.nextInt(8)) {
        case 0 -> request("keyword_search", "{\"keywords\": [\"keeper\"]}");
        case 1 -> request("semantic_search", "{\"query\": \"keeper\"}");
        case 2 -> request("chunk_read", "{\"chunk_ids\": [\"" + id);
        case 3 -> request("chunk_read", "{\"chunk_ids\": [\"" + id + "\", \"d0\", \"d1\"]}");
        default -> request("chunk_read", "{\"chunk_ids\": [\"" + id + "\"]}");
      };
    }

    private ToolExecutionRequest request(String tool, String arguments) {
      return ToolExecutionRequest.builder()
          .id("call" + ids++)
          .name(tool)
          .arguments(arguments)
          .build();
    }

    private void check(List<ChatMessage> messages) {
      requests++;
      List<String> results =
          messages.stream()
              .filter(ToolExecutionResultMessage.class::isInstance)
              .map(message -> ((ToolExecutionResultMessage) message).text())
              .toList();
      for (String fresh : fresh(messages)) {
        Matcher reminder = READ_BEFORE.matcher(fresh);
        while (reminder.find()) {
          for (String text : texts(reminder)) {
            assertThat(results).as(reminder.group()).anyMatch(result -> result.contains(text));
          }
          reminders++;
          sectionReminders += reminder.group(2) == null ? 0 : 1;
        }
        countSentAgain(fresh);
      }
    }

    /** Returns the sentences of the chunk or section that a reminder names. */
    private static List<String> texts(Matcher reminder) {
      Chunk chunk = CORPUS.read(ChunkId.of(reminder.group(1))).orElseThrow();
      String section = reminder.group(2);
      return chunk.sections().stream()
          .filter(each -> section == null || each.id().number() == Integer.parseInt(section))
          .flatMap(each -> each.body().stream())
          .map(Sentence::text)
          .toList();
    }

    private void countSentAgain(String result) {
      for (Chunk chunk : CORPUS.read(List.of(ChunkId.of("d0"), ChunkId.of("d1")))) {
        if (result.contains("[" + chunk.id() + "] " + chunk.id() + "\n" + chunk.text())
            && !seen.add(chunk.text())) {
          sentAgain++;
        }
      }
    }

    /** Returns those results of the last reply that the memory still contains. */
    private static List<String> fresh(List<ChatMessage> messages) {
      List<String> fresh = new ArrayList<>();
      for (int i = messages.size() - 1;
          i >= 0 && messages.get(i) instanceof ToolExecutionResultMessage result;
          i--) {
        fresh.add(result.text());
      }
      return fresh;
    }
  }
}
