package dev.arag.index.embed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EncoderPresetsTest {
  @Test
  void findsAnEncoderByNameAndByFingerprint() {
    String fingerprint = EncoderPresets.named("bge-small-en-v1.5").orElseThrow().fingerprint();
    assertThat(EncoderPresets.byFingerprint(fingerprint).orElseThrow().fingerprint())
        .isEqualTo(fingerprint);
  }

  @Test
  void findsNoPresetForOtherNames() {
    assertThat(EncoderPresets.named("bge-small")).isEmpty();
    assertThat(EncoderPresets.byFingerprint("hash-words-1/64")).isEmpty();
  }
}
