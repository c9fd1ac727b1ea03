package dev.arag.web.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.index.Index;
import dev.arag.index.internal.ingest.ParseThread;
import dev.arag.index.spi.IngestLimits;
import dev.arag.index.spi.ParsedFile;
import dev.arag.index.spi.UnreadableSourceException;
import dev.arag.web.internal.http.HttpFailure;
import dev.arag.web.internal.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * Sends images of pages of the files that documents were read from. One page is drawn at a time, on
 * the kind of thread that parses files, and the last ones are kept in memory. Thread-safe.
 */
public final class OriginalPages {
  private static final int MAX_KEPT = 16;

  private final Index index;
  private final Catalogue documents;
  private final Drawing drawing;
  private final Object drawingLock = new Object();

  /** Used while {@link #drawingLock} is held. It is replaced without this lock. */
  private volatile Map<Key, Image> kept = new Images();

  /** The images that were used last. */
  private static final class Images extends LinkedHashMap<Key, Image> {
    Images() {
      super(MAX_KEPT, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Key, Image> eldest) {
      return size() > MAX_KEPT;
    }
  }

  /** Draws a page of a file as a PNG image. */
  public interface Drawing {
    byte[] draw(Path file, int page) throws IOException;
  }

  /**
   * @param hash the SHA-256 of the file, in lower-case hexadecimal digits
   */
  private record Image(byte[] png, String hash) {}

  /** A file as it was at one time. */
  private record State(Path file, FileTime modified, long bytes) {}

  private record Key(State state, int page) {}

  /**
   * @param documents the documents that the page may show
   */
  public OriginalPages(Index index, Catalogue documents, Drawing drawing) {
    this.index = index;
    this.documents = documents;
    this.drawing = drawing;
  }

  /** Returns whether the file of a document is available; that of an upload is not. */
  public boolean hasFile(String document) {
    return index.file(document).isPresent();
  }

  /**
   * Answers with the image of a page. The request names the document and the number of the page.
   * The header {@code X-Arag-Changed} says whether the file has changed since it was indexed:
   * {@code true}, {@code false}, or {@code unknown} if the document has no hash of its file.
   */
  public void page(ServerRequest request) throws IOException, InterruptedException {
    JsonNode body = request.body(100_000);
    String document = ServerRequest.text(body, "document", 10_000);
    int page = body.path("page").asInt(0);
    if (page < 1) {
      throw HttpFailure.badRequest("The field page must be a number from 1.");
    }
    CatalogueEntry entry =
        documents.within(Scope.documents(document)).documents(Slice.first(1)).stream()
            .findFirst()
            .orElseThrow(() -> QuestionScope.unknown(document));
    Path file =
        index
            .file(document)
            .orElseThrow(() -> HttpFailure.notFound("The file of this document is not available."));
    Image image;
    try {
      image = image(file, page);
    } catch (UnreadableSourceException e) {
      throw new HttpFailure(422, "The page cannot be drawn: " + e.getMessage() + ".");
    } catch (IOException e) {
      throw new HttpFailure(422, "The file of this document cannot be read.");
    }
    Object hash = entry.metadata().get(ParsedFile.FILE_SHA256);
    String isChanged = hash == null ? "unknown" : String.valueOf(!hash.equals(image.hash()));
    request.header("X-Arag-Changed", isChanged);
    request.bytes(200, "image/png", image.png());
  }

  private Image image(Path file, int page) throws IOException, InterruptedException {
    synchronized (drawingLock) {
      Map<Key, Image> images = kept;
      State state = new State(file, Files.getLastModifiedTime(file), Files.size(file));
      Key key = new Key(state, page);
      Image image = images.get(key);
      if (image == null) {
        image = new Image(draw(file, page), hash(state, images));
        images.put(key, image);
      }
      return image;
    }
  }

  private byte[] draw(Path file, int page) throws IOException, InterruptedException {
    Duration limit = IngestLimits.defaults().parseTime();
    byte[] png;
    try (ParseThread thread = new ParseThread()) {
      png = thread.run(limit, () -> drawing.draw(file, page));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("The page could not be drawn.", e.getCause());
    }
    if (png == null) {
      throw new UnreadableSourceException("it took longer than " + limit.toSeconds() + " seconds");
    }
    return png;
  }

  private static String hash(State state, Map<Key, Image> images) throws IOException {
    for (Map.Entry<Key, Image> each : images.entrySet()) {
      if (each.getKey().state().equals(state)) {
        return each.getValue().hash();
      }
    }
    return hash(state.file());
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  private static String hash(Path file) throws IOException {
    MessageDigest digest = newDigest();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Deletes all images, because a document may have been deleted. Does not wait for a drawing. */
  public void clear() {
    kept = new Images();
  }
}
