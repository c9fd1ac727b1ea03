package dev.arag.evaluation.internal.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.error.AragException;
import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.internal.row.ResultFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A folder with results files and a manifest. Results of the reference implementation have no
 * manifest.
 */
public final class ResultsFolder {
  /** The name in the manifest of the rule-based model. */
  public static final String RULE_BASED_MODEL = "extractive";

  private static final String MANIFEST = "manifest.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final List<Path> files;
  private final JsonNode manifest;

  private ResultsFolder(Path folder, List<Path> files, JsonNode manifest) {
    this.folder = folder;
    this.files = files;
    this.manifest = manifest;
  }

  /**
   * @throws AragException if the folder does not exist or contains no results
   */
  public static ResultsFolder open(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new AragException("There is no results folder " + folder + ". Check the path.");
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*.jsonl")) {
      entries.forEach(files::add);
    } catch (IOException e) {
      throw new CorpusException("The results folder " + folder + " cannot be read.", e);
    }
    if (files.isEmpty()) {
      throw new AragException("The folder " + folder + " contains no results files (*.jsonl).");
    }
    Collections.sort(files);
    return new ResultsFolder(folder, files, readManifest(folder.resolve(MANIFEST)));
  }

  private static JsonNode readManifest(Path file) {
    if (!Files.exists(file)) {
      return JSON.createObjectNode();
    }
    try {
      JsonNode manifest = JSON.readTree(Files.readAllBytes(file));
      if (manifest.isObject()) {
        return manifest;
      }
      throw new AragException(file + " is not a manifest: a JSON object is expected.");
    } catch (JsonProcessingException e) {
      throw new AragException(file + " is not valid JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new CorpusException("The manifest " + file + " cannot be read.", e);
    }
  }

  public Path folder() {
    return folder;
  }

  /** The manifest as a JSON object; an empty object if there is none. */
  JsonNode manifest() {
    return manifest;
  }

  /** The name of the model that answered; empty if it is unknown. */
  String model() {
    return manifest.path("configuration").path("model").asText("");
  }

  Optional<String> profile() {
    return Optional.of(manifest.path("configuration").path("profile").asText(""))
        .filter(profile -> !profile.isEmpty());
  }

  /** The strategies in the order in which the batch named them. */
  List<String> strategies() {
    List<String> names = new ArrayList<>();
    manifest.path("configuration").path("strategies").forEach(name -> names.add(name.asText()));
    return names;
  }

  /**
   * Passes each row to the consumer. One row is in memory at a time.
   *
   * @return the files whose last line was ignored because it is incomplete
   */
  List<Path> forEach(Consumer<StoredRow> consumer) {
    List<Path> incomplete = new ArrayList<>();
    for (Path file : files) {
      if (!ResultFile.forEach(file, row -> consumer.accept(StoredRow.of(file, row)))) {
        incomplete.add(file);
      }
    }
    return incomplete;
  }
}
