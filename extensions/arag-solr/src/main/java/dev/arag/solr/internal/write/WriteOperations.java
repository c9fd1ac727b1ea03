package dev.arag.solr.internal.write;

import static java.util.Objects.requireNonNull;

import dev.arag.core.embed.Embedder;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.EmbedderMismatchException;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.IndexStats;
import dev.arag.index.source.Source;
import dev.arag.index.spi.split.IndexSettings;
import dev.arag.index.spi.split.RulesChoice;
import dev.arag.index.spi.store.ProgressEstimator;
import dev.arag.index.spi.store.RegisteredSource;
import dev.arag.index.spi.store.SourceReader;
import dev.arag.index.spi.store.SourceSync;
import dev.arag.index.spi.store.SyncTally;
import dev.arag.index.sync.SyncProgress;
import dev.arag.index.sync.SyncReport;
import dev.arag.solr.internal.client.CollectionClient;
import dev.arag.solr.internal.client.CollectionClient.VersionedState;
import dev.arag.solr.internal.layout.State;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.solr.client.solrj.SolrClient;
import org.jspecify.annotations.Nullable;

/** The operations that write a collection. Each one acquires the lease. Thread-safe. */
public final class WriteOperations {
  private final SolrClient solr;
  private final CollectionClient client;
  private final Options options;

  /**
   * Options that an application sets.
   *
   * @param embedder the embedder; null if sentences are not embedded
   * @param chunkTokens null to keep the stored value
   * @param headingsInEmbeddings null to keep the stored value
   * @param hasRights whether the collection must have rights
   * @param maxSentences the number of sentences at which a batch is published
   */
  public record Options(
      @Nullable Embedder embedder,
      @Nullable Integer chunkTokens,
      @Nullable Boolean headingsInEmbeddings,
      boolean hasRights,
      RulesChoice rules,
      Duration lockTimeout,
      Duration retention,
      int maxSentences,
      Duration heartbeat,
      Duration takeover,
      Clock clock) {}

  public WriteOperations(SolrClient solr, String collection, Options options) {
    this.solr = solr;
    this.client = new CollectionClient(solr, collection);
    this.options = options;
  }

  /** What an operation needs while it has the lease. */
  private record Session(
      Updates updates, WriterLease lease, StoredDocuments stored, Publisher publisher) {
    Cleanup cleanup() {
      return new Cleanup(stored, updates, lease, publisher);
    }
  }

  private <T> T write(Function<Session, T> work) {
    Updates updates = new Updates(solr, client.collection());
    return write(
        updates, stored -> open(stored, updates, stored != null && hasNoDocuments(stored)), work);
  }

  /** Needs no embedder, because nothing is embedded. The caller has found a state. */
  private <T> T remove(Function<Session, T> work) {
    return write(
        new Updates(solr, client.collection()),
        stored -> {
          State state = requireNonNull(stored, "state");
          requireFormat(state);
          return state;
        },
        work);
  }

  private <T> T write(Updates updates, WriterLease.Opening opening, Function<Session, T> work) {
    WriterLease.Timing timing =
        new WriterLease.Timing(options.heartbeat(), options.takeover(), System::nanoTime);
    try (WriterLease lease =
        WriterLease.acquire(client, updates, timing, options.lockTimeout(), opening)) {
      StoredDocuments stored = new StoredDocuments(client, updates, lease::state);
      return work.apply(
          new Session(
              updates, lease, stored, new Publisher(client, updates, lease, options.clock())));
    } catch (RuntimeException e) {
      updates.requireNotInterrupted();
      throw e;
    }
  }

  /**
   * Checks that the stored state belongs to the options, and creates a state if there is none.
   *
   * @param isUndecided whether other options can replace those of the state
   */
  private State open(@Nullable State stored, Updates updates, boolean isUndecided) {
    Embedder embedder = options.embedder();
    if (stored == null || isUndecided) {
      requireDimension(updates, embedder);
      String fingerprint = embedder == null ? null : embedder.fingerprint();
      int dimension = embedder == null ? 0 : embedder.dimension();
      IndexSettings settings = settings(IndexSettings.DEFAULT);
      return stored == null
          ? State.empty(newId(), fingerprint, dimension, settings)
          : stored.withEmbedder(fingerprint, dimension).withSettings(settings);
    }
    requireFormat(stored);
    requireEmbedder(stored, embedder);
    IndexSettings settings = settings(stored.settings());
    requireSettings(stored.settings(), settings);
    return stored.withSettings(settings);
  }

  /** Whether nothing was published and no worker of a job writes. */
  private static boolean hasNoDocuments(State stored) {
    return stored.published().isEmpty()
        && stored.job() == null
        && stored.rules().equals(MatchingRules.VERSION);
  }

  /** Another writer that has the lease may write with the options of the state. */
  private static boolean isUnused(State stored) {
    return hasNoDocuments(stored) && stored.lease() == null;
  }

