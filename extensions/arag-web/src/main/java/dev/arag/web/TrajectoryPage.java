package dev.arag.web;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import dev.arag.web.internal.trajectory.TrajectoryHtml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The HTML page of a trajectory, for human readers. The page shows the answer with its sources, and
 * for each turn the request, the searches, the text shown and the token usage. Quotes are
 * highlighted in the text shown. The page loads no resources and runs no scripts, even if the
 * recorded text contains HTML or scripts.
 */
public final class TrajectoryPage {
  private TrajectoryPage() {}

  /** Returns the page as text. */
  public static String html(Trajectory trajectory) {
    return TrajectoryHtml.html(requireNonNull(trajectory, "trajectory"));
  }

  /**
   * Writes the page to a file in UTF-8. An existing file is replaced.
   *
   * @throws AragException if the file cannot be written
   */
  public static void write(Trajectory trajectory, Path file) {
    requireNonNull(file, "file");
    try {
      Files.writeString(file, html(trajectory));
    } catch (IOException e) {
      throw new AragException(
          "Cannot write the page of the trajectory to %s. Check that its folder exists, is writable and has free space."
              .formatted(file),
          e);
    }
  }
}
