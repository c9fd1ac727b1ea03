package dev.arag.solr.node.internal;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.embedded.SSLConfig;
import org.apache.solr.common.cloud.ClusterProperties;
import org.apache.solr.common.cloud.SolrZkClient;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.apache.zookeeper.KeeperException;

/**
 * Runs one Solr node in this process until its standard input ends. Arguments: the home directory,
 * the port, the address of ZooKeeper, and optionally a key store with the password {@value
 * #PASSWORD} for TLS. If the parent of the home directory has a file {@code security.json}, the
 * node stores it in ZooKeeper unless another node has.
 */
public final class SolrNodeMain {
  static final String PASSWORD = "secret";
  private static final int ZOOKEEPER_MILLIS = 30_000;

  private SolrNodeMain() {}

  public static void main(String[] args) throws Exception {
    try {
      run(args);
      System.exit(0);
    } catch (Exception e) {
      // Threads of the server would keep the process alive.
      e.printStackTrace();
      System.exit(1);
    }
  }

  private static void run(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    Properties properties = new Properties();
    properties.setProperty("zkHost", args[2]);
    JettyConfig.Builder config =
        new JettyConfig.Builder().setPort(Integer.parseInt(args[1])).setContext("/solr");
    if (args.length > 3) {
      // JettySolrRunner uses TLS only with this property.
      System.setProperty("jetty.testMode", "true");
      config.withSSLConfig(new SSLConfig(true, false, args[3], PASSWORD, args[3], PASSWORD));
    }
    Files.createDirectories(home);
    try (InputStream in = SolrNodeMain.class.getResourceAsStream("solr.xml")) {
      Files.write(home.resolve("solr.xml"), in.readAllBytes());
    }
    try (SolrZkClient zooKeeper =
        new SolrZkClient.Builder()
            .withUrl(args[2])
            .withTimeout(ZOOKEEPER_MILLIS, TimeUnit.MILLISECONDS)
            .build()) {
      if (args.length > 3) {
        new ClusterProperties(zooKeeper).setClusterProperty("urlScheme", "https");
      }
      Path security = home.resolveSibling("security.json");
      if (Files.exists(security)) {
        store(zooKeeper, Files.readAllBytes(security));
      }
    }
    JettySolrRunner runner = new JettySolrRunner(home.toString(), properties, config.build());
    runner.start(false);
    System.out.println("READY " + runner.getLocalPort());
    int read = System.in.read();
    while (read >= 0) {
      read = System.in.read();
    }
    runner.stop();
  }

  private static void store(SolrZkClient zooKeeper, byte[] security) throws Exception {
    try {
      zooKeeper.makePath("/security.json", security, true);
    } catch (KeeperException.NodeExistsException e) {
      // Another node was faster.
    }
  }
}
