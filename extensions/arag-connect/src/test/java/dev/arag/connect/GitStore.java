package dev.arag.connect;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.api.Git;

/** A Git repository in a folder, with a commit before each sync. */
final class GitStore implements TestStore {
  private final Path work;
  private final Path cache;
  private final Git git;

  GitStore(Path folder) throws Exception {
    work = folder.resolve("handbook");
    cache = folder.resolve("cache");
    git = Git.init().setDirectory(work.toFile()).setInitialBranch("main").call();
  }

  @Override
  public void put(String path, String text) throws Exception {
    Path file = work.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    git.add().addFilepattern(path).call();
  }

  @Override
  public void delete(String path) throws Exception {
    git.rm().addFilepattern(path).call();
  }

  private void commit() throws Exception {
    git.commit().setMessage("any").setAuthor("a", "a@b").setSign(false).call();
  }

  Git git() {
    return git;
  }

  Path work() {
    return work;
  }

  @Override
  public GitConnector connector() throws Exception {
    commit();
    return GitConnector.of(work.toString(), cache);
  }

  @Override
  public void close() {
    git.close();
  }
}
