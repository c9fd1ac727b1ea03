package dev.arag.index.internal.parse;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.arag.core.text.Document;
import dev.arag.index.internal.ingest.FileBytes;
import dev.arag.index.internal.ingest.SourceFiles;
import dev.arag.index.internal.ingest.SourceFiles.Entry;
import dev.arag.index.spi.SourceEntry;
import dev.arag.index.spi.UnreadableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metadata of files from their sidecar files and from the function of the source. Not
 * thread-safe.
 */
final class FileMetadataReader {
  private static final int MAX_BYTES = 64 * 1024;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final SourceFiles source;
  private final IngestSettings settings;

  /** By the relative paths of the files beside them. */
  private final Map<String, Entry> sidecars = new HashMap<>();

  FileMetadataReader(SourceFiles source, IngestSettings settings) {
    this.source = source;
    this.settings = settings;
    for (Entry each : source.files()) {
      if (each.isSidecar()) {
        String name = each.relative();
        sidecars.put(name.substring(0, name.length() - SourceFiles.SIDECAR.length()), each);
      }
    }
  }

  /**
   * Returns the metadata of a file. The values of the function override those of the sidecar file.
   *
   * @throws UnreadableSourceException if the sidecar file cannot be used, or the function failed
   * @throws IOException if the thread is interrupted
   */
  FileMetadata read(Entry file) throws IOException {
    TreeMap<String, Object> values = new TreeMap<>();
    Entry sidecar = sidecars.get(file.relative());
    if (sidecar != null) {
      String prefix = settings.trustsSidecars() ? "" : Document.OWN_METADATA;
      readSidecar(sidecar).forEach((key, value) -> values.put(prefix + key, value));
    }
    values.putAll(callFunction(source.root().relativize(file.path())));
    return new FileMetadata(values);
  }

  /**
   * Returns a report about each sidecar file whose file does not exist.
   *
   * @param id returns the id of a file by its relative path
   */
  List<SourceEntry> withoutFile(UnaryOperator<String> id) {
    Set<String> missing = new TreeSet<>(sidecars.keySet());
    source.files().forEach(each -> missing.remove(each.relative()));
    return missing.stream()
        .map(
            file ->
                (SourceEntry)
                    SourceEntry.Unreadable.of(
                        id.apply(file + SourceFiles.SIDECAR),
                        "it is a sidecar file, but there is no file "
                            + id.apply(file)
                            + "; restore that file, or delete the sidecar file"))
        .toList();
  }

  private Map<String, Object> readSidecar(Entry sidecar) throws IOException {
    String reason;
    try (InputStream in = FileBytes.open(source.regularFile(sidecar))) {
      return parse(in.readNBytes(MAX_BYTES + 1));
    } catch (NoSuchFileException deletedMeanwhile) {
      return Map.of();
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (JsonProcessingException e) {
      reason = "it is not valid JSON: " + e.getOriginalMessage();
    } catch (IOException e) {
      reason = FileEntries.describe(e);
    } catch (UnreadableSourceException | IllegalArgumentException e) {
      reason = String.valueOf(e.getMessage());
    }
    throw new UnreadableSourceException(
        "its sidecar file " + SourceFiles.lastName(sidecar.path()) + " cannot be used: " + reason);
  }

  private static Map<String, Object> parse(byte[] json) throws IOException {
    if (json.length > MAX_BYTES) {
      throw new UnreadableSourceException("it is longer than " + MAX_BYTES + " bytes");
    }
    JsonNode object = JSON.readTree(json);
    if (!object.isObject()) {
      throw new UnreadableSourceException("it is not a JSON object");
    }
    Document.Builder values = Document.builder("any", "");
    object
        .properties()
        .forEach(each -> values.metadata(each.getKey(), value(each.getKey(), each.getValue())));
    return values.build().metadata();
  }

  private static @Nullable Object value(String key, JsonNode value) {
    return switch (value.getNodeType()) {
      case NULL -> null;
      case STRING -> value.textValue();
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> value.numberValue();
      default -> texts(key, value);
    };
  }

  private static List<String> texts(String key, JsonNode array) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : array) {
      if (array.isArray() && each.isTextual()) {
        texts.add(each.textValue());
      }
    }
    if (!array.isArray() || texts.size() < array.size()) {
      throw new UnreadableSourceException(
          "its value of '" + key + "' is not a string, number, boolean or array of strings");
    }
    return texts;
  }

  private Map<String, Object> callFunction(Path below) {
    try {
      Document.Builder values = Document.builder("any", "");
      requireNonNull(settings.metadata().apply(below), "the result is null")
          .forEach((key, value) -> values.metadata(key, value));
      return values.build().metadata();
    } catch (Exception e) {
      // Code in Kotlin or Groovy can throw any exception.
      throw new UnreadableSourceException(
          "the function of Source.metadata failed or returned an invalid value: " + e);
    }
  }
}
