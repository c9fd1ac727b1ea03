package dev.arag.cli.internal.index;

import dev.arag.cli.internal.console.CommandContext;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.EmbedderOption;
import dev.arag.cli.internal.option.PagingOption;
import dev.arag.cli.internal.option.ProfileOption;
import dev.arag.cli.internal.option.PruneOption;
import dev.arag.cli.internal.option.SolrLocation;
import dev.arag.cli.internal.option.SourceArgument;
import dev.arag.cli.internal.option.StoreOptions;
import dev.arag.cli.internal.option.UsageException;
import dev.arag.cli.internal.report.ApiNames;
import dev.arag.cli.internal.report.SyncReportText;
import dev.arag.cli.internal.task.IndexingTask;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.index.source.Source;
import dev.arag.index.spi.Skip;
import dev.arag.index.sync.PruneRefusedException;
import dev.arag.index.sync.SyncReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code arag index}: updates an index from files, folders and stores. */
@Command(
    description = {
      "Updates an index from files, folders, Git repositories, S3 buckets, sites and databases.",
      "The command adds new documents and updates changed documents. With --prune, it"
          + " also deletes documents whose files are missing.",
      "If the command was interrupted, run it again to continue."
    },
    sortOptions = false,
    footer = {
      "",
      "Example: arag index my.arag docs manual.html",
      "To skip embeddings, which take most of the time:",
      "  arag index my.arag docs --embedder none",
      "To add embeddings later, for semantic search: arag embed my.arag",
      "To create a collection in Solr, or to update one:",
      "  arag index --solr http://localhost:8983/solr/handbook --shards 2 docs",
      "ARAG_SOLR_USER and ARAG_SOLR_PASSWORD set the credentials.",
      "Stores: git:URL or git:URL#BRANCH, s3://BUCKET/FOLDER, https://SITE/ (the pages of its"
          + " sitemap), jdbc:URL with --name and --query (and the driver on the class path: java"
          + " -cp arag.jar:driver.jar dev.arag.cli.Main). A sync reads only what has changed."
          + " Credentials: ARAG_GIT_USER and ARAG_GIT_PASSWORD, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
          + " (AWS_ENDPOINT_URL for other stores), ARAG_JDBC_USER and ARAG_JDBC_PASSWORD."
    })
public final class IndexCommand implements Callable<Integer> {
  @ParentCommand private CommandContext arag;

