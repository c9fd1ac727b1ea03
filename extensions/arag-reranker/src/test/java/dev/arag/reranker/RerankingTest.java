package dev.arag.reranker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.CorpusContract;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.reranker.internal.RerankedCorpus;
import dev.arag.reranker.spi.Reranker;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.IntFunction;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RerankingTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Logger LOGGER = Logger.getLogger("dev.arag.reranker");

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord log) {
          warnings.add(log.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stop() {
    LOGGER.removeHandler(handler);
    LOGGER.setUseParentHandlers(true);
  }

  /** Equal scores keep the order, so a corpus reranked by them keeps the contract. */
  @Nested
  class Contract extends CorpusContract {
    @Override
    protected Corpus corpus(Map<String, List<Document>> sources) {
      return Reranking.of((query, passages) -> new double[passages.size()])
          .timeout(LONG)
          .apply(InMemoryCorpus.ofSources(new HashEmbedder(), sources));
    }
  }

  private static InMemoryCorpus bridges(int count) {
    return InMemoryCorpus.of(
        IntStream.range(0, count)
            .mapToObj(i -> Document.of("d%03d".formatted(i), text(i)))
            .toArray(Document[]::new));
  }

  private static String text(int number) {
    return "The old bridge" + " and the bridge".repeat(number % 7) + " of town " + number + ".";
  }

  private static List<String> ids(List<? extends Hit> hits) {
    return hits.stream().map(hit -> hit.chunkId().value()).toList();
  }

  /** The kinds of searches. */
  private static List<IntFunction<IntFunction<List<String>>>> searches(Corpus corpus) {
    SemanticQuery query = SemanticQuery.of("the old bridge");
    return List.of(
        k -> from -> ids(corpus.keywordSearch(KeywordQuery.of(List.of("bridge")), k, from).hits()),
        k -> from -> ids(corpus.semanticSearch(query, k, from)),
        k -> from -> ids(corpus.semanticSearchAll(List.of(query), k, from).get(0)),
        k ->
            from ->
                ids(
                    corpus
                        .meanSearch()
                        .orElseThrow()
                        .semanticSearch(
                            List.of("the old bridge", "a town"),
                            RankingRules.standard(),
                            k,
                            from)));
  }

  /** Scores that look random, many of them equal. */
  private static double[] scores(int seed, List<String> passages) {
    return passages.stream()
        .mapToDouble(passage -> Math.floorMod(passage.hashCode() * 31 + seed * 7919, 5))
        .toArray();
  }

  /** The order that the definition gives. */
  private static List<String> expected(int seed, int pairs, List<String> original, Corpus corpus) {
    List<String> first = new ArrayList<>(original.subList(0, Math.min(pairs, original.size())));
    Map<String, Double> scores =
        first.stream()
            .collect(
                Collectors.toMap(
                    id -> id,
                    id ->
                        scores(
                            seed,
                            List.of(corpus.read(ChunkId.of(id)).orElseThrow().text().strip()))[0]));
    first.sort(Comparator.comparing(scores::get, Collections.reverseOrder()));
    return Stream.concat(first.stream(), original.stream().skip(pairs)).toList();
  }

  @Test
  void pagesNeitherRepeatNorOmitHits() {
    Random random = new Random(38);
    int pages = 0;
    for (int round = 0; round < 20; round++) {
      int seed = round;
      int count = 1 + random.nextInt(40);
      int pairs = 2 + random.nextInt(20);
      int size = 1 + random.nextInt(12);
      InMemoryCorpus plain = bridges(count);
      Corpus reranked =
          Reranking.of((query, passages) -> scores(seed, passages))
              .maxPairs(pairs)
              .timeout(LONG)
              .apply((Corpus) plain);
      for (int kind = 0; kind < 4; kind++) {
        List<String> paged = new ArrayList<>();
        for (int from = 0; from < count + size; from += size) {
          paged.addAll(searches(reranked).get(kind).apply(size).apply(from));
          pages++;
        }
        List<String> original = searches(plain).get(kind).apply(count).apply(0);
        assertThat(paged)
            .as("round %s, kind %s", round, kind)
            .isEqualTo(expected(seed, pairs, original, plain))
            .isEqualTo(searches(reranked).get(kind).apply(count).apply(0));
      }
    }
    System.out.println("Reranking: " + pages + " pages of 80 searches");
  }

  @Test
  void keepsTotalsAndScoresAndAppliesScopesFirst() {
    InMemoryCorpus plain = bridges(40);
    List<String> seen = new CopyOnWriteArrayList<>();
    Catalogue reranked =
        Reranking.of(
                (query, passages) -> {
                  seen.addAll(passages);
                  return scores(3, passages);
                })
            .timeout(LONG)
            .apply(plain);
    Scope scope = Scope.documents(List.of("d001", "d003", "d005", "d008"));
    KeywordHits hits = reranked.within(scope).keywordSearch(List.of("bridge"), 3);
    KeywordHits original = plain.within(scope).keywordSearch(List.of("bridge"), 10);
    assertThat(hits.total()).isEqualTo(4);
    assertThat(hits.chunksWith()).isEqualTo(original.chunksWith());
    assertThat(hits.hits()).hasSize(3).isSubsetOf(original.hits());
    assertThat(seen).containsExactlyInAnyOrder(text(1), text(3), text(5), text(8));
    assertThat(reranked.snapshot().within(scope).documents(Slice.first(9))).hasSize(4);
  }

  /** A method that is not overridden would hide what the corpus says, for example its rights. */
  @Test
  void overridesEveryMethodThatDoesNotCallAnotherOne() {
    List<String> inherited =
        Stream.of(RerankedCorpus.RerankedCatalogue.class.getMethods())
            .filter(method -> method.getDeclaringClass().isInterface() && method.isDefault())
            .map(Method::getName)
            .sorted()
            .toList();
    assertThat(inherited).containsExactly("keywordSearch", "read", "search", "semanticSearch");
  }

  @Test
  void scoresTheBestSectionWithItsHeadings() {
    String text = "Rivers\nThe Tarn is long.\nBridges\nThe old bridge is here. It is a bridge.\n";
    Document document =
        Document.builder("d", text)
            .heading(0, List.of("Rivers"))
            .heading(text.indexOf("Bridges"), List.of("Works", "Bridges"))
            .build();
    List<String> calls = new CopyOnWriteArrayList<>();
    Corpus reranked =
        Reranking.of(
                (query, passages) -> {
                  calls.add(query + ": " + passages.get(0));
                  return new double[passages.size()];
                })
            .timeout(LONG)
            .apply(InMemoryCorpus.of(document, Document.of("e", "Tarn, bridge.")));
    reranked.keywordSearch(List.of("bridge", "old"), 1);
    reranked.semanticSearch("the old bridge", 1);
    reranked.search("bridge", 1);
    assertThat(calls).hasSize(4).allMatch(call -> !call.contains("Tarn is long"));
    assertThat(calls.get(0))
        .isEqualTo("bridge old: Works\nBridges\nThe old bridge is here.\nIt is a bridge.");
    assertThat(calls.subList(2, 4)).allMatch(call -> call.startsWith("bridge: "));
    assertThat(calls.get(1)).startsWith("the old bridge: Works\nBridges\nThe old bridge is here.");
  }

  @Test
  void ranksGivenChunksAndFusedHits() {
    InMemoryCorpus plain = bridges(9);
    Reranker byTown = (query, passages) -> passages.stream().mapToDouble(p -> town(p)).toArray();
    Corpus reranked = Reranking.of(byTown).timeout(LONG).apply((Corpus) plain);
    List<String> fused = ids(reranked.search("the old bridge", 4));
    assertThat(fused).containsExactly("d008", "d007", "d006", "d005");
    assertThat(
            ids(
                reranked.rank(
                    SemanticQuery.of("bridge"), List.of(ChunkId.of("d002"), ChunkId.of("d004")))))
        .containsExactly("d004", "d002");
    assertThatIllegalArgumentException().isThrownBy(() -> reranked.search("bridge", 0));
  }

  private static int town(String passage) {
    return Integer.parseInt(passage.replaceAll("\\D", ""));
  }

  @Test
  void keepsTheOrderIfTheRerankerFails() {
    InMemoryCorpus plain = bridges(9);
    List<Reranker> faulty =
        List.of(
            (query, passages) -> {
              throw new IllegalStateException("no connection");
            },
            (query, passages) -> {
              throw new StackOverflowError();
            },
            (query, passages) -> new double[passages.size() - 1],
            (query, passages) -> new double[passages.size() + 1],
            (query, passages) -> {
              double[] scores = new double[passages.size()];
              scores[3] = Double.NaN;
              return scores;
            });
    for (Reranker reranker : faulty) {
      warnings.clear();
      Corpus reranked = Reranking.of(reranker).timeout(LONG).apply((Corpus) plain);
      for (int kind = 0; kind < 4; kind++) {
        assertThat(searches(reranked).get(kind).apply(9).apply(0))
            .isEqualTo(searches(plain).get(kind).apply(9).apply(0));
      }
      assertThat(warnings).hasSize(1);
      assertThat(warnings.get(0)).contains("failed, so the hits keep their order");
    }
  }

  @Test
  void warnsAgainAfterTheRerankerHasWorked() {
    boolean[] fails = {true};
    Corpus reranked =
        Reranking.of(
                (query, passages) -> {
                  if (fails[0]) {
                    throw new IllegalStateException("down");
                  }
                  return scores(1, passages);
                })
            .timeout(LONG)
            .apply((Corpus) bridges(9));
    reranked.semanticSearch("one", 2);
    reranked.semanticSearch("two", 2);
    assertThat(warnings).hasSize(1);
    fails[0] = false;
    reranked.semanticSearch("three", 2);
    fails[0] = true;
    reranked.semanticSearch("four", 2);
    assertThat(warnings).hasSize(2);
  }

  /** The reranker scores two batches of three, then waits until it is interrupted. */
  @Test
  void keepsTheScoresUntilTheTimeLimitForAllPages() {
    InMemoryCorpus plain = bridges(12);
    List<Integer> calls = new CopyOnWriteArrayList<>();
    Reranker slow =
        new Reranker() {
          @Override
          public double[] score(String query, List<String> passages) {
            calls.add(passages.size());
            if (calls.size() == 3) {
              await(new CountDownLatch(1));
            }
            return IntStream.range(0, passages.size()).mapToDouble(i -> calls.size() + i).toArray();
          }

          @Override
          public int batchSize() {
            return 3;
          }
        };
    Corpus reranked = Reranking.of(slow).timeout(Duration.ofMillis(300)).apply((Corpus) plain);
    List<String> original = ids(plain.semanticSearch("the old bridge", 12));
    List<String> paged = new ArrayList<>(ids(reranked.semanticSearch("the old bridge", 4)));
    SemanticQuery query = SemanticQuery.of("the old bridge");
    paged.addAll(ids(reranked.semanticSearch(query, 4, 4)));
    paged.addAll(ids(reranked.semanticSearch(query, 9, 8)));
    assertThat(paged).containsExactlyInAnyOrderElementsOf(original);
    assertThat(warnings).hasSize(1);
    // The scores are 1, 2, 3 and then 2, 3, 4. On a busy machine, a batch may be late.
    int scored = town(warnings.get(0).replaceAll(".*scored (\\d+) of.*", "$1"));
    List<Integer> order =
        IntStream.range(0, scored)
            .boxed()
            .sorted(Comparator.comparing(i -> -(i / 3 + i % 3)))
            .toList();
    assertThat(scored).isIn(0, 3, 6);
    assertThat(paged.subList(0, scored)).isEqualTo(order.stream().map(original::get).toList());
    assertThat(paged.subList(scored, 12)).isEqualTo(original.subList(scored, 12));
    assertThat(calls).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void stopsAtAnInterruptAndForgetsTheSearch() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    boolean[] waits = {true};
    Corpus reranked =
        Reranking.of(
                (query, passages) -> {
                  started.countDown();
                  if (waits[0]) {
                    await(new CountDownLatch(1));
                  }
                  return passages.stream().mapToDouble(passage -> town(passage)).toArray();
                })
            .timeout(LONG)
            .apply((Corpus) bridges(9));
    FutureTask<Boolean> search =
        new FutureTask<>(
            () -> reranked.semanticSearch("the old bridge", 9).size() == 9 && Thread.interrupted());
    Thread thread = new Thread(search);
    thread.start();
    started.await();
    thread.interrupt();
    assertThat(search.get()).isTrue();
    waits[0] = false;
    assertThat(ids(reranked.semanticSearch("the old bridge", 1))).containsExactly("d008");
    assertThat(warnings).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void callsARerankerThatIgnoresInterruptsOnlyAFewTimes() {
    CountDownLatch end = new CountDownLatch(1);
    List<String> calls = new CopyOnWriteArrayList<>();
    Corpus reranked =
        Reranking.of(
                (query, passages) -> {
                  calls.add(query);
                  while (end.getCount() > 0) {
                    try {
                      end.await();
                    } catch (InterruptedException e) {
                      // Ignored, as some clients do.
                    }
                  }
                  return new double[passages.size()];
                })
            .timeout(Duration.ofMillis(1))
            .apply((Corpus) bridges(3));
    for (int i = 0; i < 30; i++) {
      assertThat(reranked.semanticSearch("bridge " + i, 3)).hasSize(3);
    }
    assertThat(calls).hasSizeLessThanOrEqualTo(16);
    end.countDown();
  }

  @Test
  void rejectsInvalidLimits() {
    Reranking reranking = Reranking.of((query, passages) -> new double[passages.size()]);
    assertThatIllegalArgumentException().isThrownBy(() -> reranking.maxPairs(1));
    assertThatIllegalArgumentException().isThrownBy(() -> reranking.timeout(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> reranking.apply((Corpus) bridges(1)).semanticSearch("x", 0));
  }
}
