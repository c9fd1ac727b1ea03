package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.error.AragException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trajectory as a JSON object or as an HTML page, and reads it from JSON. Files are
 * encoded in UTF-8.
 */
public final class TrajectoryFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TrajectoryFile() {}

  public static void write(Trajectory trajectory, Path file) {
    try {
      String json =
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(new TrajectoryCodec().write(trajectory));
      Files.writeString(file, escapeUnpairedSurrogates(json));
    } catch (IOException e) {
      throw new UncheckedIOException("The trajectory cannot be written to " + file, e);
    }
  }

  /**
   * Escapes unpaired surrogates. Text of a model may contain them, but UTF-8 cannot encode them.
   */
  private static String escapeUnpairedSurrogates(String json) {
    StringBuilder out = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            character -> {
              if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
                out.append("\\u").append(Integer.toHexString(character));
              } else {
                out.appendCodePoint(character);
              }
            });
    return out.toString();
  }

  public static void writeHtml(Trajectory trajectory, Path file) {
    try {
      Files.writeString(file, TrajectoryHtml.html(trajectory));
    } catch (IOException e) {
      throw new UncheckedIOException("The trajectory cannot be written to " + file, e);
    }
  }

  public static Trajectory read(Path file) {
    try {
      return read(JSON.readTree(Files.readAllBytes(file)), file);
    } catch (JsonProcessingException e) {
      throw corrupt(file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("The trajectory cannot be read from " + file, e);
    }
  }

  private static Trajectory read(JsonNode json, Path file) {
    if (!TrajectoryCodec.FORMAT.equals(json.path("format").asText())) {
      throw corrupt(file, null);
    }
    int version = json.path("version").asInt();
    if (version != TrajectoryCodec.VERSION) {
      throw new AragException(
          "%s is a trajectory of version %d; this library reads version %d. Read it with the release that wrote it."
              .formatted(file, version, TrajectoryCodec.VERSION));
    }
    try {
      return new TrajectoryCodec().read(json);
    } catch (IllegalArgumentException e) {
      throw corrupt(file, e);
    }
  }

  private static AragException corrupt(Path file, @Nullable Exception cause) {
    String why = cause == null ? "" : ": " + cause.getMessage();
    return new AragException(file + " is not a trajectory file or is corrupt" + why, cause);
  }
}
