package dev.arag.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.model.Message;
import dev.arag.agent.step.Step;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.core.token.TokenCounter;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures the requests of conversations with a scripted model: their length if only cited text is
 * sent with later questions, and if all text is sent again. The model searches twice, reads the
 * first three chunks that it found, and quotes two of them.
 */
final class ConversationTokensTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private static final Pattern NAME = Pattern.compile("^\\[([^\\]]+)\\]", Pattern.MULTILINE);
  private static final int READ = 3;

  record Said(String role, String text) {}

  record Task(String id, List<Said> history, String question) {}

  record Text(String id, String text) {}

  @Test
  void sendsFewerTokensInGeneratedConversations() {
    Random random = new Random(1);
    List<String> words = IntStream.range(0, 400).mapToObj(i -> "word" + i).toList();
    List<Document> documents =
        IntStream.range(0, 100)
            .mapToObj(i -> Document.of("d" + i, sentences(random, words, 20)))
            .toList();
    List<List<String>> conversations =
        IntStream.range(0, 3)
            .mapToObj(i -> Stream.generate(() -> words(random, words, 5)).limit(4).toList())
            .toList();
    compare(InMemoryCorpus.of(documents.toArray(new Document[0])), conversations);
  }

  private static String sentences(Random random, List<String> words, int count) {
    return Stream.generate(() -> "The " + words(random, words, 9) + ".")
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  private static String words(Random random, List<String> words, int count) {
    return Stream.generate(() -> words.get(random.nextInt(words.size())))
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  /** The 30 longest conversations of tasks with odd index, over all passages. */
  @Tag("full")
  @Test
  void sendsFewerTokensInConversationsOfPeople() throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "")).resolve("mtrag_un");
    assumeTrue(Files.isDirectory(data), "The data set is not available.");
    List<Task> tasks = List.of(JSON.readValue(data.resolve("tasks.json").toFile(), Task[].class));
    Map<String, List<String>> longest = new LinkedHashMap<>();
    IntStream.range(0, tasks.size())
        .filter(i -> i % 2 == 1)
        .mapToObj(tasks::get)
        .sorted(Comparator.comparingInt(task -> -task.history().size()))
        .forEach(task -> longest.putIfAbsent(task.id().split("[-<]", 2)[0], questions(task)));
    List<Document> passages = new ArrayList<>();
    for (String line : Files.readAllLines(data.resolve("passages.jsonl"))) {
      Text text = JSON.readValue(line, Text.class);
      passages.add(Document.of("p" + passages.size(), text.text()));
    }
    compare(
        InMemoryCorpus.of(passages.toArray(new Document[0])),
        longest.values().stream().limit(30).toList());
  }

  private static List<String> questions(Task task) {
    Stream<String> earlier =
        task.history().stream().filter(said -> said.role().equals("user")).map(Said::text);
    return Stream.concat(earlier, Stream.of(task.question())).toList();
  }

  private static void compare(Corpus corpus, List<List<String>> conversations) {
    Figures all = new Figures();
    Figures cited = new Figures();
    for (List<String> questions : conversations) {
      ask(corpus, questions, true, all);
      ask(corpus, questions, false, cited);
    }
    System.out.printf(
        "%d conversations, %d questions%nall text: %s%nonly cited text: %s%n",
        conversations.size(), all.questions, all, cited);
    assertThat(cited.verified).isEqualTo(all.verified).isGreaterThan(conversations.size());
    assertThat(cited.tokens(2)).isLessThan(all.tokens(2));
    // The random codes of fences have different lengths in tokens.
    assertThat(cited.tokens(1)).isCloseTo(all.tokens(1), withinPercentage(1));
  }

  private static void ask(
      Corpus corpus, List<String> questions, boolean sendsAllText, Figures figures) {
    Agent agent = Agent.builder(corpus, new SearchingModel()).build();
    List<Trajectory> last = List.of();
    for (String question : questions) {
      Trajectory run = agent.conversation(last).ask(question).trajectory();
      figures.add(run);
      last = List.of(sendsAllText ? withAllText(run, last) : run);
    }
  }

  /** Returns a run whose exchanges contain the messages as they were sent. */
  private static Trajectory withAllText(Trajectory run, List<Trajectory> last) {
    List<List<Message>> exchanges = new ArrayList<>();
    last.forEach(each -> exchanges.addAll(each.exchanges()));
    int before = exchanges.stream().mapToInt(List::size).sum();
    List<Message> sent = sent(run.steps().get(run.steps().size() - 1));
    List<Message> exchange = new ArrayList<>(sent.subList(1 + before, sent.size()));
    List<Message> shortened = run.exchanges().get(run.exchanges().size() - 1);
    exchange.add(shortened.get(shortened.size() - 1));
    exchanges.add(exchange);
    return run.withExchanges(exchanges);
  }

  private static List<Message> sent(Step step) {
    return ((Step.Sent) step).messages();
  }

  /** The sums over all conversations. */
  private static final class Figures {
    private final Map<Integer, List<Integer>> tokens = new TreeMap<>();
    private List<Message> previous = List.of();
    private int questions;
    private int verified;
    private long all;
    private long afterSharedPrefix;

    void add(Trajectory run) {
      int number = run.earlier().size() + 1;
      int ofQuestion = 0;
      for (Step step : run.steps()) {
        if (step instanceof Step.ModelCall call) {
          ofQuestion += call.request().tokens();
          afterSharedPrefix += call.request().tokens() - sharedWithPrevious(sent(step));
          previous = sent(step);
        }
      }
      tokens.computeIfAbsent(number, any -> new ArrayList<>()).add(ofQuestion);
      all += ofQuestion;
      questions++;
      verified += run.citations().stream().filter(it -> it.verdict().isVerified()).count();
    }

    private int sharedWithPrevious(List<Message> messages) {
      int shared = 0;
      for (int i = 0; i < Math.min(messages.size(), previous.size()); i++) {
        if (!messages.get(i).equals(previous.get(i))) {
          break;
        }
        shared += TokenCounter.o200k().count(messages.get(i).text());
      }
      return shared;
    }

    int tokens(int number) {
      return (int) tokens.get(number).stream().mapToInt(each -> each).average().orElseThrow();
    }

    @Override
    public String toString() {
      return String.format(
          "%,d tokens per question, %,d of them after the prefix shared with the previous request;"
              + " by number of the question %s; %d verified citations",
          all / questions,
          afterSharedPrefix / questions,
          tokens.keySet().stream().map(each -> each + ": " + tokens(each)).toList(),
          verified);
    }
  }

  /** A model that follows the same script for every question. */
  private static final class SearchingModel implements ChatModel {
    private int calls;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      List<ChatMessage> messages = request.messages();
      int asked = messages.size() - 1;
      while (!(messages.get(asked) instanceof UserMessage)) {
        asked--;
      }
      String question = ((UserMessage) messages.get(asked)).singleText();
      String results =
          messages.subList(asked, messages.size()).stream()
              .filter(ToolExecutionResultMessage.class::isInstance)
              .map(each -> ((ToolExecutionResultMessage) each).text())
              .collect(Collectors.joining("\n"));
      return switch (messages.size() - asked) {
        case 1 -> search(question, 0);
        case 3 -> search(question, 1);
        case 5 -> read(results);
        default -> answer(results, messages);
      };
    }

    private ChatResponse search(String question, int half) {
      List<String> words =
          Stream.of(question.split("\\W+")).filter(each -> each.length() > 2).distinct().toList();
      int middle = (words.size() + 1) / 2;
      List<String> chosen =
          half == 0 ? words : words.subList(0, Math.max(Math.min(1, words.size()), middle));
      return call("keyword_search", Map.of("keywords", chosen.isEmpty() ? List.of("the") : chosen));
    }

    private ChatResponse read(String results) {
      List<String> names =
          NAME.matcher(results)
              .results()
              .map(found -> found.group(1))
              .distinct()
              .limit(READ)
              .toList();
      return names.isEmpty() ? text("NOT FOUND") : call("chunk_read", Map.of("chunk_ids", names));
    }

    /** Quotes the first words of the first two chunks of the results. */
    private static ChatResponse answer(String results, List<ChatMessage> messages) {
      Matcher names = NAME.matcher(results);
      Map<String, String> quotes = new LinkedHashMap<>();
      while (names.find() && quotes.size() < 2) {
        String[] lines = results.substring(names.end()).split("\n", 3);
        String quote = String.join(" ", List.of(lines[1].split(" ")).stream().limit(8).toList());
        quotes.putIfAbsent(names.group(1), quote.replace('"', ' '));
      }
      String evidence =
          quotes.entrySet().stream()
              .map(each -> "[" + each.getKey() + "] \"" + each.getValue() + "\"")
              .collect(Collectors.joining("\n"));
      String cited =
          quotes.keySet().stream().map(id -> "[" + id + "]").collect(Collectors.joining());
      return text(
          "This is the answer number "
              + messages.size()
              + " "
              + cited
              + ".\n\nEvidence:\n"
              + evidence);
    }

    private ChatResponse call(String tool, Map<String, ?> arguments) {
      try {
        return ChatResponse.builder()
            .aiMessage(
                AiMessage.from(
                    ToolExecutionRequest.builder()
                        .id("call" + ++calls)
                        .name(tool)
                        .arguments(JSON.writeValueAsString(arguments))
                        .build()))
            .build();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static ChatResponse text(String text) {
      return ChatResponse.builder().aiMessage(AiMessage.from(text)).build();
    }
  }
}
