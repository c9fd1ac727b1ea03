package dev.arag.evaluation.internal.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.data.StrategyKey;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.web.TrajectoryPage;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Writes the files of a report into a folder. Existing files of the same names are replaced. */
public final class ReportWriter {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  /**
   * Creates the folder if it does not exist.
   *
   * @throws CorpusException if the folder cannot be created
   */
  public ReportWriter(Path folder) {
    this.folder = requireNonNull(folder, "folder");
    create(folder);
  }

  /**
   * Writes {@code summary.json} and {@code index.html}.
   *
   * @return the page {@code index.html}
   * @throws CorpusException if a file cannot be written
   */
  public Path write(ReportData data) {
    requireNonNull(data, "data");
    Path summary = folder.resolve("summary.json");
    try (Writer out = writer(summary);
        JsonGenerator json = JSON.createGenerator(out)) {
      SummaryJson.write(data, json.useDefaultPrettyPrinter());
      json.writeRaw('\n');
    } catch (IOException e) {
      throw unwritable(summary, e);
    }
    Path index = folder.resolve("index.html");
    try (Writer out = writer(index)) {
      new ReportPage(data, out).write();
    } catch (IOException e) {
      throw unwritable(index, e);
    }
    return index;
  }

  /** Unpaired surrogates become question marks; a writer of {@link Files} rejects them. */
  private static Writer writer(Path file) throws IOException {
    return new BufferedWriter(
        new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8));
  }

  /**
   * Writes the page of one run, if its row contains a trajectory.
   *
   * @throws AragException if the trajectory is corrupt, or if the page cannot be written
   */
  public void writePage(StrategyKey key, ResultRow row) {
    Optional<Trajectory> run = Optional.ofNullable(row.run()).flatMap(RunDetails::trajectory);
    if (run.isPresent()) {
      Path page = folder.resolve(pageOf(key, row));
      create(requireNonNull(page.getParent(), "parent"));
      TrajectoryPage.write(run.get(), page);
    }
  }

  /** The path of the page of a run, relative to the report; empty if there is no trajectory. */
  public static String pageOf(StrategyKey key, ResultRow row) {
    RunDetails run = row.run();
    if (run == null || run.record().isEmpty()) {
      return "";
    }
    return PageName.of(key, row.id(), run.repeat());
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  private static CorpusException unwritable(Path path, IOException cause) {
    String reason =
        cause instanceof FileSystemException file ? file.getReason() : cause.getMessage();
    String detail = reason == null ? "" : " (" + reason + ")";
    return new CorpusException(
        path + " cannot be written" + detail + ". Check the path, its permissions and free space.",
        cause);
  }
}
