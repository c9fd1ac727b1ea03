package dev.arag.cli.internal.option;

import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.core.embed.Embedder;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.index.Index;
import dev.arag.index.embed.EmbedderPresets;
import dev.arag.solr.SolrCollection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** The first argument of commands that read: the directory of an index, or {@code --solr}. */
public final class CorpusLocation {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      converter = DirectoryConverter.class,
      description = "The directory of the index. Omit it with --solr.")
  private Path directory;

  @Option(
      names = SolrArguments.OPTION,
      paramLabel = "URL/COLLECTION",
      description = {
        "Use a collection in Solr in place of DIR, such as",
        "http://localhost:8983/solr/handbook."
      })
  private @Nullable String solr;

  /** Converts the placeholder of {@link SolrArguments} to an empty path. */
  static final class DirectoryConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      return text.equals(SolrArguments.PLACEHOLDER) ? Path.of("") : new Utf8Path().convert(text);
    }
  }

  /** Returns the directory; not with {@code --solr}. */
  public Path path() {
    return directory;
  }

  /** Returns the collection; empty for a directory. */
  public Optional<SolrLocation> solr() {
    return Optional.ofNullable(solr).map(SolrLocation::parse);
  }

  /**
   * Opens the corpus. A collection is opened without an embedder, that is, without semantic search.
   *
   * @param variables the environment variables
   */
  public OpenCorpus open(Map<String, String> variables) {
    return solr().isPresent()
        ? openSolr(solr().get(), variables, false, null)
        : openIndex(directory, null);
  }

  /**
   * Opens the corpus for all searches.
   *
   * @param embedder the embedder of queries, which the caller closes; null for the embedder that
   *     created the vectors, if it is built in
   */
  public OpenCorpus open(Map<String, String> variables, @Nullable Embedder embedder) {
    return solr().isPresent()
        ? openSolr(solr().get(), variables, true, embedder)
        : openIndex(directory, embedder);
  }

  /**
   * Opens the index in a directory for all searches. A command does not wait for another writer.
   *
   * @param embedder as for {@link #open(Map, Embedder)}
   */
  public static OpenCorpus openIndex(Path directory, @Nullable Embedder embedder) {
    Index.Builder builder =
        Index.builder(directory).lockTimeout(Duration.ZERO).knownRules(ProfileOption.knownRules());
    return OpenCorpus.of((embedder == null ? builder : builder.embedder(embedder)).open());
  }

  private static OpenCorpus openSolr(
      SolrLocation location,
      Map<String, String> variables,
      boolean isSemantic,
      @Nullable Embedder embedder) {
    SolrCollection collection = location.connect(variables);
    Embedder own = null;
    try {
      own = isSemantic && embedder == null ? storedEmbedder(collection) : null;
      return OpenCorpus.of(collection, embedder == null ? own : embedder);
    } catch (RuntimeException e) {
      if (own != null) {
        own.close();
      }
      collection.close();
      throw e instanceof IndexNotFoundException ? notFound(location) : e;
    }
  }

  /**
   * Returns the embedder that created the vectors, as {@link Index#open} does; null if there are no
   * vectors, or if the embedder is not built in, so that only a semantic search fails.
   */
  private static @Nullable Embedder storedEmbedder(SolrCollection collection) {
    String stored = OpenCorpus.statsOf(collection).embedder();
    return stored == null ? null : EmbedderPresets.byFingerprint(stored).orElse(null);
  }

  private static UsageException notFound(SolrLocation location) {
    return new UsageException(
        "there is no index in the Solr collection "
            + location
            + ". Create it with: arag index --solr "
            + location
            + " SOURCE...");
  }

  /**
   * Checks the first of several arguments, which can be a directory that was typed in addition to
   * {@code --solr}.
   */
  public void requireNoDirectory(String argument) {
    try {
      Path manifest = new Utf8Path().convert(argument).resolve("manifest.arag");
      if (solr != null && Files.isRegularFile(manifest)) {
        throw new UsageException(
            "use either DIR or --solr; " + argument + " is the directory of an index");
      }
    } catch (TypeConversionException e) {
      // Then it is no directory.
    }
  }

  /** Notes that an index was not created for the paper profile, which the command uses. */
  public void noteProfile(ProfileOption profile, OpenCorpus corpus, CommandOutput output) {
    if (profile == ProfileOption.PAPER
        && corpus.index().filter(index -> !profile.isRulesOf(index)).isPresent()) {
      output.note(
          "arag: this index was created without --profile paper, so its sentences and"
              + " embeddings differ from those of the paper's reference implementation");
    }
  }

  /** Returns the argument that selects this corpus in another command. */
  public String argument() {
    return (solr == null ? "" : SolrArguments.OPTION + " ") + this;
  }

  @Override
  public String toString() {
    return solr == null ? Utf8Path.toText(path()) : SolrLocation.parse(solr).toString();
  }
}
