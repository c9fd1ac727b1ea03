package dev.arag.solr.node;

import dev.arag.solr.node.internal.SolrNodeMain;
import dev.arag.solr.node.internal.ZooKeeperMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A SolrCloud cluster on the loopback interface: one ZooKeeper server and one or more Solr nodes,
 * each in a child process with a separate class path. The child processes end when this process
 * ends. A node keeps its port and its data when it is killed and started again. Not thread-safe.
 */
public final class LocalSolr implements AutoCloseable {
  private static final String CLASS_PATH = "class-path.txt";
  public static final String KEY_STORE_PASSWORD = "secret";
  private static final long START_SECONDS = 120;
  private static final long STOP_SECONDS = 30;

  private final Path directory;
  private final List<String> jvmOptions;
  private final List<Node> nodes = new ArrayList<>();
  private final @Nullable Path keyStore;
  private Child zooKeeper;

  /** A child process that has not printed its port yet. */
  private record Starting(String name, Process process, Path log) {}

  /** A running child process that has printed its port. */
  private record Child(Process process, int port) {}

  private static final class Node {
    final Path home;
    Child child;

    Node(Path home, Child child) {
      this.home = home;
      this.child = child;
    }
  }

  private LocalSolr(Path directory, @Nullable Path keyStore, List<String> jvmOptions)
      throws IOException {
    this.directory = directory;
    this.keyStore = keyStore;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.zooKeeper = startZooKeeper(0);
  }

  /**
   * Starts a cluster and waits until its nodes answer. A file {@code security.json} in the
   * directory configures authentication.
   *
   * @param directory the directory of the data and the log files, which is created if it is missing
   * @param nodes the number of Solr nodes
   * @throws java.io.UncheckedIOException if a process does not start; the message names its log
   *     file
   */
  public static LocalSolr start(Path directory, int nodes) {
    return start(directory, nodes, null, List.of());
  }

