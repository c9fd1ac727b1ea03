package dev.arag.connect.internal.git;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a Git connector.
 *
 * @param url the address without credentials
 * @param branch a branch or tag; null for the default branch
 * @param path the folder or file to read; null for the whole repository
 */
public record GitSettings(
    String url,
    Path cache,
    @Nullable String branch,
    @Nullable String path,
    @Nullable String user,
    @Nullable String password) {
  public GitSettings withBranch(String newBranch) {
    return new GitSettings(url, cache, newBranch, path, user, password);
  }

  public GitSettings withPath(String newPath) {
    String folder = newPath.replaceAll("^/+|/+$", "");
    return new GitSettings(url, cache, branch, folder.isEmpty() ? null : folder, user, password);
  }

  public GitSettings withCredentials(String newUser, String newPassword) {
    return new GitSettings(url, cache, branch, path, newUser, newPassword);
  }

  /** The last part of the address, without {@code .git}. */
  public String name() {
    String name = url.replaceAll("[?#].*", "");
    int end = name.length();
    while (name.startsWith("/", end - 1) || name.startsWith(".git", end - 4)) {
      end -= name.charAt(end - 1) == '/' ? 1 : 4;
    }
    name = name.substring(0, end);
    name = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return name.isBlank() ? "repository" : name;
  }

  public String location() {
    return "git:" + url + (branch == null ? "" : "#" + branch) + (path == null ? "" : " " + path);
  }

  /** Does not contain the password. */
  @Override
  public String toString() {
    return location();
  }
}
