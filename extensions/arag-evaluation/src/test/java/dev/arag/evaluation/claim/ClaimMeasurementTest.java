package dev.arag.evaluation.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.agent.Agent;
import dev.arag.agent.Strategies;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.budget.Budget;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.citation.Claim;
import dev.arag.agent.citation.Entailment;
import dev.arag.agent.testing.ScriptedChatModel;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Measures how often a model is wrong about whether a passage proves a sentence, with the request
 * that an agent with {@code checkClaims} sends. Half of 100 sentences have one changed detail.
 *
 * <p>To measure a model, set the system properties {@code arag.claims.url} (such as {@code
 * http://127.0.0.1:8765/v1}) and {@code arag.claims.model}. It receives ten requests.
 */
class ClaimMeasurementTest {
  private static final long SEED = 36;
  private static final int BATCH = 10;
  private static final Path DATA = Path.of(System.getProperty("arag.data", "none"));

  private List<ClaimPair> pairs = List.of();

  @BeforeEach
  void readPairs() throws IOException {
    assumeTrue(Files.isDirectory(DATA.resolve("mtrag_un")));
    assumeTrue(Files.isDirectory(DATA.resolve("financebench_30")));
    pairs = ClaimPair.read(DATA, SEED);
  }

  /** The errors of a model. */
  private static final class Errors {
    final Map<ClaimPair.Change, int[]> wrongOf = new EnumMap<>(ClaimPair.Change.class);
    final List<String> wrong = new ArrayList<>();
    int unchecked;

    void add(ClaimPair pair, Claim claim) {
      int[] counts = wrongOf.computeIfAbsent(pair.change(), change -> new int[2]);
      counts[1]++;
      if (claim.verdict() == Entailment.NOT_CHECKED) {
        unchecked++;
      } else if (pair.isTrue() != (claim.verdict() == Entailment.ENTAILED)) {
        counts[0]++;
        wrong.add(
            "%s %s: %s (%s)\n    quote: %s"
                .formatted(
                    pair.change(), claim.verdict(), claim.text(), claim.reason(), pair.quote()));
      }
    }

    int wrong(boolean isTrue) {
      return wrongOf.entrySet().stream()
          .filter(each -> (each.getKey() == ClaimPair.Change.NONE) == isTrue)
          .mapToInt(each -> each.getValue()[0])
          .sum();
    }

    String report() {
      StringBuilder text = new StringBuilder("claims: ");
      int all = wrongOf.values().stream().mapToInt(each -> each[1]).sum();
      int right = all - unchecked - wrong(true) - wrong(false);
      text.append("%d of %d right, %d not checked; ".formatted(right, all, unchecked));
      text.append("%d changed sentences ENTAILED, ".formatted(wrong(false)));
      text.append("%d unchanged ones not\n".formatted(wrong(true)));
      wrongOf.forEach(
          (change, counts) ->
              text.append("  %s: %d wrong of %d\n".formatted(change, counts[0], counts[1])));
      wrong.forEach(each -> text.append("  ").append(each).append('\n'));
      return text.toString();
    }
  }

  private Errors measure(ChatModel model) {
    Errors errors = new Errors();
    for (int i = 0; i < pairs.size(); i += BATCH) {
      List<ClaimPair> batch = pairs.subList(i, Math.min(pairs.size(), i + BATCH));
      List<Claim> claims = ask(batch, model).claims();
      assertThat(claims).hasSameSizeAs(batch);
      for (int j = 0; j < batch.size(); j++) {
        assertThat(claims.get(j).text()).isEqualTo(batch.get(j).sentence());
        errors.add(batch.get(j), claims.get(j));
      }
    }
    return errors;
  }

  /** Answers with the sentences of the pairs, each with its quote. */
  private static Answer ask(List<ClaimPair> batch, ChatModel model) {
    Document[] documents = new Document[batch.size()];
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < documents.length; i++) {
      ClaimPair pair = batch.get(i);
      Document.Builder document = Document.builder("p" + i, pair.passage());
      documents[i] = (pair.title().isBlank() ? document : document.title(pair.title())).build();
      String sentence = pair.sentence();
      text.append(sentence, 0, sentence.length() - 1);
      text.append(" [p%d: \"%s\"].\n".formatted(i, pair.quote()));
    }
    Answer answer =
        Agent.builder(
                InMemoryCorpus.of(documents), ScriptedChatModel.script().answer(text.toString()))
            .strategy(Strategies.allIn())
            .budget(Budget.builder().timeout(Duration.ofHours(6)).build())
            .model("check", model)
            .checkClaims()
            .build()
            .ask("What do the documents say?");
    assertThat(answer.citations())
        .as(answer.text())
        .hasSameSizeAs(batch)
        .extracting(Citation::verdict)
        .allMatch(verdict -> verdict.isVerified());
    return answer;
  }

  @Test
  void halfOfThePairsHaveAChangedDetail() throws IOException {
    assertThat(pairs.stream().distinct()).hasSize(100);
    assertThat(pairs.stream().filter(ClaimPair::isTrue)).hasSize(50);
    for (ClaimPair.Change change : ClaimPair.Change.values()) {
      assertThat(pairs.stream().filter(pair -> pair.change() == change))
          .as(change.name())
          .hasSizeGreaterThan(3);
    }
    assertThat(pairs).allMatch(pair -> pair.passage().contains(pair.quote()));
    assertThat(ClaimPair.read(DATA, SEED)).isEqualTo(pairs);
  }

  /** Finds each sentence ENTAILED whose words are all in its passage. */
  private static final class WordModel implements ChatModel {
    private static final Pattern PASSAGE =
        Pattern.compile("Passage (P\\d+):\n<<<(\\w+)\n(.*?)\n>>>\\2", Pattern.DOTALL);
    private static final Pattern SENTENCE =
        Pattern.compile("Sentence (\\d+), to compare with (P\\d+):\n<<<(\\w+)\n(.*?)\n>>>\\3");
    int requests;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      requests++;
      String text = ((UserMessage) request.messages().get(0)).singleText();
      Map<String, Set<String>> passages = new HashMap<>();
      Matcher passage = PASSAGE.matcher(text);
      while (passage.find()) {
        passages.put(passage.group(1), new HashSet<>(ClaimPair.words(passage.group(3))));
      }
      StringBuilder reply = new StringBuilder();
      Matcher sentence = SENTENCE.matcher(text);
      while (sentence.find()) {
        List<String> words = ClaimPair.words(sentence.group(4));
        boolean isIn = passages.get(sentence.group(2)).containsAll(words);
        reply.append(sentence.group(1)).append(isIn ? " ENTAILED\n" : " NOT_ENTAILED a word\n");
      }
      return ChatResponse.builder().aiMessage(AiMessage.from(reply.toString())).build();
    }
  }

  /** The comparison of words is what the verdict of a citation can do at most. */
  @Test
  void measuresAComparisonOfWords() {
    WordModel model = new WordModel();
    Errors errors = measure(model);
    System.out.println(errors.report());
    assertThat(model.requests).isEqualTo(10);
    assertThat(errors.unchecked).isZero();
    assertThat(errors.wrongOf.get(ClaimPair.Change.NUMBER)[0]).isZero();
    assertThat(errors.wrong(true)).isLessThan(25);
  }

  @Test
  void measuresAModel() {
    String url = System.getProperty("arag.claims.url", "");
    String name = System.getProperty("arag.claims.model", "");
    assumeTrue(!url.isEmpty() && !name.isEmpty(), "arag.claims.url and arag.claims.model");
    OpenAiCompatible model =
        OpenAiCompatible.builder().baseUrl(url).model(name).timeout(Duration.ofHours(2)).build();
    Errors errors = measure(model.chatModel());
    System.out.println(name.toLowerCase(Locale.ROOT) + " " + errors.report());
    assertThat(errors.unchecked).isLessThan(pairs.size());
  }
}
