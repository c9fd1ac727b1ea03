package dev.arag.solr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.TestRules;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Chunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Two threads that search and read, with snapshots and without, and compare each answer with a
 * corpus in memory. An answer must be that of an edition which is not older than the last one whose
 * sync had returned before the call, and not newer than the last one whose sync has begun. All
 * answers of a snapshot must be those of the same edition. An exception must be typed, and contain
 * no text of a query or document.
 */
final class EditionReaders implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int MAX_DESCRIBED = 5;
  private static final int MAX_LENGTH = 500;

  private final Supplier<SolrCorpus> corpus;
  private final Editions editions;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicInteger right = new AtomicInteger();
  private final Map<String, Integer> errors = Collections.synchronizedMap(new TreeMap<>());
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> threads;
  private volatile boolean isStopped;

  /**
   * @param corpus returns the corpus of the next calls
   * @param edition the edition that has been published
   */
  private EditionReaders(Supplier<SolrCorpus> corpus, Editions editions, int edition, long seed) {
    this.corpus = corpus;
    this.editions = editions;
    begun.set(edition);
    acknowledged.set(edition);
    this.threads =
        IntStream.range(0, 2).mapToObj(i -> new Thread(() -> run(seed * 31 + i))).toList();
  }

  static EditionReaders start(
      Supplier<SolrCorpus> corpus, Editions editions, int edition, long seed) {
    EditionReaders readers = new EditionReaders(corpus, editions, edition, seed);
    readers.threads.forEach(Thread::start);
    return readers;
  }

  /** Must be called before the sync of an edition. */
  void begin(int edition) {
    begun.accumulateAndGet(edition, Math::max);
  }

  /** Must be called after the sync of an edition has returned. */
  void acknowledge(int edition) {
    acknowledged.accumulateAndGet(edition, Math::max);
  }

  int right() {
    return right.get();
  }

  private void run(long seed) {
    Random random = new Random(seed);
    RandomDocuments words = new RandomDocuments(seed);
    while (!isStopped) {
      try {
        if (random.nextBoolean()) {
          readSnapshot(random, words);
        } else {
          readCurrent(random, words);
        }
      } catch (AragException e) {
        addError(e);
      } catch (RuntimeException e) {
        wrong.add("not typed: " + LogCapture.describe(e));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void addError(AragException error) {
    errors.merge(describe(error), 1, Integer::sum);
    if (LogCapture.describe(error).toLowerCase(Locale.ROOT).contains(Editions.WORD)) {
      wrong.add("an exception contains a text: " + LogCapture.describe(error));
    }
  }

  /** An exception of another type than expected is described by its message. */
  private static String describe(AragException error) {
    String type = error.getClass().getSimpleName();
    return error.getClass() == CorpusException.class
        ? type + " " + error.getMessage() + " " + error.getCause()
        : type;
  }

  private void readSnapshot(Random random, RandomDocuments words) {
    int first = acknowledged.get();
    SolrCorpus snapshot = corpus.get().snapshot();
    int edition = Editions.number(snapshot);
    if (edition < first || edition > begun.get()) {
      wrong.add("a snapshot has the edition " + edition + " after " + first);
    }
    for (int i = 0; i < 3; i++) {
      Question question = question(random, words, edition);
      Object answer = question.ask().apply(snapshot);
      if (answer.equals(question.ask().apply(editions.corpus(edition)))) {
        right.incrementAndGet();
      } else {
        wrong.add(
            question.name()
                + " in a snapshot of the edition "
                + edition
                + ": "
                + shortened(answer));
      }
    }
  }

  private void readCurrent(Random random, RandomDocuments words) {
    int first = acknowledged.get();
    Question question = question(random, words, first);
    Object answer = question.ask().apply(corpus.get());
    boolean isRight =
        IntStream.rangeClosed(first, begun.get())
            .anyMatch(each -> answer.equals(question.ask().apply(editions.corpus(each))));
    if (isRight) {
      right.incrementAndGet();
    } else {
      wrong.add(question.name() + " " + older(question, answer, first) + ": " + shortened(answer));
    }
  }

  private static String shortened(Object answer) {
    String text = answer.toString();
    return text.substring(0, Math.min(MAX_LENGTH, text.length()));
  }

  private String older(Question question, Object answer, int first) {
    return IntStream.range(1, first)
        .filter(each -> answer.equals(question.ask().apply(editions.corpus(each))))
        .mapToObj(each -> "has the old edition " + each + " instead of " + first)
        .findFirst()
        .orElse("has no edition");
  }

  /** A call whose answer depends only on the contents of a corpus. */
  private record Question(String name, Function<Catalogue, Object> ask) {}

  private Question question(Random random, RandomDocuments words, int edition) {
    int offset = random.nextInt(4);
    RankingRules rules = TestRules.oneIn(2, random);
    switch (random.nextInt(4)) {
      case 0:
        KeywordQuery keywords =
            KeywordQuery.of(List.of(Editions.WORD, words.words(2), words.words(3)), rules);
        return new Question("keyword", each -> each.keywordSearch(keywords, 8, offset));
      case 1:
        SemanticQuery text = new SemanticQuery(Editions.WORD + " " + words.words(3), rules);
        return new Question("semantic", each -> each.semanticSearch(text, 8, offset));
      case 2:
        List<Chunk> chunks =
            editions
                .corpus(edition)
                .chunksOf(editions.documents(edition).get(random.nextInt(9)).id());
        return new Question("read", each -> each.read(chunks.stream().map(Chunk::id).toList()));
      default:
        String id = editions.documents(edition).get(random.nextInt(9)).id();
        return new Question("chunksOf", each -> each.chunksOf(id));
    }
  }

  /** The numbers of right answers, errors and wrong answers. */
  String summary() {
    return right + " right, errors " + errors + ", " + wrong.size() + " wrong";
  }

  Map<String, Integer> errors() {
    return Map.copyOf(errors);
  }

  /** Stops the threads, and checks that no answer was wrong. */
  void finish() throws InterruptedException {
    close();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(right).as(summary()).hasPositiveValue();
    assertThat(wrong.stream().limit(MAX_DESCRIBED)).as(summary()).isEmpty();
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
