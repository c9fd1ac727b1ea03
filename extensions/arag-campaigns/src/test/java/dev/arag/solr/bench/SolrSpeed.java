package dev.arag.solr.bench;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.Hit;
import dev.arag.core.corpus.Scope;
import dev.arag.core.text.ChunkId;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrCorpus;
import dev.arag.solr.SolrIndex;
import dev.arag.solr.SolrSetup;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares an embedded index with two Solr nodes on the same machine: indexing, latency, calls a
 * second, and the recall of the approximate search. The variants of a measurement alternate.
 *
 * <p>Arguments: an empty directory, the number of sentences, the number of rounds, and the heap of
 * each node such as 2g.
 */
final class SolrSpeed {
  private static final int TOP_K = 5;
  private static final int RECALL_AT = 10;
  private static final int[] CANDIDATES = {40, 100, 200, 500};
  private static final int[] CALLERS = {1, 2, 4, 8, 16};
  private static final long CALLERS_SECONDS = 8;
  private static final int DIMENSION = 384;

  private final GeneratedEmbedder embedder = new GeneratedEmbedder();
  private final Path directory;
  private final int sentences;
  private final int rounds;

  /** A corpus and its name in the report. */
  private record Variant(String name, Corpus corpus) {}

  /** A call whose time is measured. */
  private interface Call {
    void run(Corpus corpus, SplittableRandom random);
  }

  private SolrSpeed(Path directory, int sentences, int rounds) {
    this.directory = directory;
    this.sentences = sentences;
    this.rounds = rounds;
  }

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    SolrSpeed speed =
        new SolrSpeed(directory, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    List<String> options = List.of("-Xmx" + arguments[3], "-Xms" + arguments[3]);
    try (LocalSolr solr = LocalSolr.start(directory.resolve("solr"), 2, null, options);
        SolrCollection collection =
            SolrCollection.builder("bench").url(solr.url(0)).url(solr.url(1)).build()) {
      SolrSetup.of(collection).createIfMissing(DIMENSION, 2, 1);
      speed.run(collection);
      memory("node 0", solr.process(0).pid());
      memory("node 1", solr.process(1).pid());
      memory("this process", ProcessHandle.current().pid());
    }
  }