  @Mixin private CorpusLocation location;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SOURCE",
      description =
          "A file, a folder, or a store (see below). Formats: text, Markdown, HTML, PDF, Office, EPUB, mail,"
              + " chunks.json, JSON records.")
  private List<SourceArgument> arguments;

  @Mixin private StoreOptions sourceOptions;

  @Option(
      names = "--embedder",
      paramLabel = "NAME",
      description = {
        EmbedderOption.BGE
            + ", or an embedder whose weights are in FOLDER: qwen3=FOLDER, e5-small-v2=FOLDER,"
            + " all-MiniLM-L6-v2=FOLDER or huggingface=FOLDER.",
        "none: create no embeddings, until arag embed; with --solr, the new collection never has"
            + " embeddings.",
        "Default: the embedder of the index; for a new index " + EmbedderOption.BGE + "."
      })
  private @Nullable String embedder;

  @Option(
      names = "--graph",
      description =
          "Store where documents mention names and phrases (the entity graph, for the strategy"
              + " linear). It includes the documents already in the index, and needs no model."
              + " An index with a graph keeps it.")
  private boolean graph;

  @Option(
      names = "--chunk-tokens",
      paramLabel = "N",
      description =
          "Maximum size of a chunk, in tokens of the encoding o200k. Default: the setting of the"
              + " index, or 1000.")
  private @Nullable Integer chunkTokens;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description =
          "default, or paper: split and embed sentences as the reference implementation"
              + " of the A-RAG paper does. Default: the profile of the index; for a new index"
              + " default.")
  private @Nullable ProfileOption profile;

  @Mixin private PruneOption prune;

  @Option(
      names = "--rebuild",
      description = {
        "Replace all documents of the index by those of the",
        "given sources, for example if an older version wrote",
        "the index. Unchanged sentences are not embedded again."
      })
  private boolean rebuild;

  @Option(
      names = "--rights",
      description =
          "Make a new index with rights: a document can be read only by the readers that"
              + " --readable-by names. An index keeps its setting; --rebuild can add rights.")
  private boolean rights;

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = "With --solr: the number of shards of a new collection. Default: 1.")
  private @Nullable Integer shards;

  @Option(
      names = "--replicas",
      paramLabel = "N",
      description = "With --solr: the copies of each shard of a new collection. Default: 1.")
  private @Nullable Integer replicas;

  @Override
  public Integer call() {
    location.requireNoDirectory(arguments.get(0).toString());
    try {
      return index();
    } catch (PruneRefusedException e) {
      int unused = finish(e.report(), true, rights);
      throw e;
    }
  }

  private int index() {
    if (location.solr().isPresent()) {
      return indexSolr(location.solr().get());
    }
    if (shards != null || replicas != null) {
      throw new UsageException("--shards and --replicas require --solr");
    }
    return indexDirectory();
  }

  private int indexSolr(SolrLocation collection) {
    if (graph) {
      throw new UsageException("--graph is not possible with --solr");
    }
    if (rebuild) {
      throw new UsageException("--rebuild is not possible with --solr");
    }
    List<Source> sources = sources();
    try (SolrIndexingTask task =
        new SolrIndexingTask(arag.output(), collection, arag.environment().variables())) {
      task.create(embedder, count("--shards", shards), count("--replicas", replicas));
      SyncReport report = task.run(chunkTokens, profile, rights, sources);
      // A collection without embeddings never has any.
      return finish(report, true, report.added() + report.updated() > 0 && task.hasRights());
    }
  }

  private int count(String option, @Nullable Integer value) {
    return PagingOption.atLeast(option, 1, Objects.requireNonNullElse(value, 1));
  }

  private int indexDirectory() {
    List<Source> sources = sources();
    IndexingTask task = new IndexingTask(arag.output(), location.path());
    if (chunkTokens != null) {
      task.chunkTokens(chunkTokens);
    }
    if (profile != null) {
      task.profile(profile);
    }
    if (graph) {
      task.graph();
    }
    if (rebuild) {
      task.rebuild();
    }
    if (rights) {
      task.rights();
    }
    if (embedder == null) {
      return finish(task.run(sources), task.hasEmbeddings(), task.hasRights());
    }
    Optional<Embedder> given = EmbedderOption.parse(embedder);
    try {
      SyncReport report = task.embedder(given).run(sources);
      return finish(report, task.hasEmbeddings(), task.hasRights());
    } catch (EmbedderMismatchException e) {
      throw given.isPresent() ? e : embeddingsRequired();
    } finally {
      given.ifPresent(Embedder::close);
    }
  }

  private List<Source> sources() {
    List<Source> sources = sourceOptions.sources(arguments, arag.environment().variables());
    return prune.apply(sources);
  }

  private UsageException embeddingsRequired() {
    return new UsageException(
        location + " has embeddings, so new documents need embeddings too; omit --embedder none");
  }

  private int finish(SyncReport report, boolean hasEmbeddings, boolean hasRights) {
    boolean everySourceFailed = isNothingRead(report) && !report.skipped().isEmpty();
    List<Skip> skipped =
        report.skipped().stream()
            .map(each -> new Skip(each.source(), ApiNames.replaceWithCommands(each.reason())))
            .toList();
    SyncReport shown = report.with(skipped, warnings(report, hasRights));
    arag.output()
        .result(
            shown,
            out -> {
              SyncReportText.write(out, shown);
              if (!hasEmbeddings) {
                out.line(
                    "No embeddings, so no semantic search. To add them: arag embed " + location);
              }
            });
    if (everySourceFailed) {
      arag.output().note("arag: nothing could be read; " + location + " is unchanged");
    }
    return everySourceFailed ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private List<String> warnings(SyncReport report, boolean hasRights) {
    List<String> warnings = new ArrayList<>(report.warnings());
    if (hasRights && !sourceOptions.hasReaders() && report.added() + report.updated() > 0) {
      warnings.add(
          0,
          "The index has rights, but no --readable-by was given: nobody may read the added and"
              + " updated documents.");
    }
    return warnings;
  }

  private static boolean isNothingRead(SyncReport report) {
    return report.added() + report.updated() + report.unchanged() + report.deleted() == 0;
  }
}
