package dev.arag.knowledge;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.spi.Strategy;
import dev.arag.agent.step.Usage;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.graph.Graphs;
import dev.arag.index.Index;
import dev.arag.index.spi.derived.DerivedRecord.Source;
import dev.arag.knowledge.internal.extract.FactExtractor;
import dev.arag.knowledge.internal.store.Entry;
import dev.arag.knowledge.internal.store.Fact;
import dev.arag.knowledge.internal.store.KnowledgeStore;
import dev.arag.knowledge.internal.store.StoredUsage;
import dev.arag.knowledge.job.ExtractionLimits;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures extracted texts in a large index: {@code KnowledgeSize FOLDER DOCUMENTS}. Each document
 * has about 10 chunks. A scripted model extracts the facts of the first chunks and makes all
 * summaries; the other facts are stored directly. Then each strategy answers two questions, and a
 * document is deleted.
 */
final class KnowledgeSize {
  private static final int SENTENCES = 48;
  private static final int NAMES = 20_000;
  private static final int JOB_CHUNKS = 1_000;
  private static final String QUESTION = "Where was Person Num7 born?";

  private KnowledgeSize() {}

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]).resolve("i.arag");
    int documents = Integer.parseInt(arguments[1]);
    try (Index index =
        Index.builder(directory)
            .embedder(new HashEmbedder(32))
            .chunkTokens(96)
            .mentions(Graphs.phrases())
            .openOrCreate()) {
      if (index.documentIds().isEmpty()) {
        time("build", () -> index.put("size", () -> texts(documents).iterator()).documents());
      }
      Knowledge knowledge = Knowledge.of(index, "m");
      System.out.printf("%d chunks%n", index.stats().chunks());
      ExtractionLimits limits = ExtractionLimits.none();
      time(
          "facts of " + JOB_CHUNKS + " chunks by a job",
          () -> knowledge.extractFacts(new Scripted(), limits.maxCalls(JOB_CHUNKS), report -> {}));
      time("other facts", () -> fill(index));
      time(
          "summaries",
          () -> knowledge.extractSummaries(new Scripted(), limits.parallelCalls(64), report -> {}));
      Path file = directory.resolve("derived/records.txt");
      System.out.printf("file: %,d bytes%n", Files.size(file));
      Knowledge opened = Knowledge.of(index, "m");
      ask(index, "hippo", opened.hippo());
      ask(index, "raptor", opened.raptor());
      ask(index, "overview", opened.overview());
      ask(index, "graphrag:local", opened.graphRagLocal());
      ask(index, "graphrag:global", opened.graphRagGlobal());
      ask(index, "lightrag:mix", opened.lightRagMix(10, 0));
      time("delete", () -> index.delete(List.of("d0")));
      time("put", () -> index.put("size", List.of(Document.of("d0", "A new text."))));
    }
  }

  /** Stores the facts of all chunks in few writes. */
  private static int fill(Index index) {
    KnowledgeStore store = new KnowledgeStore(index.derivedRecords());
    String key = new FactExtractor("m").key();
    Map<Source, Entry> entries = new LinkedHashMap<>();
    int stored = 0;
    for (String id : index.documentIds()) {
      for (Chunk chunk : index.chunksOf(id)) {
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < chunk.sentences().size(); i++) {
          String[] words = chunk.sentences().get(i).text().split("[ ,]+");
          if (words.length > 6) {
            String person = words[0] + " " + words[1];
            facts.add(new Fact(person, "was born in", words[5] + " " + words[6], i));
          }
        }
        Usage usage = StoredUsage.ofRequest(300, 100);
        entries.put(Source.of(chunk), new Entry(key, Entry.State.DONE, "", 1, usage, facts));
      }
      if (entries.size() > 2_000) {
        stored += store.append(entries);
        entries.clear();
      }
    }
    return stored + store.append(entries);
  }

  private static List<Document> texts(int documents) {
    Random random = new Random(1);
    return IntStream.range(0, documents)
        .mapToObj(i -> Document.of("d" + i, text(random)))
        .collect(Collectors.toList());
  }

  private static String text(Random random) {
    return IntStream.range(0, SENTENCES)
        .mapToObj(
            i ->
                "Person Num"
                    + random.nextInt(NAMES)
                    + " was born in Town Num"
                    + random.nextInt(NAMES)
                    + ", where the harbour froze that year. ")
        .collect(Collectors.joining());
  }

  private static void ask(Index index, String name, Strategy strategy) {
    Agent agent = Agent.builder(index, new Scripted()).strategy(strategy).build();
    for (int i = 1; i <= 2; i++) {
      time(
          name + ", question " + i,
          () -> {
            Answer answer = agent.ask(QUESTION);
            return answer.usage().modelCalls() + " calls " + answer.warnings();
          });
    }
  }

  private static void time(String name, Supplier<?> work) {
    long start = System.nanoTime();
    String result = String.valueOf(work.get());
    System.out.printf(
        "%s: %.2f s, heap %d MB; %s%n",
        name,
        (System.nanoTime() - start) / 1e9,
        heap(),
        result.substring(0, Math.min(200, result.length())));
  }

  /** Returns the used heap after a collection, in megabytes. */
  private static long heap() {
    System.gc();
    return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20;
  }

  /** A model that replies at once. */
  private record Scripted() implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      int last = request.messages().size() - 1;
      String prompt = ((UserMessage) request.messages().get(last)).singleText();
      String reply = KnowledgeTenantsTest.reply(prompt);
      return ChatResponse.builder().aiMessage(AiMessage.from(reply)).build();
    }
  }
}
