package dev.arag.cli.internal;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.cli.internal.console.CliEnvironment;
import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.Stopwatch;
import dev.arag.cli.internal.demo.DemoCorpus;
import dev.arag.cli.internal.report.SyncReportText;
import dev.arag.cli.internal.task.FileTree;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.source.Source;
import dev.arag.index.sync.SyncReport;
import dev.arag.solr.SolrCollection;
import dev.arag.solr.SolrCorpus;
import dev.arag.solr.SolrIndex;
import dev.arag.solr.SolrSetup;
import dev.arag.solr.node.LocalSolr;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts two Solr nodes on this machine, indexes the documents of the demo, asks a question, kills
 * a node, and asks again. The nodes are child processes, which end with this process. See
 * docs/scale.md.
 */
public final class SolrTrial {
  private static final int SHARDS = 2;
  private static final int REPLICAS = 2;
  private static final long RECOVERY_SECONDS = 60;
  private static final long RETRY_MILLIS = 200;

  private final PrintStream out;
  private final CommandOutput output;
  private final Path folder;

  private SolrTrial(PrintStream out, Path folder) {
    this.out = out;
    this.output = new CommandOutput(new CliEnvironment(out, out, Map.of(), false), false);
    this.folder = folder;
  }

  public static void main(String[] args) throws Exception {
    run(System.out);
    // Threads of the client would delay the end.
    System.exit(0);
  }

  static void run(PrintStream out) throws Exception {
    Path folder = Files.createTempDirectory("arag-solr-trial");
    try {
      new SolrTrial(out, folder).run();
    } finally {
      FileTree.delete(folder);
    }
  }

  private void run() throws Exception {
    Stopwatch stopwatch = new Stopwatch();
    out.println("1. Start ZooKeeper and two Solr nodes as child processes.");
    try (LocalSolr cluster = LocalSolr.start(folder.resolve("cluster"), 2)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(cluster)));
      cluster.urls().forEach(url -> out.println("   " + url));
      SolrCollection.Builder builder = SolrCollection.builder("demo");
      cluster.urls().forEach(builder::url);
      try (SolrCollection collection = builder.build();
          Embedder embedder = OnnxEmbedder.bgeSmallEnglish()) {
        index(collection, embedder);
        askTwice(cluster, collection, embedder);
      }
    }
    out.println();
    out.println(
        "All processes have ended. Total time: " + Formatting.seconds(stopwatch.seconds()) + ".");
  }

  /** Kills the nodes, also after Ctrl-C. They would end by themselves, but not at once. */
  private void cleanUp(LocalSolr cluster) {
    cluster.close();
    try {
      FileTree.delete(folder);
    } catch (IOException e) {
      out.println("Not all files could be deleted: " + folder);
    }
  }

  private void index(SolrCollection collection, Embedder embedder) throws IOException {
    out.println("2. Create a collection: 2 shards, 2 replicas of each.");
    var unused = SolrSetup.of(collection).createIfMissing(embedder.dimension(), SHARDS, REPLICAS);
    out.println("3. Index the documents of the demo.");
    Path documents = folder.resolve("demo");
    DemoCorpus.unpack(documents);
    SyncReport report =
        SolrIndex.builder(collection).embedder(embedder).build().sync(Source.path(documents));
    out.println("   " + SyncReportText.summary(report));
  }

  private void askTwice(LocalSolr cluster, SolrCollection collection, Embedder embedder)
      throws Exception {
    SolrCorpus corpus = SolrCorpus.open(collection, embedder);
    out.println("4. Ask.");
    Answer before = ask(corpus);
    out.println("5. Kill one node: kill -9 " + cluster.process(1).pid());
    cluster.kill(1);
    Stopwatch stopwatch = new Stopwatch();
    awaitAnswers(corpus);
    out.println("   The other node answers after " + Formatting.seconds(stopwatch.seconds()) + ".");
    out.println("6. Ask again.");
    Answer after = ask(corpus);
    boolean isSame =
        before.shortAnswer().equals(after.shortAnswer())
            && before.citations().equals(after.citations());
    out.println("   The answer and its citations are " + (isSame ? "the same." : "DIFFERENT."));
  }

  private Answer ask(SolrCorpus corpus) throws Exception {
    DemoCorpus.Question question = DemoCorpus.questions().get(0);
    Answer answer =
        Agent.builder(corpus, new ExtractiveChatModel()).build().ask(question.question());
    output.page(
        page ->
            page.line("   Question: " + question.question())
                .line("   Answer: " + answer.shortAnswer())
                .line("   " + Formatting.count(answer.citations().size(), "citation") + "."));
    return answer;
  }

  /** A request fails with a typed exception until the client knows the node that is left. */
  private static void awaitAnswers(SolrCorpus corpus) throws InterruptedException {
    Stopwatch stopwatch = new Stopwatch();
    while (true) {
      try {
        var unused = corpus.keywordSearch(List.of("the"), 1);
        return;
      } catch (CorpusUnavailableException e) {
        if (stopwatch.seconds() > RECOVERY_SECONDS) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }
}
