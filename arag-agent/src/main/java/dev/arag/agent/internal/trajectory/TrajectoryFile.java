package dev.arag.agent.internal.trajectory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.error.AragException;
import dev.arag.core.internal.string.LoneSurrogates;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a trajectory as a JSON object and reads it. Files are encoded in UTF-8. */
public final class TrajectoryFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TrajectoryFile() {}

  public static String toJson(RunRecord trajectory) {
    try {
      // Text of a model may contain lone surrogates.
      return LoneSurrogates.escape(
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(new TrajectoryCodec().write(trajectory)));
    } catch (JsonProcessingException e) {
      throw new AragException("The trajectory cannot be written as JSON.", e);
    }
  }

  /** Returns one line without the earlier questions. */
  public static String toIncrement(RunRecord trajectory) {
    return LoneSurrogates.escape(new TrajectoryCodec().writeIncrement(trajectory).toString());
  }

  public static void write(RunRecord trajectory, Path file) {
    try {
      Files.writeString(file, toJson(trajectory));
    } catch (IOException e) {
      throw new AragException(
          "Cannot write the trajectory to %s. Check that its folder exists, is writable and has free space. Cause: %s"
              .formatted(file, e),
          e);
    }
  }

  public static void write(RunRecord trajectory, OutputStream out) {
    try {
      out.write(toJson(trajectory).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AragException("Cannot write the trajectory to the stream: " + e, e);
    }
  }

  public static RunRecord read(Path file) {
    try {
      return parse(Files.readAllBytes(file), file.toString());
    } catch (IOException e) {
      throw new AragException(
          "Cannot read the trajectory file %s. Check that it exists and is readable. Cause: %s"
              .formatted(file, e),
          e);
    }
  }

  public static RunRecord read(InputStream in) {
    try {
      return parse(in.readAllBytes(), "The stream");
    } catch (IOException e) {
      throw new AragException("Cannot read the trajectory from the stream: " + e, e);
    }
  }

  public static RunRecord parse(String json) {
    return parse(json, "The text", new TrajectoryCodec(), List.of());
  }

  /** Returns the records of all questions, each with the earlier ones. */
  public static List<RunRecord> parseIncrements(List<String> increments) {
    TrajectoryCodec codec = new TrajectoryCodec();
    List<RunRecord> all = new ArrayList<>();
    for (int i = 0; i < increments.size(); i++) {
      RunRecord next = parse(increments.get(i), "Increment " + (i + 1), codec, all);
      all = new ArrayList<>(next.earlier());
      all.add(next);
    }
    return all;
  }

  private static RunRecord parse(
      String json, String source, TrajectoryCodec codec, List<RunRecord> before) {
    try {
      return parse(JSON.readTree(json), source, codec, before);
    } catch (JsonProcessingException e) {
      throw corrupt(source, e);
    }
  }

  private static RunRecord parse(byte[] json, String source) throws IOException {
    try {
      return parse(JSON.readTree(json), source, new TrajectoryCodec(), List.of());
    } catch (JsonProcessingException e) {
      throw corrupt(source, e);
    }
  }

  /**
   * @param source the subject of error messages
   */
  private static RunRecord parse(
      JsonNode json, String source, TrajectoryCodec codec, List<RunRecord> before) {
    if (!TrajectoryCodec.FORMAT.equals(json.path("format").asText())) {
      throw corrupt(source, null);
    }
    int version = json.path("version").asInt();
    if (version != TrajectoryCodec.VERSION) {
      throw new AragException(
          "%s is a trajectory of version %d; this library reads version %d. Read it with the release that wrote it."
              .formatted(source, version, TrajectoryCodec.VERSION));
    }
    try {
      return codec.readNext(json, before);
    } catch (IllegalArgumentException e) {
      throw corrupt(source, e);
    }
  }

  private static AragException corrupt(String source, @Nullable Exception cause) {
    String why = cause == null ? "" : ": " + cause.getMessage();
    return new AragException(source + " is not a trajectory file or is corrupt" + why, cause);
  }
}
