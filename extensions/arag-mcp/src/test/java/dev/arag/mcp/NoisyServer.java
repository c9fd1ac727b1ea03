package dev.arag.mcp;

import dev.arag.agent.Agent;
import dev.arag.extractive.ExtractiveChatModel;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server in a process of its own that logs to standard output and prints, as an application with
 * logback may. With a port as its argument it serves HTTP.
 */
public final class NoisyServer {
  private static final Logger LOG = LoggerFactory.getLogger(NoisyServer.class);

  private NoisyServer() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    TestCorpus corpus = new TestCorpus();
    McpTools tools =
        McpTools.of(corpus)
            .checkQuotes()
            .ask(Agent.builder(corpus, new ExtractiveChatModel()).build());
    if (args.length > 0) {
      try (McpHttp server = McpHttp.start(tools, Integer.parseInt(args[0]))) {
        System.out.println(server.uri());
        Thread.sleep(Long.MAX_VALUE);
      }
    }
    PrintStream before = System.out;
    Thread noise =
        new Thread(
            () -> {
              while (System.out == before) {
                Thread.onSpinWait();
              }
              while (true) {
                System.out.println("noise");
                LOG.warn("noise of the log");
                LockSupport.parkNanos(1_000_000);
              }
            });
    noise.setDaemon(true);
    McpTools noisy = tools.failureListener((tool, failure) -> LOG.error("{}", tool, failure));
    noise.start();
    McpStdio.serve(noisy);
  }
}
