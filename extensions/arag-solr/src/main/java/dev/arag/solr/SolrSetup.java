package dev.arag.solr;

import static java.util.Objects.requireNonNull;

import dev.arag.core.error.CorpusException;
import dev.arag.core.error.CorpusUnavailableException;
import dev.arag.core.error.IndexNotFoundException;
import dev.arag.solr.internal.client.SolrFailures;
import dev.arag.solr.internal.setup.ConfigurationFiles;
import dev.arag.solr.internal.setup.Schema;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.JsonMapResponseParser;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.NamedList;

/**
 * Creates, checks and deletes a collection. All requests use HTTP; access to ZooKeeper is not
 * needed. If Solr requires authentication, the user needs the permissions {@code
 * collection-admin-read}, {@code collection-admin-edit}, {@code config-read}, {@code config-edit},
 * {@code schema-read} and {@code zk-read}.
 *
 * <pre>{@code
 * SolrSetup.of(collection).createIfMissing(embedder.dimension(), 4, 2);
 * }</pre>
 */
public final class SolrSetup {
  private static final Duration ACTIVE_TIMEOUT = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 100;
  private static final int MAJOR = 9;

  /** The first version with RawTFSimilarity of Lucene 9.12. */
  private static final int MINOR = 9;

  private final SolrCollection collection;
  private final String configuration;

  private SolrSetup(SolrCollection collection, String configuration) {
    this.collection = collection;
    this.configuration = configuration;
  }

  /** Returns a setup whose configuration set is {@code arag-} and the name of the collection. */
  public static SolrSetup of(SolrCollection collection) {
    return new SolrSetup(requireNonNull(collection, "collection"), "arag-" + collection.name());
  }

  /**
   * Returns a setup with another name of the configuration set. Several collections can share a
   * configuration set.
   */
  public SolrSetup configuration(String name) {
    if (requireNonNull(name, "name").isBlank()) {
      throw new IllegalArgumentException("The name of a configuration set must not be blank.");
    }
    return new SolrSetup(collection, name);
  }

  /** Whether the collection exists. */
  public boolean exists() {
    return !collections().isEmpty();
  }

  /**
   * Uploads the configuration set and creates the collection if it is missing; otherwise checks the
   * collection.
   *
   * @param dimension the number of floats of a vector; 0 without vectors
   * @param shards the number of shards, as for {@link #create}
   * @param replicas the number of copies of each shard
   * @return whether the collection was created
   * @throws CorpusException if the collection exists but is different
   */
  public boolean createIfMissing(int dimension, int shards, int replicas) {
    if (exists()) {
      check(dimension);
      return false;
    }
    uploadConfiguration(dimension);
    try {
      create(shards, replicas);
      return true;
    } catch (CorpusException e) {
      if (!exists()) {
        throw e;
      }
      // Another process has created it meanwhile.
      awaitActiveAfter(e);
      check(dimension);
      return false;
    }
  }

  private void awaitActiveAfter(CorpusException failedCreation) {
    try {
      awaitActive();
    } catch (CorpusException e) {
      e.addSuppressed(failedCreation);
      throw e;
    }
  }

  /**
   * Uploads the configuration set. If a configuration set of this name exists with the same files,
   * this method does nothing.
   *
   * @param dimension the number of floats of a vector; 0 without vectors
   * @throws CorpusException if a configuration set of this name has other files; they are not
   *     changed
   */
  public void uploadConfiguration(int dimension) {
    ConfigurationFiles files = ConfigurationFiles.of(requireDimension(dimension));
    if (!configurationExists()) {
      upload(files);
    }
    List<String> differences = new ArrayList<>();
    files
        .texts()
        .forEach(
            (file, text) -> {
              if (!text.equals(readConfiguration(file))) {
                differences.add(file + " is different");
              }
            });
    if (!differences.isEmpty()) {
      throw mismatch(
          "The configuration set " + configuration + " already exists with different content",
          differences,
          "Delete it, or choose another name with SolrSetup.configuration.");
    }
  }

  private static CorpusException mismatch(String what, List<String> differences, String remedy) {
    return new CorpusException(what + ": " + String.join("; ", differences) + ". " + remedy);
  }

  private static int requireDimension(int dimension) {
    if (dimension < 0) {
      throw new IllegalArgumentException("dimension must not be negative, was " + dimension);
    }
    return dimension;
  }

  private boolean configurationExists() {
    Object names = send(new ConfigSetAdminRequest.List()).get("configSets");
    return names instanceof Collection<?> all && all.contains(configuration);
  }

  /** If another process uploads at the same time, the files are compared afterwards. */
  private void upload(ConfigurationFiles files) {
    ConfigSetAdminRequest.Upload upload =
        new ConfigSetAdminRequest.Upload().setConfigSetName(configuration).setOverwrite(false);
    upload.setUploadStream(new ContentStreamBase.ByteArrayStream(files.zip(), "configset.zip"));
    try {
      var unused = send(upload);
    } catch (CorpusException e) {
      if (!configurationExists()) {
        throw e;
      }
    }
  }

  /** Reads a file of the configuration set; empty if there is no such file. */
  private String readConfiguration(String file) {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("path", "/configs/" + configuration + "/" + file);
    params.set("detail", true);
    GenericSolrRequest request =
        new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/zookeeper", params);
    request.setResponseParser(new JsonMapResponseParser());
    try {
      NamedList<Object> answer = collection.client().request(request, collection.name());
      return String.valueOf(answer._get(List.of("znode", "data"), ""));
    } catch (SolrServerException | IOException | RuntimeException e) {
      if (String.valueOf(e.getMessage()).contains("NoNode")) {
        return "";
      }
      throw SolrFailures.of(collection.name(), e);
    }
  }

