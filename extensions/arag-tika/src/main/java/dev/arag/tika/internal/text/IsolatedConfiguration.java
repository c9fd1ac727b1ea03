package dev.arag.tika.internal.text;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.tika.config.TikaConfig;
import org.apache.tika.detect.Detector;
import org.apache.tika.exception.TikaException;
import org.apache.tika.mime.MediaType;
import org.xml.sax.SAXException;

/**
 * A Tika configuration without parsers and detectors. With the default configuration, Tika would
 * load every parser and detector on the class path, including parsers that start external programs.
 */
final class IsolatedConfiguration {
  private static final String NOTHING =
      """
      <properties>
        <service-loader dynamic="false" loadErrorHandler="IGNORE"/>
        <parsers><parser class="org.apache.tika.parser.EmptyParser"/></parsers>
        <detectors><detector class="org.apache.tika.detect.EmptyDetector"/></detectors>
        <encodingDetectors>
          <encodingDetector class="org.apache.tika.detect.NonDetectingEncodingDetector"/>
        </encodingDetectors>
      </properties>
      """;

  private IsolatedConfiguration() {}

  /**
   * Loads the configuration once, on first use, because loading includes Tika's large table of
   * media types.
   */
  private static final class Holder {
    private static final TikaConfig CONFIG = load();
  }

  static TikaConfig config() {
    return Holder.CONFIG;
  }

  static Detector detector() {
    return (stream, metadata) -> MediaType.OCTET_STREAM;
  }

  private static TikaConfig load() {
    try (InputStream in = new ByteArrayInputStream(NOTHING.getBytes(StandardCharsets.UTF_8))) {
      return new TikaConfig(in);
    } catch (IOException | TikaException | SAXException e) {
      throw new IllegalStateException("Tika rejected a configuration without parsers.", e);
    }
  }
}