  /**
   * Like {@link #start(Path, int)}, with TLS and options.
   *
   * @param keyStore a key store with the password {@value #KEY_STORE_PASSWORD} for TLS, or null for
   *     plain HTTP
   * @param jvmOptions options of the JVM of each Solr node; ZooKeeper gets those that begin with
   *     -XX
   */
  public static LocalSolr start(
      Path directory, int nodes, @Nullable Path keyStore, List<String> jvmOptions) {
    try {
      LocalSolr cluster = new LocalSolr(Files.createDirectories(directory), keyStore, jvmOptions);
      try {
        cluster.addNodes(nodes);
        return cluster;
      } catch (IOException | RuntimeException e) {
        cluster.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts one more node and waits until it answers. Nodes are numbered from 0 in the order of
   * their start.
   */
  public void addNode() throws IOException {
    addNodes(1);
  }

  /** Starts nodes at the same time. */
  private void addNodes(int count) throws IOException {
    List<Starting> starting = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        starting.add(launchNode(directory.resolve("node" + (nodes.size() + i)), 0));
      }
      for (Starting node : starting) {
        nodes.add(new Node(directory.resolve(node.name()), await(node)));
      }
    } catch (IOException | RuntimeException e) {
      starting.forEach(node -> node.process().destroyForcibly());
      throw e;
    }
  }

  /**
   * The base URLs of all nodes, such as {@code http://127.0.0.1:8983/solr}. Nodes that were killed
   * or stopped are included.
   */
  public List<String> urls() {
    return nodes.stream().map(node -> address(node.child.port())).collect(Collectors.toList());
  }

  /** The base URL of one node. */
  public String url(int node) {
    return address(nodes.get(node).child.port());
  }

  private String address(int port) {
    return (keyStore == null ? "http" : "https") + "://127.0.0.1:" + port + "/solr";
  }

  /** The address of ZooKeeper, for example for {@code CloudHttp2SolrClient}. */
  public String zooKeeperAddress() {
    return "127.0.0.1:" + zooKeeper.port();
  }

  /** Whether the process of a node is running. */
  public boolean isRunning(int node) {
    return nodes.get(node).child.process().isAlive();
  }

  /** The process of a node, for example to suspend it. */
  public Process process(int node) {
    return nodes.get(node).child.process();
  }

  /** Kills a node with SIGKILL and waits for the end of its process. */
  public void kill(int node) {
    kill(nodes.get(node).child);
  }

  /**
   * Stops a node with SIGTERM, so that it shuts down in order, and waits for the end of its
   * process.
   */
  public void stop(int node) {
    stop(nodes.get(node).child);
  }

  /** Starts a node that was killed or stopped, with its data, on the same port. */
  public void restart(int node) throws IOException {
    Node restarted = nodes.get(node);
    restarted.child = await(launchNode(restarted.home, restarted.child.port()));
  }

  /** Kills ZooKeeper with SIGKILL. */
  public void killZooKeeper() {
    kill(zooKeeper);
  }

  /** Starts ZooKeeper with its data, on the same port. */
  public void restartZooKeeper() throws IOException {
    zooKeeper = startZooKeeper(zooKeeper.port());
  }

  private Child startZooKeeper(int port) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("-Xmx128m", "-Dzookeeper.admin.enableServer=false"));
    jvmOptions.stream().filter(option -> option.startsWith("-XX:")).forEach(options::add);
    return await(
        launch(
            "zookeeper",
            options,
            ZooKeeperMain.class,
            List.of(directory.resolve("zookeeper").toString(), String.valueOf(port))));
  }

  private Starting launchNode(Path home, int port) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-Xmx512m");
    options.add("-Dhost=127.0.0.1");
    options.add("-Dsolr.jetty.host=127.0.0.1");
    options.add("-DzkClientTimeout=5000");
    options.addAll(jvmOptions);
    List<String> arguments = new ArrayList<>();
    arguments.add(home.toString());
    arguments.add(String.valueOf(port));
    arguments.add(zooKeeperAddress());
    if (keyStore != null) {
      arguments.add(keyStore.toString());
      // The nodes also send requests to each other.
      options.add("-Djavax.net.ssl.trustStore=" + keyStore);
      options.add("-Djavax.net.ssl.trustStorePassword=" + KEY_STORE_PASSWORD);
    }
    return launch(home.getFileName().toString(), options, SolrNodeMain.class, arguments);
  }

  private Starting launch(String name, List<String> options, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(classPath());
    command.add(main.getName());
    command.addAll(arguments);
    Path log = directory.resolve(name + ".log");
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new Starting(name, process, log);
  }

  private static Child await(Starting starting) throws IOException {
    Process process = starting.process();
    CompletableFuture<Void> tooLate =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(START_SECONDS, TimeUnit.SECONDS));
    try {
      return new Child(process, readPort(starting));
    } finally {
      tooLate.cancel(false);
    }
  }

  /** Reads the output up to the line with the port. A thread then reads the rest into the log. */
  private static int readPort(Starting starting) throws IOException {
    Process process = starting.process();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith("READY ")) {
        drain(output);
        return Integer.parseInt(line.substring("READY ".length()));
      }
    }
    process.destroyForcibly();
    throw new IOException(
        starting.name()
            + " did not start, or took longer than "
            + START_SECONDS
            + " s; see "
            + starting.log());
  }

  private static void drain(BufferedReader output) {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (output.readLine() != null) {
                  // A full pipe would stop the process.
                }
              } catch (IOException e) {
                // The process was killed.
              }
            },
            "local-solr-output");
    reader.setDaemon(true);
    reader.start();
  }

  private static String classPath() throws IOException {
    try (InputStream in = LocalSolr.class.getResourceAsStream(CLASS_PATH)) {
      if (in == null) {
        throw new IOException(
            "The resource " + CLASS_PATH + " is missing: build this module first");
      }
      String libraries = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
      return ownLocation() + System.getProperty("path.separator") + libraries;
    }
  }

  private static Path ownLocation() {
    return Path.of(
        java.net.URI.create(
            LocalSolr.class.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static void kill(Child child) {
    child.process().destroyForcibly();
    awaitEnd(child);
  }

  private static void stop(Child child) {
    try {
      child.process().getOutputStream().close();
    } catch (IOException e) {
      // The process has ended.
    }
    awaitEnd(child);
  }

  private static void awaitEnd(Child child) {
    try {
      if (!child.process().waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        child.process().destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      child.process().destroyForcibly();
    }
  }

  /** Kills all processes. The files remain. */
  @Override
  public void close() {
    nodes.forEach(node -> kill(node.child));
    kill(zooKeeper);
  }
}
