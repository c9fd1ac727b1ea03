package dev.arag.connect.internal.git;

import static java.util.Objects.requireNonNull;

import dev.arag.connect.internal.Failures;
import dev.arag.index.source.RemoteSourceException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.TransportCommand;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.api.errors.JGitInternalException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.TagOpt;
import org.eclipse.jgit.transport.UsernamePasswordCredentialsProvider;
import org.jspecify.annotations.Nullable;

/**
 * A bare repository in the cache folder, which has the newest commit that was fetched. Only one
 * process at a time uses it.
 */
final class GitCache implements AutoCloseable {
  private static final String LOCAL_REF = "refs/arag/source";
  private static final int TIMEOUT_SECONDS = 60;

  private final GitSettings settings;
  private final FileChannel channel;
  private final Repository repository;
  private @Nullable ObjectId commit;

  private GitCache(GitSettings settings, FileChannel channel) throws IOException {
    this.settings = settings;
    this.channel = channel;
    Path folder = settings.cache().resolve("repository.git");
    deleteLocks(folder);
    this.repository =
        new FileRepositoryBuilder()
            .setGitDir(folder.toFile())
            .setBare()
            .setMustExist(false)
            .build();
    if (!Files.exists(folder.resolve(Constants.HEAD))) {
      repository.create(true);
    }
  }

  static GitCache open(GitSettings settings) throws IOException {
    Files.createDirectories(settings.cache());
    FileChannel channel =
        FileChannel.open(
            settings.cache().resolve("arag.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      if (!isLocked(channel)) {
        throw new RemoteSourceException(
            "The folder %s is in use by another sync. Sync again when it has finished, or use another folder."
                .formatted(settings.cache()),
            true,
            null);
      }
      return new GitCache(settings, channel);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** A killed process leaves lock files of JGit. */
  private static void deleteLocks(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> locks;
    try (Stream<Path> files = Files.walk(folder)) {
      locks = files.filter(file -> file.toString().endsWith(".lock")).toList();
    }
    for (Path lock : locks) {
      Files.deleteIfExists(lock);
    }
  }

  Repository repository() {
    return repository;
  }

  ObjectId commit() {
    return requireNonNull(commit);
  }

  /** Fetches the branch or tag if the cache does not have its newest commit. */
  void fetch() throws IOException, InterruptedException {
    try {
      Ref remote = remoteRef();
      ObjectId newest = remote.getObjectId();
      if (!newest.equals(repository.resolve(LOCAL_REF))) {
        RefSpec spec = new RefSpec(remote.getName() + ":" + LOCAL_REF).setForceUpdate(true);
        configure(
                Git.wrap(repository)
                    .fetch()
                    .setRemote(settings.url())
                    .setRefSpecs(spec)
                    .setTagOpt(TagOpt.NO_TAGS)
                    .setDepth(1)
                    .setProgressMonitor(new Cancellation()))
            .call();
        newest = repository.resolve(LOCAL_REF);
      }
      commit = newest;
    } catch (GitAPIException | JGitInternalException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted while fetching.");
      }
      throw newException(e);
    }
  }

  private Ref remoteRef() throws GitAPIException {
    Map<String, Ref> refs =
        configure(Git.lsRemoteRepository().setRemote(settings.url())).callAsMap();
    String branch = settings.branch();
    return Stream.of("", Constants.R_HEADS, Constants.R_TAGS)
        .map(prefix -> refs.get(prefix + Objects.requireNonNullElse(branch, Constants.HEAD)))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow(
            () ->
                new RemoteSourceException(
                    branch == null
                        ? "The default branch of the repository %s has no commits. Set the branch."
                            .formatted(settings.url())
                        : "The repository %s has no branch or tag %s."
                            .formatted(settings.url(), branch),
                    false,
                    null));
  }

  private <C extends TransportCommand<C, ?>> C configure(C command) {
    command.setTimeout(TIMEOUT_SECONDS);
    if (settings.password() != null) {
      command.setCredentialsProvider(
          new UsernamePasswordCredentialsProvider(settings.user(), settings.password()));
    }
    return command;
  }

  private RemoteSourceException newException(Exception e) {
    String message = Failures.message(e).replace(settings.url() + ": ", "");
    boolean isDenied =
        message.contains("not authorized")
            || message.contains("no CredentialsProvider")
            || message.contains("not permitted");
    boolean isMissing = message.contains("not found");
    String cause = isMissing ? "not found" : message;
    return new RemoteSourceException(
        "The repository %s cannot be read: %s. %s"
            .formatted(
                settings.url(),
                cause,
                isDenied
                    ? "Check the user name and the password or token."
                    : isMissing
                        ? "Check the address."
                        : "Check the address, or sync again to continue."),
        !isDenied && !isMissing,
        e);
  }

  /** Ends a fetch if the thread is interrupted. */
  private static final class Cancellation extends EmptyProgressMonitor {
    @Override
    public boolean isCancelled() {
      return Thread.currentThread().isInterrupted();
    }
  }

  @Override
  public void close() {
    try (channel) {
      repository.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
