package dev.arag.solr.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.index.spi.store.SourceLocation;
import dev.arag.solr.internal.layout.Fields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SourceRecordsTest {
  private static final SourceLocation LOCATION = new SourceLocation("c1", "/data/été");
  private static final String STORED = "{\"pathHash\":\"c1\",\"path\":\"/data/été\"}";

  /** Collections that exist contain these bytes. */
  @Test
  void storesALocationAsJson() {
    Object payload = SourceRecords.fields("a", LOCATION, 7).getFieldValue(Fields.PAYLOAD);
    assertThat(new String((byte[]) payload, StandardCharsets.UTF_8)).isEqualTo(STORED);
    assertThat(SourceRecords.parse(payload)).isEqualTo(LOCATION);
    assertThat(SourceRecords.parse(ByteBuffer.wrap((byte[]) payload))).isEqualTo(LOCATION);
  }

  @Test
  void storesAnAbsentPathAsAnEmptyText() {
    Object payload =
        SourceRecords.fields("a", LOCATION.withoutTexts(), 7).getFieldValue(Fields.PAYLOAD);
    assertThat(new String((byte[]) payload, StandardCharsets.UTF_8))
        .isEqualTo("{\"pathHash\":\"c1\",\"path\":\"\"}");
    assertThat(SourceRecords.parse(payload)).isEqualTo(LOCATION.withoutTexts());
  }

  @Test
  void rejectsOtherJson() {
    byte[] payload = "{\"pathHash\":\"c1\"}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> SourceRecords.parse(payload))
        .isInstanceOf(CorpusException.class)
        .hasMessage(
            "A record of a source in the Solr collection is corrupt. Restore a backup, or sync the"
                + " documents into a new collection.");
  }
}