  private static String newId() {
    SecureRandom random = new SecureRandom();
    return HexFormat.of().toHexDigits(random.nextLong())
        + HexFormat.of().toHexDigits(random.nextLong());
  }

  private void requireDimension(Updates updates, @Nullable Embedder embedder) {
    int dimension = updates.dimension();
    if (embedder != null && embedder.dimension() != dimension) {
      throw new CorpusException(
          "The schema of the Solr collection "
              + client.collection()
              + " has vectors of "
              + dimension
              + " floats, but those of the embedder have "
              + embedder.dimension()
              + ". Create a collection for this embedder with SolrSetup, with dimension "
              + embedder.dimension()
              + ".");
    }
  }

  private void requireFormat(State stored) {
    if (stored.format() != State.FORMAT) {
      throw new CorpusException(
          "The Solr collection "
              + client.collection()
              + " has the format "
              + stored.format()
              + ", not "
              + State.FORMAT
              + ". Use the version of the library that wrote it, or sync the documents into a new"
              + " collection.");
    }
    if (!stored.rules().equals(MatchingRules.VERSION)) {
      throw new CorpusException(
          "The Solr collection "
              + client.collection()
              + " was written with the text normalization rules "
              + stored.rules()
              + ", but this version of the library uses the rules "
              + MatchingRules.VERSION
              + ". Sync the documents into a new collection.");
    }
  }

  private void requireEmbedder(State stored, @Nullable Embedder embedder) {
    String fingerprint = embedder == null ? null : embedder.fingerprint();
    if (stored.embedder() != null && fingerprint == null) {
      throw new EmbedderMismatchException(
          "The Solr collection "
              + client.collection()
              + " has embeddings that were created with the embedder "
              + stored.embedder()
              + ", but it was opened without an embedder. Open it with that embedder to add"
              + " documents.");
    }
    if (fingerprint != null && !fingerprint.equals(stored.embedder())) {
      throw new EmbedderMismatchException(
          "The Solr collection "
              + client.collection()
              + (stored.embedder() == null
                  ? " was built without an embedder"
                  : " was built with the embedder " + stored.embedder())
              + ", not with "
              + fingerprint
              + ". Open it with the embedder that it was built with, if any, or sync the"
              + " documents into a new collection.");
    }
  }

  private IndexSettings settings(IndexSettings stored) {
    return stored
        .with(options.chunkTokens(), options.headingsInEmbeddings(), options.rules())
        .withRights(options.hasRights() || stored.hasRights());
  }

  private void requireSettings(IndexSettings stored, IndexSettings given) {
    String name = "The Solr collection " + client.collection();
    stored.requireSame(given, "collection", name);
    if (stored.headingsInEmbeddings() != given.headingsInEmbeddings()) {
      throw new CorpusException(
          "The sentences of the Solr collection "
              + client.collection()
              + " were embedded "
              + (stored.headingsInEmbeddings() ? "with" : "without")
              + " their headings. Set headingsInEmbeddings to "
              + stored.headingsInEmbeddings()
              + ", or sync the documents into a new collection.");
    }
  }

  /** Synchronizes the collection with sources. */
  public SyncReport sync(List<Source> sources, Consumer<SyncProgress> progress) {
    return write(session -> sync(session, sources, progress));
  }

  private SyncReport sync(Session session, List<Source> sources, Consumer<SyncProgress> listener) {
    SyncTally tally = new SyncTally();
    ProgressEstimator progress = new ProgressEstimator(listener, sources.size(), tally);
    IndexSettings settings = session.lease().state().settings();
    SolrDocumentWriter writer =
        new SolrDocumentWriter(
            session.stored(),
            settings,
            () -> {
              session.updates().requireNotInterrupted();
              session.lease().requireNotLost();
            },
            (batch, sentences) ->
                session
                    .publisher()
                    .publish(
                        generation ->
                            SolrDocumentWriter.write(
                                batch, sentences, generation, session.updates())),
            options.embedder(),
            options.maxSentences(),
            id -> true,
            tally,
            progress);
    run(writer, sources, settings, tally, progress);
    expire(session);
    warnAboutReplicas(session.updates(), tally);
    tally.throwFailure();
    return report(tally, session.stored().counts());
  }

  private void run(
      SolrDocumentWriter writer,
      List<Source> sources,
      IndexSettings settings,
      SyncTally tally,
      ProgressEstimator progress) {
    settings.requireKnownRules("The Solr collection " + client.collection());
    SourceReader reader = new SourceReader(settings.splitter(TokenCounter.o200k()));
    SourceSync sync = new SourceSync(reader, writer, tally, progress);
    try {
      for (RegisteredSource source : sync.resolve(sources)) {
        sync.sync(source);
      }
      writer.flush();
    } catch (IOException e) {
      throw new CorpusException(
          "A source cannot be read: "
              + e.getMessage()
              + ". Published batches are kept. Run the operation again to complete it.",
          e);
    }
  }