  /** Prints the resident memory of a process, which includes the pages of mapped files. */
  private static void memory(String name, long process) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process + "/status"))) {
      lines
          .filter(line -> line.startsWith("Rss") || line.startsWith("VmRSS"))
          .forEach(line -> System.out.println("memory, " + name + ": " + line));
    }
  }

  private void run(SolrCollection collection) throws Exception {
    try (Index index =
        Index.builder(directory.resolve("embedded.arag")).embedder(embedder).openOrCreate()) {
      Source source = Source.documents("made", new GeneratedDocuments(sentences));
      SolrIndex writer = SolrIndex.builder(collection).embedder(embedder).build();
      index("embedded", () -> index.sync(source), directory.resolve("embedded.arag"));
      index("Solr", () -> writer.sync(source), directory.resolve("solr"));
      Corpus exact = SolrCorpus.builder(collection).embedder(embedder).open().snapshot();
      List<Variant> both = List.of(new Variant("embedded", index), new Variant("Solr", exact));
      List<Variant> all = new ArrayList<>(both);
      for (int candidates : CANDIDATES) {
        all.add(
            new Variant(
                "Solr, approximate " + candidates,
                SolrCorpus.builder(collection)
                    .embedder(embedder)
                    .approximate(candidates)
                    .open()
                    .snapshot()));
      }
      latency("semantic, k=5", all, (corpus, random) -> semantic(corpus, random, TOP_K));
      latency(
          "semantic, k=5, scope of a tenth",
          both,
          (corpus, random) -> semantic(corpus.within(Scope.equal("part", "tenth")), random, TOP_K));
      latency("keyword, 2 words, k=5", both, SolrSpeed::keyword);
      latency("read 10 chunks", both, reads(index));
      recall(all);
      List<Variant> exactAndApproximate = List.of(both.get(0), both.get(1), all.get(3));
      callers(
          "semantic, k=5",
          exactAndApproximate,
          (corpus, random) -> semantic(corpus, random, TOP_K));
      callers("keyword, 2 words, k=5", both, SolrSpeed::keyword);
    }
  }

  private static void semantic(Corpus corpus, SplittableRandom random, int topK) {
    corpus.semanticSearch(GeneratedDocuments.words(8, random), topK);
  }

  private static void keyword(Corpus corpus, SplittableRandom random) {
    corpus.keywordSearch(
        List.of(GeneratedDocuments.words(1, random), GeneratedDocuments.words(1, random)), TOP_K);
  }

  private Call reads(Corpus corpus) {
    List<ChunkId> ids = corpus.semanticSearch("any words", 100).stream().map(Hit::chunkId).toList();
    return (read, random) -> {
      int from = random.nextInt(ids.size() - 10);
      read.read(ids.subList(from, from + 10));
    };
  }

  private void index(String name, Runnable work, Path files) throws IOException {
    long start = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "indexing, %s: %,d sentences, %.1f s, %,.0f a second, %,d MB%n",
        name,
        sentences,
        seconds,
        sentences / seconds,
        bytes(files) >> 20);
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private void latency(String what, List<Variant> variants, Call call) {
    double[][] millis = new double[variants.size()][rounds];
    for (int round = -10; round < rounds; round++) {
      for (int i = 0; i < variants.size(); i++) {
        SplittableRandom random = new SplittableRandom(round);
        long start = System.nanoTime();
        call.run(variants.get(i).corpus(), random);
        if (round >= 0) {
          millis[i][round] = (System.nanoTime() - start) / 1e6;
        }
      }
    }
    for (int i = 0; i < variants.size(); i++) {
      Arrays.sort(millis[i]);
      System.out.printf(
          Locale.ROOT,
          "%s, %s: median %.1f ms, 95 of 100 below %.1f ms%n",
          what,
          variants.get(i).name(),
          millis[i][rounds / 2],
          millis[i][rounds * 95 / 100]);
    }
  }

  private void recall(List<Variant> variants) {
    List<Set<ChunkId>> exact = new ArrayList<>();
    for (Variant variant : variants.subList(1, variants.size())) {
      double found = 0;
      for (int round = 0; round < rounds; round++) {
        String words = GeneratedDocuments.words(8, new SplittableRandom(1_000 + round));
        Set<ChunkId> ids =
            variant.corpus().semanticSearch(words, RECALL_AT).stream()
                .map(Hit::chunkId)
                .collect(Collectors.toSet());
        if (exact.size() <= round) {
          exact.add(ids);
        }
        Set<ChunkId> truth = exact.get(round);
        found += (double) truth.stream().filter(ids::contains).count() / truth.size();
      }
      System.out.printf(
          Locale.ROOT, "recall of the 10 best chunks, %s: %.3f%n", variant.name(), found / rounds);
    }
  }

  private static void callers(String what, List<Variant> variants, Call call) throws Exception {
    for (int callers : CALLERS) {
      for (Variant variant : variants) {
        System.out.printf(
            Locale.ROOT,
            "%s, %s, %d callers: %.1f calls a second%n",
            what,
            variant.name(),
            callers,
            callsPerSecond(callers, random -> call.run(variant.corpus(), random)));
      }
    }
  }

  private static double callsPerSecond(int callers, Consumer<SplittableRandom> call)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    AtomicLong calls = new AtomicLong();
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(CALLERS_SECONDS);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      SplittableRandom random = new SplittableRandom(i);
      all.add(
          threads.submit(
              () -> {
                while (System.nanoTime() < end) {
                  call.accept(random);
                  calls.incrementAndGet();
                }
              }));
    }
    for (Future<?> each : all) {
      each.get();
    }
    threads.shutdown();
    return calls.get() / ((System.nanoTime() - start) / 1e9);
  }
}
