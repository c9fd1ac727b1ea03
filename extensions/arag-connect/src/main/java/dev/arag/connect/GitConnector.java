package dev.arag.connect;

import static java.util.Objects.requireNonNull;

import dev.arag.connect.internal.Libraries;
import dev.arag.connect.internal.StoreAddress;
import dev.arag.connect.internal.git.GitListing;
import dev.arag.connect.internal.git.GitSettings;
import dev.arag.connect.spi.Listing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The files of one branch or tag of a Git repository. The revision of a file is the id of its blob.
 * Only the newest commit is fetched, into a bare repository in a folder of the application; a sync
 * of an unchanged branch fetches nothing. Files and folders whose names begin with a dot are
 * ignored, as are symbolic links and submodules. Files in Git LFS are reported as skipped.
 *
 * <p>Requires {@code org.eclipse.jgit:org.eclipse.jgit} on the class path. Addresses can be {@code
 * https}, {@code http}, {@code git}, or the path of a repository; not SSH. Immutable.
 */
public final class GitConnector implements Connector {
  /** An address with the scheme of SSH, or like {@code git@host:path}. */
  private static final Pattern SSH =
      Pattern.compile("(ssh|sftp|git\\+ssh)://.*|(?!file:)[^/:\\\\]{2,}:(?!//).*");

  private final GitSettings settings;

  private GitConnector(GitSettings settings) {
    this.settings = settings;
  }

  /**
   * Returns a connector for the default branch of a repository.
   *
   * @param url the address of the repository, or its path; user name and password in it are used,
   *     but never stored or shown
   * @param cache a folder that only this repository uses; created if it is missing. If it is
   *     deleted, the next sync fetches all files of the newest commit
   */
  public static GitConnector of(String url, Path cache) {
    StoreAddress address = StoreAddress.of(url);
    if (SSH.matcher(address.clean()).matches()) {
      throw new IllegalArgumentException(
          "Cannot use %s: SSH is not supported. Use https with a token, or clone the repository and pass its path."
              .formatted(address.clean()));
    }
    return new GitConnector(
        new GitSettings(
            absolute(address.clean()),
            requireNonNull(cache, "cache"),
            null,
            null,
            address.user(),
            address.password()));
  }

  private static String absolute(String url) {
    return url.contains(":") ? url : Path.of(url).toAbsolutePath().normalize().toString();
  }

  /** Sets the branch or tag. Default: the default branch of the repository. */
  public GitConnector branch(String branchOrTag) {
    requireNonNull(branchOrTag, "branchOrTag");
    return new GitConnector(settings.withBranch(branchOrTag));
  }

  /** Sets the folder or file to read, such as {@code docs}. Default: the whole repository. */
  public GitConnector path(String folderOrFile) {
    return new GitConnector(settings.withPath(requireNonNull(folderOrFile, "folderOrFile")));
  }

  /**
   * Sets the credentials. Default: those of the address.
   *
   * @param password a password or an access token
   */
  public GitConnector credentials(String user, String password) {
    requireNonNull(user, "user");
    requireNonNull(password, "password");
    return new GitConnector(settings.withCredentials(user, password));
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public String location() {
    return settings.location();
  }

  @Override
  public Listing list() throws IOException, InterruptedException {
    return Libraries.require("org.eclipse.jgit:org.eclipse.jgit", () -> GitListing.open(settings));
  }

  @Override
  public String toString() {
    return location();
  }
}
