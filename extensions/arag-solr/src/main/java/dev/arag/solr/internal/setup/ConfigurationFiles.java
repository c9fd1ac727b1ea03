package dev.arag.solr.internal.setup;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The files of a configuration set.
 *
 * @param texts the content of each file, by name
 */
public record ConfigurationFiles(Map<String, String> texts) {
  static final String SCHEMA = "schema.xml";

  /**
   * @param dimension the number of floats of a vector; 0 without vectors
   */
  public static ConfigurationFiles of(int dimension) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String file : new String[] {"solrconfig.xml", SCHEMA}) {
      // Solr requires a dimension, also of a field that is not used.
      texts.put(file, read(file).replace("@dimension@", String.valueOf(Math.max(1, dimension))));
    }
    return new ConfigurationFiles(texts);
  }

  public String schema() {
    return requireNonNull(texts.get(SCHEMA));
  }

  public byte[] zip() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, String> file : texts.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static String read(String file) {
    try (InputStream in = ConfigurationFiles.class.getResourceAsStream("configset/" + file)) {
      return new String(requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
