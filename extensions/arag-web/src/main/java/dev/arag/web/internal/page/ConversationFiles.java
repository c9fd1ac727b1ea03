package dev.arag.web.internal.page;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.error.AragException;
import dev.arag.core.text.ChunkId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Stores conversations in a folder, one file each, in UTF-8. A file has one line for each question:
 *
 * <pre>
 * header (JSON, {@link AskedQuestion.Header}) TAB trajectory (JSON, its increment) LF
 * </pre>
 *
 * <p>A line is only ever added at the end, under a lock of the file. A last line without LF was not
 * written completely; it is ignored, and replaced by the next question. Only the owner can read the
 * files, where the file system has such permissions.
 */
public final class ConversationFiles {
  /** When there are more, those that were used least recently are deleted. */
  static final int MAX_CONVERSATIONS = 200;

  private static final Logger LOG = System.getLogger("dev.arag.web.page");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII) // also halves of surrogate pairs
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private static final String SUFFIX = ".conversation";

  /** Its time is that of the last purge. */
  private static final String PURGED = "purged";

  private static final int LOOKUP_SIZE = 1_000;

  /** Locks of files do not exclude other threads of this process. */
  private static final Object LOCK = new Object();

  private final Path folder;

  public ConversationFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * The content of a file.
   *
   * @param bytes the length of its complete lines
   * @param isTorn whether an incomplete line follows
   */
  record Content(List<AskedQuestion> questions, long bytes, boolean isTorn) {}

  /** A line of a file without its trajectory, and the trajectory as bytes. */
  private record Line(AskedQuestion.Header header, String trajectory) {}

  /** A file was changed or deleted by another program. */
  static final class ChangedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    ChangedFileException(String message) {
      super(message);
    }
  }

  /** Returns the conversations, the last used first. */
  List<ConversationView> list() {
    List<ConversationView> conversations = new ArrayList<>();
    for (Path file : files()) {
      try {
        conversations.add(
            new ConversationView(
                id(file),
                title(file),
                Files.getLastModifiedTime(file).toInstant().toString(),
                questions(file)));
      } catch (IOException e) {
        // Another program deletes files, too.
      }
    }
    return conversations;
  }

  /** The first question is the first field of the file. */
  private static String title(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser json = JSON.getFactory().createParser(in)) {
      json.nextToken();
      json.nextToken();
      return String.valueOf(json.nextTextValue());
    } catch (JsonProcessingException e) {
      return "(unreadable)";
    }
  }

  /** Returns one more than the number of questions before the last one; 0 if it is unreadable. */
  private static int questions(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = endOfLines(bytes);
    int start = Math.max(0, end - 1);
    while (start > 0 && bytes[start - 1] != '\n') {
      start--;
    }
    try {
      return end == 0 ? 0 : header(bytes, start, end).earlier() + 1;
    } catch (JsonProcessingException e) {
      return 0;
    }
  }

  /** Whether there are no conversations; false if the folder cannot be read. */
  boolean isEmpty() {
    try {
      return files().isEmpty();
    } catch (AragException e) {
      return false; // The list reports it.
    }
  }

  /** Returns the files, the last written first. */
  private List<Path> files() {
    record Dated(Path file, FileTime time) {}
    List<Dated> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        found.add(new Dated(file, Files.getLastModifiedTime(file)));
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw failure("cannot be listed", folder, e);
    }
    return found.stream()
        .sorted(Comparator.comparing(Dated::time).reversed().thenComparing(Dated::file))
        .map(Dated::file)
        .toList();
  }

  private static AragException failure(String what, Path file, Exception cause) {
    return new AragException("The conversations in " + file + " " + what + ": " + cause, cause);
  }

  private static String id(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private Path file(String id) {
    return folder.resolve(id + SUFFIX);
  }

  /** Returns the length of the file of a conversation; 0 if there is none. */
  long bytes(String id) {
    try {
      return Files.size(file(id));
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Reads a conversation. Empty if there is none.
   *
   * @throws AragException if the file cannot be read or is corrupt
   */
  Optional<Content> load(String id) {
    Path file = file(id);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      int end = endOfLines(bytes);
      if (end < bytes.length) {
        LOG.log(Level.WARNING, "{0}: the last question was not stored completely.", file);
      }
      List<Line> lines = new ArrayList<>();
      for (Line line : lines(bytes, end)) {
        int earlier = Math.min(line.header().earlier(), lines.size());
        lines.subList(earlier, lines.size()).clear();
        lines.add(line);
      }
      return lines.isEmpty()
          ? Optional.empty()
          : Optional.of(new Content(questions(lines), end, end < bytes.length));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | AragException e) {
      throw new AragException(
          "The conversation in " + file + " cannot be read. Delete the file if it is corrupt.", e);
    }
  }

  private static List<AskedQuestion> questions(List<Line> lines) {
    List<Trajectory> trajectories =
        Trajectory.parseIncrements(lines.stream().map(Line::trajectory).toList());
    List<AskedQuestion> questions = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      questions.add(new AskedQuestion(lines.get(i).header(), trajectories.get(i)));
    }
    return questions;
  }

  private static int endOfLines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static List<Line> lines(byte[] bytes, int end) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (int start = 0; start < end; ) {
      int lineEnd = indexOf(bytes, '\n', start, end);
      int tab = indexOf(bytes, '\t', start, lineEnd);
      int text = Math.min(tab + 1, lineEnd);
      lines.add(
          new Line(
              header(bytes, start, lineEnd),
              new String(bytes, text, lineEnd - text, StandardCharsets.UTF_8)));
      start = lineEnd + 1;
    }
    return lines;
  }

  private static AskedQuestion.Header header(byte[] bytes, int start, int end) throws IOException {
    int tab = indexOf(bytes, '\t', start, end);
    return JSON.readValue(bytes, start, tab - start, AskedQuestion.Header.class);
  }

  /** Returns the index of a byte, or the end. */
  private static int indexOf(byte[] bytes, int searched, int start, int end) {
    int at = start;
    while (at < end && bytes[at] != searched) {
      at++;
    }
    return at;
  }

  /**
   * Adds a question.
   *
   * @param bytes the length of the file without this question; 0 for a new file
   * @return the new length
   * @throws ChangedFileException if another program has changed or deleted the file
   */
  long append(String id, long bytes, AskedQuestion question) throws IOException {
    byte[] line = line(question);
    synchronized (LOCK) {
      return append(file(id), bytes, line);
    }
  }

  private static byte[] line(AskedQuestion question) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(JSON.writeValueAsBytes(question.header()));
    line.write('\t');
    line.writeBytes(question.trajectory().toIncrement().getBytes(StandardCharsets.UTF_8));
    line.write('\n');
    return line.toByteArray();
  }

  private long append(Path file, long bytes, byte[] line) throws IOException {
    boolean isNew = bytes == 0;
    if (isNew) {
      createFolder();
      deleteOldest();
    }
    try (FileChannel channel = open(file, isNew)) {
      // Closing the channel releases the lock.
      FileLock unused = channel.lock();
      truncateTornLine(channel, bytes);
      ByteBuffer rest = ByteBuffer.wrap(line);
      try {
        while (rest.hasRemaining()) {
          channel.write(rest, bytes + rest.position());
        }
        channel.force(true);
      } catch (IOException e) {
        channel.truncate(bytes);
        throw e;
      }
      return bytes + line.length;
    } catch (NoSuchFileException e) {
      throw new ChangedFileException(
          "This conversation was deleted, so its answers are not stored.");
    }
  }

  private void createFolder() throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      try {
        Files.createDirectory(folder, permissions("rwx------"));
      } catch (FileAlreadyExistsException e) {
        // Another server creates it.
      }
    }
  }

  private FileChannel open(Path file, boolean isNew) throws IOException {
    Set<OpenOption> options =
        isNew
            ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    return FileChannel.open(file, options, permissions("rw-------"));
  }

  private FileAttribute<?>[] permissions(String permissions) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** Leaves the complete lines that this server has read or written. */
  private static void truncateTornLine(FileChannel channel, long bytes) throws IOException {
    if (channel.size() < bytes) {
      throw changed();
    }
    ByteBuffer part = ByteBuffer.allocate(1 << 16);
    for (long at = bytes; channel.read(part, at) > 0; at += part.position(), part.clear()) {
      if (indexOf(part.array(), '\n', 0, part.position()) < part.position()) {
        throw changed();
      }
    }
    channel.truncate(bytes);
  }

  private static ChangedFileException changed() {
    return new ChangedFileException(
        "Another server has continued this conversation, so this answer is not stored. Reload the"
            + " page.");
  }

  /** Leaves room for a new conversation. */
  private void deleteOldest() throws IOException {
    List<Path> files = files();
    for (Path file : files.subList(Math.min(files.size(), MAX_CONVERSATIONS - 1), files.size())) {
      Files.deleteIfExists(file);
    }
  }

  void delete(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw failure("cannot be deleted", file(id), e);
    }
  }

  /**
   * Deletes the conversations that contain text of documents that are not in a corpus.
   *
   * @param isPurge whether to delete those with text of earlier versions of a document, incomplete
   *     lines, and conversations that cannot be read
   * @return the ids of the deleted conversations
   */
  public Set<String> deleteOutdated(Catalogue corpus, boolean isPurge) {
    if (isPurge) {
      notePurge();
    }
    Map<Path, Optional<Set<String>>> used = new LinkedHashMap<>();
    files().forEach(file -> used.put(file, used(file, isPurge)));
    Set<String> ids =
        used.values().stream()
            .flatMap(Optional::stream)
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
    Set<String> missing = isPurge ? missingChunks(corpus, ids) : missing(corpus, ids);
    Set<String> deleted = new HashSet<>();
    used.forEach(
        (file, found) -> {
          if (found.isEmpty() ? isPurge : !Collections.disjoint(found.get(), missing)) {
            delete(id(file));
            deleted.add(id(file));
          }
        });
    return deleted;
  }

  /**
   * Returns the ids of the documents or, for a purge, of the chunks in a file; empty if the file is
   * corrupt. A purge deletes an incomplete line.
   */
  private static Optional<Set<String>> used(Path file, boolean isPurge) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int end = endOfLines(bytes);
      if (isPurge && end < bytes.length) {
        truncate(file, end);
      }
      Set<String> ids = new HashSet<>();
      for (Line line : lines(bytes, end)) {
        ids.addAll(isPurge ? line.header().chunks() : line.header().documents());
      }
      return Optional.of(ids);
    } catch (NoSuchFileException e) {
      return Optional.of(Set.of());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failure("cannot be read", file, e);
    }
  }

  private static void truncate(Path file, long bytes) throws IOException {
    synchronized (LOCK) {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
        FileLock unused = channel.lock();
        truncateTornLine(channel, bytes);
      } catch (ChangedFileException e) {
        // A server was writing the line, and has completed it.
      }
    }
  }

  /** A question that is being answered can contain purged text, and is stored only later. */
  private void notePurge() {
    try {
      if (Files.isDirectory(folder)) {
        Files.write(folder.resolve(PURGED), new byte[0]);
      }
    } catch (IOException e) {
      throw failure("cannot be purged", folder, e);
    }
  }

  boolean isPurgedSince(Instant start) {
    try {
      return !Files.getLastModifiedTime(folder.resolve(PURGED)).toInstant().isBefore(start);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the ids that are not those of a document in a corpus. */
  static Set<String> missing(Catalogue corpus, Collection<String> ids) {
    return missing(
        ids,
        part ->
            corpus.within(Scope.documents(part)).documents(Slice.first(part.size())).stream()
                .map(CatalogueEntry::id)
                .toList());
  }

  static Set<String> missingChunks(Catalogue corpus, Collection<String> ids) {
    return missing(
        ids,
        part ->
            corpus.read(part.stream().map(ChunkId::new).toList()).stream()
                .map(chunk -> chunk.id().value())
                .toList());
  }

  private static Set<String> missing(
      Collection<String> ids, Function<List<String>, List<String>> find) {
    List<String> list = List.copyOf(ids);
    Set<String> missing = new HashSet<>(list);
    for (int i = 0; i < list.size(); i += LOOKUP_SIZE) {
      find.apply(list.subList(i, Math.min(list.size(), i + LOOKUP_SIZE))).forEach(missing::remove);
    }
    return missing;
  }
}
