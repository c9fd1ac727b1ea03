package dev.arag.connect.internal.git;

import dev.arag.connect.spi.Entry;
import dev.arag.connect.spi.Listing;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.PathFilter;

/** The files of one commit. */
public final class GitListing implements Listing {
  private static final byte[] LFS_POINTER =
      "version https://git-lfs.github.com/spec/".getBytes(StandardCharsets.US_ASCII);

  private final GitSettings settings;
  private final GitCache cache;
  private final Repository repository;
  private final TreeWalk walk;

  private GitListing(GitCache cache, GitSettings settings) throws IOException {
    this.settings = settings;
    this.cache = cache;
    this.repository = cache.repository();
    this.walk = new TreeWalk(repository);
    try (RevWalk commits = new RevWalk(repository)) {
      walk.addTree(commits.parseTree(cache.commit()));
    }
    walk.setRecursive(true);
    if (settings.path() != null) {
      walk.setFilter(PathFilter.create(settings.path()));
    }
  }

  /** Fetches the newest commit of the branch or tag. */
  public static Listing open(GitSettings settings) throws IOException, InterruptedException {
    GitCache cache = GitCache.open(settings);
    try {
      cache.fetch();
      return new GitListing(cache, settings);
    } catch (IOException e) {
      cache.close();
      throw damaged(settings, e);
    } catch (Throwable e) {
      cache.close();
      throw e;
    }
  }

  private static IOException damaged(GitSettings settings, IOException e) {
    return new IOException(
        "the repository in its cache folder %s is damaged (%s); delete this folder"
            .formatted(settings.cache(), e.getMessage()),
        e);
  }

  @Override
  public Optional<Entry> next() throws IOException {
    while (advance()) {
      String path = walk.getPathString();
      boolean isFile = (walk.getRawMode(0) & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
      if (isFile && !path.startsWith(".") && !path.contains("/.")) {
        return Optional.of(Entry.of(path, walk.getObjectId(0).name()));
      }
    }
    return Optional.empty();
  }

  private boolean advance() throws IOException {
    try {
      return walk.next();
    } catch (IOException e) {
      throw damaged(settings, e);
    }
  }

  @Override
  public Content read(Entry entry) throws IOException {
    InputStream stream =
        new BufferedInputStream(
            repository.open(ObjectId.fromString(entry.revision())).openStream());
    stream.mark(LFS_POINTER.length);
    if (Arrays.equals(stream.readNBytes(LFS_POINTER.length), LFS_POINTER)) {
      stream.close();
      throw new IOException("its content is in Git LFS, which is not supported");
    }
    stream.reset();
    return new Content(stream, entry.fileName());
  }

  @Override
  public void close() {
    walk.close();
    cache.close();
  }
}
