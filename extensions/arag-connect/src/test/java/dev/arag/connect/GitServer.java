package dev.arag.connect;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PacketLineOut;
import org.eclipse.jgit.transport.RefAdvertiser.PacketLineOutRefAdvertiser;
import org.eclipse.jgit.transport.UploadPack;

/** Serves a repository over HTTP, to the user {@code joe} with the password {@code s3cr+t}. */
final class GitServer implements AutoCloseable {
  private static final String SERVICE = "git-upload-pack";

  private final HttpServer server;
  private final Repository repository;

  /** The answers in place of those of Git, by the end of the path. */
  final Map<String, HttpHandler> answers = new ConcurrentHashMap<>();

  GitServer(Repository repository) throws IOException {
    this.repository = repository;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server
        .createContext("/handbook.git", this::handle)
        .setAuthenticator(
            new BasicAuthenticator("any") {
              @Override
              public boolean checkCredentials(String user, String password) {
                return user.equals("joe") && password.equals("s3cr+t");
              }
            });
    server.start();
  }

  /** The address, with the user and the given password in percent-encoding. */
  String url(String password) {
    return "http://joe:%s@127.0.0.1:%d/handbook.git"
        .formatted(password, server.getAddress().getPort());
  }

  private void handle(HttpExchange exchange) throws IOException {
    String name = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
    HttpHandler answer = answers.get(name);
    try (exchange) {
      if (answer != null) {
        answer.handle(exchange);
      } else if (name.equals("refs")) {
        advertise(exchange);
      } else {
        upload(exchange);
      }
    }
  }

  private void advertise(HttpExchange exchange) throws IOException {
    try (OutputStream body = begin(exchange, "advertisement")) {
      PacketLineOut out = new PacketLineOut(body);
      out.writeString("# service=" + SERVICE + "\n");
      out.end();
      UploadPack upload = new UploadPack(repository);
      upload.setBiDirectionalPipe(false);
      upload.sendAdvertisedRefs(new PacketLineOutRefAdvertiser(out));
    }
  }

  void upload(HttpExchange exchange) throws IOException {
    InputStream request = exchange.getRequestBody();
    boolean isZipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    try (InputStream in = isZipped ? new GZIPInputStream(request) : request;
        OutputStream out = begin(exchange, "result")) {
      UploadPack upload = new UploadPack(repository);
      upload.setBiDirectionalPipe(false);
      upload.upload(in, out, null);
    }
  }

  private static OutputStream begin(HttpExchange exchange, String type) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/x-" + SERVICE + "-" + type);
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
