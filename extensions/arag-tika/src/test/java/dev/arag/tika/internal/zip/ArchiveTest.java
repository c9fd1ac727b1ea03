package dev.arag.tika.internal.zip;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.spi.IngestLimits;
import dev.arag.tika.RawZip;
import org.junit.jupiter.api.Test;

class ArchiveTest {
  @Test
  void truncatesPartNamesBetweenCharacters() {
    String name = "../" + "x".repeat(96);
    byte[] zip = new RawZip().add(name + "\uD83D\uDE00", "text").bytes();
    assertThatThrownBy(() -> Archive.open(zip, IngestLimits.defaults()))
        .hasMessageEndingWith(": " + name);
  }
}
