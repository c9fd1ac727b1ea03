package dev.arag.solr.node.internal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * Runs one ZooKeeper server on the loopback interface until its standard input ends. Arguments: the
 * data directory and the port.
 */
public final class ZooKeeperMain {
  private static final int TICK_MILLIS = 1_000;

  private ZooKeeperMain() {}

  public static void main(String[] args) {
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
    Path data = Path.of(args[0]);
    ZooKeeperServer server = new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MILLIS);
    ServerCnxnFactory factory =
        ServerCnxnFactory.createFactory(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])), 0);
    factory.startup(server);
    System.out.println("READY " + factory.getLocalPort());
    int read = System.in.read();
    while (read >= 0) {
      read = System.in.read();
    }
    factory.shutdown();
  }
}
