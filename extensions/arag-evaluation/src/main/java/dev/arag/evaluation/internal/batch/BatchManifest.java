package dev.arag.evaluation.internal.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.arag.evaluation.batch.BatchException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The file {@code manifest.json} of a results folder. It contains the configuration, on which the
 * results depend, and further information, on which they do not depend.
 */
final class BatchManifest {
  static final String NAME = "manifest.json";

  private static final String FORMAT = "arag-results";
  private static final int VERSION = 1;
  private static final String CONFIGURATION = "configuration";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final JsonNode content;

  /**
   * @param configuration the values by name; a value is a string, a number, a boolean, null, or a
   *     list or map of such values
   */
  BatchManifest(Map<String, ?> configuration, Map<String, ?> information) {
    ObjectNode written = JSON.createObjectNode().put("format", FORMAT).put("version", VERSION);
    written.set(CONFIGURATION, JSON.valueToTree(configuration));
    written.set("information", JSON.valueToTree(information));
    content = asRead(written);
  }

  /** Returns the value as it is read from a file, in which an integer has no type. */
  private static JsonNode asRead(JsonNode written) {
    try {
      return JSON.readTree(JSON.writeValueAsString(written));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The configuration cannot be written as JSON.", e);
    }
  }

  /**
   * Compares this manifest with that of a results folder, or writes it if the folder has none.
   *
   * @throws BatchException if the results of the folder have another configuration
   */
  void claim(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (Files.exists(file)) {
      requireSame(read(file), folder);
    } else {
      requireNoResults(folder);
      write(file);
    }
  }

  private static JsonNode read(Path file) throws IOException {
    JsonNode found;
    try {
      found = JSON.readTree(Files.readAllBytes(file));
    } catch (JsonProcessingException e) {
      throw new BatchException(file + " is not valid JSON. Use another results folder.", e);
    }
    if (!found.path("format").asText().equals(FORMAT) || found.path("version").asInt() != VERSION) {
      throw new BatchException(
          file
              + " is not a manifest of version "
              + VERSION
              + ": found format "
              + found.path("format")
              + ", version "
              + found.path("version")
              + ". Use another results folder.");
    }
    return found;
  }

  private void requireSame(JsonNode found, Path folder) {
    Optional<String> difference =
        difference(CONFIGURATION, found.path(CONFIGURATION), content.path(CONFIGURATION));
    if (difference.isPresent()) {
      throw new BatchException(
          "The results in "
              + folder
              + " were written with a different configuration: "
              + difference.get().substring(CONFIGURATION.length() + 1)
              + ". Run the batch with the configuration of these results, or use another folder.");
    }
  }

  /** Describes the first difference of two values; empty if they are equal. */
  private static Optional<String> difference(String name, JsonNode found, JsonNode wanted) {
    if (!found.isObject() || !wanted.isObject()) {
      return found.equals(wanted)
          ? Optional.empty()
          : Optional.of(name + " was " + text(found) + " and is now " + text(wanted));
    }
    Set<String> names = new LinkedHashSet<>();
    for (Iterator<String> all = wanted.fieldNames(); all.hasNext(); ) {
      names.add(all.next());
    }
    found.fieldNames().forEachRemaining(names::add);
    for (String each : names) {
      Optional<String> difference =
          difference(name + "." + each, found.path(each), wanted.path(each));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() ? "not set" : value.toString();
  }

  private static void requireNoResults(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder, "*.jsonl")) {
      for (Path file : files) {
        throw new BatchException(
            folder
                + " contains "
                + file.getFileName()
                + " but no "
                + NAME
                + ". Use another results folder.");
      }
    }
  }

  private void write(Path file) throws IOException {
    Path temporary = file.resolveSibling(NAME + ".tmp");
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      out.write(JSON.writeValueAsBytes(content));
      out.write('\n');
      out.getFD().sync();
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
