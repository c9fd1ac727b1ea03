package dev.arag.core.internal.fold;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CombiningSequenceTest {
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  @Test
  void normalizesEveryCodePointLikeIcu() {
    CombiningSequence segment = new CombiningSequence(FoldTables.INSTANCE);
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      String text = Character.toString(codePoint);
      String expected = NFC.normalize(text);
      if (!nfc(segment, text).equals(expected)) {
        assertThat(nfc(segment, text)).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void normalizesRandomTextLikeIcu(long seed) {
    Random random = new Random(seed);
    CombiningSequence segment = new CombiningSequence(FoldTables.INSTANCE);
    for (int i = 0; i < 10_000; i++) {
      String text = SampleText.next(random);
      assertThat(nfc(segment, text)).isEqualTo(NFC.normalize(text));
    }
  }

  private static String nfc(CombiningSequence segment, String text) {
    segment.clear();
    text.codePoints().forEach(segment::append);
    segment.normalize();
    StringBuilder normalized = new StringBuilder();
    for (int i = 0; i < segment.length(); i++) {
      normalized.appendCodePoint(segment.codePoint(i));
    }
    return normalized.toString();
  }
}