  private SyncReport report(SyncTally tally, StoredDocuments.Counts held) {
    return tally.report(
        held.documents(), held.chunks(), held.sentences(), options.embedder() != null);
  }

  /**
   * Writes the share that one writer of a job has in the documents of sources. The last writer of
   * the job publishes all shares.
   */
  public SyncReport sync(Share share, List<Source> sources, Consumer<SyncProgress> listener) {
    Updates updates = new Updates(solr, client.collection());
    JobMember member = new JobMember(client, updates, share, options.heartbeat(), System::nanoTime);
    State base = member.join(stored -> open(stored, updates, stored != null && isUnused(stored)));
    StoredDocuments stored = new StoredDocuments(client, updates, () -> base);
    SyncTally tally = new SyncTally();
    ProgressEstimator progress = new ProgressEstimator(listener, sources.size(), tally);
    SolrDocumentWriter writer =
        new SolrDocumentWriter(
            stored,
            base.settings(),
            () -> {
              updates.requireNotInterrupted();
              member.requireJobSometimes();
            },
            (batch, sentences) -> {
              member.requireJob();
              SolrDocumentWriter.write(batch, sentences, member.generation(), updates);
            },
            options.embedder(),
            options.maxSentences(),
            share::contains,
            tally,
            progress);
    if (member.mustWrite()) {
      run(writer, sources, base.settings(), tally, progress);
      tally.throwFailure();
      warnAboutReplicas(updates, tally);
    }
    if (member.finish()) {
      write(session -> publish(session, share, tally));
    }
    tally.warn(member.describe());
    State after =
        updates
            .retry(() -> Optional.ofNullable(client.state()))
            .map(VersionedState::state)
            .orElse(base);
    return report(tally, new StoredDocuments(client, updates, () -> after).counts());
  }

  private State publish(Session session, Share share, SyncTally tally) {
    new JobPublisher(session.stored(), session.updates(), session.lease(), session.publisher())
        .publish(share.job(), tally);
    expire(session);
    return session.lease().state();
  }

  /** Ends the snapshots of the states that were replaced before the retention. */
  private void expire(Session session) {
    long oldest = options.clock().millis() - options.retention().toMillis();
    if (Cleanup.hasExpired(session.lease().state(), oldest)) {
      session.cleanup().expire(oldest);
    }
  }

  private static void warnAboutReplicas(Updates updates, SyncTally tally) {
    OptionalInt confirmed = updates.confirmedReplicas();
    if (confirmed.isPresent()) {
      int replicas = updates.replicas();
      if (confirmed.getAsInt() < replicas) {
        tally.warn(
            "Only "
                + confirmed.getAsInt()
                + " of "
                + replicas
                + " replicas have confirmed the changes; the others copy them when they are"
                + " active again");
      }
    }
  }

  private boolean hasState() {
    return new Updates(solr, client.collection())
        .retry(() -> Optional.ofNullable(client.state()))
        .isPresent();
  }

  /** Retires documents. Returns their number. */
  public int delete(Collection<String> documentIds) {
    if (!hasState()) {
      return 0;
    }
    return remove(
        session -> {
          List<StoredVersion> found = session.stored().findAll(documentIds);
          ChangeBatch batch = new ChangeBatch();
          found.forEach(batch::retire);
          if (!batch.isEmpty()) {
            session
                .publisher()
                .publish(
                    generation ->
                        SolrDocumentWriter.write(batch, List.of(), generation, session.updates()));
          }
          return found.size();
        });
  }

  /**
   * Removes all document versions that are not visible. Returns their number.
   *
   * @param optimizes whether to rewrite the collection, so that the disk does not contain them
   */
  public long purge(boolean optimizes) {
    if (!hasState()) {
      return 0;
    }
    return remove(
        session -> {
          Cleanup cleanup = session.cleanup();
          long removed = cleanup.expire(Long.MAX_VALUE);
          cleanup.removeUnpublished();
          cleanup.removeUnusedPaths();
          if (optimizes) {
            session.updates().optimize();
          }
          return removed;
        });
  }

  /** Returns statistics of the published state. It needs no lease. */
  public IndexStats stats() {
    VersionedState stored = client.state();
    if (stored == null) {
      return new IndexStats(0, 0, 0, null, null, null, 0, 0, List.of(), List.of(), List.of());
    }
    State state = stored.state();
    StoredDocuments.Counts counts =
        new StoredDocuments(client, new Updates(solr, client.collection()), () -> state).counts();
    return new IndexStats(
        counts.documents(),
        counts.chunks(),
        counts.sentences(),
        state.dimension() == 0 ? null : state.dimension(),
        state.embedder(),
        null,
        0,
        state.marker(),
        List.of(),
        List.of(),
        List.of());
  }
}