  /**
   * Creates the collection with the uploaded configuration set, and waits until all its shards are
   * active.
   *
   * @param shards the number of shards, which is also the number of nodes that can share one search
   * @param replicas the number of copies of each shard
   * @throws CorpusException if the collection exists
   * @throws CorpusUnavailableException if not all shards are active after 60 seconds
   */
  public void create(int shards, int replicas) {
    if (shards < 1 || replicas < 1) {
      throw new IllegalArgumentException(
          "shards and replicas must be positive, were " + shards + " and " + replicas);
    }
    requireVersion();
    if (exists()) {
      throw new CorpusException(
          "The " + collection + " exists already. Use createIfMissing, or delete it first.");
    }
    var unused =
        send(
            CollectionAdminRequest.createCollection(
                collection.name(), configuration, shards, replicas));
    awaitActive();
  }

  private void awaitActive() {
    long end = System.nanoTime() + ACTIVE_TIMEOUT.toNanos();
    while (!isActive()) {
      if (System.nanoTime() > end) {
        throw new CorpusUnavailableException(
            "Not all shards of the "
                + collection
                + " are active after "
                + ACTIVE_TIMEOUT.toSeconds()
                + " seconds. Check the nodes of the cluster.");
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        throw SolrFailures.of(collection.name(), e);
      }
    }
  }

  private boolean isActive() {
    return collections().values().stream()
        .flatMap(each -> children(each, "shards"))
        .flatMap(each -> children(each, "replicas"))
        .allMatch(each -> "active".equals(each.get("state")));
  }

  private static Stream<Map<?, ?>> children(Map<?, ?> parent, String name) {
    return parent.get(name) instanceof Map<?, ?> children
        ? children.values().stream().map(each -> (Map<?, ?>) each)
        : Stream.of();
  }

  /** Returns the collection of this name, or that of an alias; empty if there is none. */
  private Map<String, Map<?, ?>> collections() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("action", "CLUSTERSTATUS");
    params.set("collection", collection.name());
    try {
      return collections(params);
    } catch (IndexNotFoundException e) {
      return Map.of();
    }
  }

  @SuppressWarnings("unchecked")
  private Map<String, Map<?, ?>> collections(ModifiableSolrParams params) {
    NamedList<Object> status =
        send(new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/collections", params));
    Object found = status._get(List.of("cluster", "collections"), Map.of());
    return (Map<String, Map<?, ?>>) requireNonNull(found);
  }

  /**
   * Checks that the collection has the schema and the router that this version of the library
   * needs, and that Solr is new enough.
   *
   * @param dimension the number of floats of a vector; 0 without vectors
   * @throws IndexNotFoundException if there is no collection of this name
   * @throws CorpusException if there are differences; the message lists all of them
   */
  public void check(int dimension) {
    requireVersion();
    Schema expected = Schema.parse(ConfigurationFiles.of(requireDimension(dimension)).schema());
    Object answer = requireNonNull(send(new SchemaRequest()).get("schema"), "schema");
    List<String> differences = expected.differences(Schema.of(answer));
    if (dimension == 0) {
      differences.removeIf(each -> each.contains("vectorDimension"));
    }
    collections()
        .forEach(
            (name, found) -> {
              Object router = found.get("router") instanceof Map<?, ?> map ? map.get("name") : null;
              if (!"compositeId".equals(router)) {
                differences.add("router is " + router + ", must be compositeId");
              }
            });
    if (!differences.isEmpty()) {
      throw mismatch(
          "The " + collection + " cannot be used",
          differences,
          "Create another collection with SolrSetup, and index the documents again.");
    }
  }

  private void requireVersion() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    NamedList<Object> info =
        send(new GenericSolrRequest(SolrRequest.METHOD.GET, "/admin/info/system", params));
    String version = String.valueOf(info._get(List.of("lucene", "solr-spec-version"), "unknown"));
    if (!isNewEnough(version)) {
      throw mismatch(
          "The " + collection + " cannot be used",
          List.of("the version of Solr is " + version + ", must be at least 9.9"),
          "Update Solr.");
    }
  }

  static boolean isNewEnough(String version) {
    String[] parts = version.split("[.-]", -1);
    try {
      int major = Integer.parseInt(parts[0]);
      return major > MAJOR || (major == MAJOR && Integer.parseInt(parts[1]) >= MINOR);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  /**
   * Deletes the collection with all its documents, and its configuration set unless another
   * collection uses it. If there is no such collection, only the configuration set is deleted.
   */
  public void delete() {
    if (exists()) {
      var unused = send(CollectionAdminRequest.deleteCollection(collection.name()));
    }
    if (configurationExists() && !isConfigurationUsed()) {
      var unused = send(new ConfigSetAdminRequest.Delete().setConfigSetName(configuration));
    }
  }

  private boolean isConfigurationUsed() {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("action", "CLUSTERSTATUS");
    return collections(params).values().stream()
        .anyMatch(each -> configuration.equals(each.get("configName")));
  }

  private NamedList<Object> send(SolrRequest<?> request) {
    try {
      return collection.client().request(request, collection.name());
    } catch (SolrServerException | IOException | RuntimeException e) {
      throw SolrFailures.of(collection.name(), e);
    }
  }
}
