package dev.arag.index.spi.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.index.spi.UnreadableSourceException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodedTextTest {
  private static final String CHINESE = "灯塔建于一九零七年。\n老守望人每天傍晚点亮灯火，从不间断。海上的船只都认得它。\n".repeat(5);
  private static final String SPANISH =
      "El faro se construyó en 1907 y todavía ilumina la bahía.\nEl señor Núñez vivía allí.\n"
          .repeat(5);
  private static final String MIXED = "Lamp, фонарь, 灯, lámpara 🏮\r\nsecond\rthird\n";

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "GB18030"})
  void detectsTheCharsetByAByteOrderMarkAndRemovesTheMark(String charset) {
    byte[] bytes = ("\uFEFF" + MIXED).getBytes(Charset.forName(charset));
    DecodedText decoded = DecodedText.of(bytes);
    assertThat(decoded.text()).isEqualTo(MIXED);
    assertThat(decoded.charset().name()).isEqualTo(charset);
    assertThat(decoded.replaced()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE", "GB18030"})
  void decodesChineseWithoutAByteOrderMark(String charset) {
    assertThat(DecodedText.of(CHINESE.getBytes(Charset.forName(charset))).text())
        .isEqualTo(CHINESE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "ISO-8859-1", "windows-1252"})
  void decodesSpanishWithoutAByteOrderMark(String charset) {
    assertThat(DecodedText.of(SPANISH.getBytes(Charset.forName(charset))).text())
        .isEqualTo(SPANISH);
  }

  @Test
  void replacesAndCountsInvalidBytesInUtf8() {
    byte[] bytes = SPANISH.getBytes(StandardCharsets.UTF_8);
    bytes[0] = (byte) 0xFF;
    bytes[3] = (byte) 0xC0;
    DecodedText decoded = DecodedText.of(bytes);
    assertThat(decoded.charset()).isEqualTo(StandardCharsets.UTF_8);
    assertThat(decoded.replaced()).isEqualTo(2);
    assertThat(decoded.text().chars().filter(c -> c == 0xFFFD)).hasSize(2);
    assertThat(decoded.warnings()).hasSize(1);
  }

  @Test
  void replacesAndCountsLoneSurrogatesInAText() {
    DecodedText decoded = DecodedText.of("a\uD800b\uD83D\uDE00\uDC00");
    assertThat(decoded.text()).isEqualTo("a\uFFFDb\uD83D\uDE00\uFFFD");
    assertThat(decoded.replaced()).isEqualTo(2);
  }

  @Test
  void replacesAndCountsLoneSurrogatesInUtf16() {
    DecodedText decoded = DecodedText.of(new byte[] {-1, -2, 'a', 0, 0, (byte) 0xD8, 'b', 0});
    assertThat(decoded.text()).isEqualTo("a\uFFFDb");
    assertThat(decoded.replaced()).isEqualTo(1);
  }

  @Test
  void decodesEmptyInputAsEmptyText() {
    assertThat(DecodedText.of(new byte[0]).text()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%PDF-1.7 x",
        "PK\u0003\u0004rest",
        "\u0089PNG\r\n",
        "a\u0000b",
        "\u0001\u0002\u0003abc"
      })
  void rejectsBinaryContent(String content) {
    assertThatThrownBy(() -> DecodedText.of(content.getBytes(StandardCharsets.ISO_8859_1)))
        .isInstanceOf(UnreadableSourceException.class)
        .hasMessageStartingWith("its content is");
  }

  @Test
  void rejectsRandomBytes() {
    byte[] bytes = new byte[5000];
    new java.util.Random(1).nextBytes(bytes);
    assertThatThrownBy(() -> DecodedText.of(bytes)).isInstanceOf(UnreadableSourceException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "HOWTO-th.md, UTF-8, ขอต้อนรับ",
    "ar_utf8_bom_crlf.txt, UTF-8, الخوارزميات",
    "es_bare_cr.txt, UTF-8, Agnósticos",
    "es_latin1.txt, windows-1252, Agnósticos",
    "free-courses-ar.md, UTF-8, البرمجة",
    "free-courses-bn.md, UTF-8, বাংলা",
    "free-programming-books-fa_IR.md, UTF-8, فهرست",
    "free-programming-books-ja.md, UTF-8, 言語非依存",
    "free-programming-books-zh.md, UTF-8, 版本控制",
    "vi_nfd.txt, UTF-8, Android",
    "zh_gb18030.txt, GB18030, 版本控制",
    "zh_utf16le_bom.txt, UTF-16LE, 版本控制"
  })
  void decodesRealFiles(String file, String charset, String contained) throws Exception {
    DecodedText decoded = DecodedText.of(messy(file));
    assertThat(decoded.charset().name()).isEqualTo(charset);
    assertThat(decoded.replaced()).isZero();
    assertThat(decoded.text()).contains(contained).doesNotStartWith("\uFEFF");
  }

  @Test
  void decodesTheSameTextInTwoEncodingsEqually() throws Exception {
    assertThat(DecodedText.of(messy("zh_utf16le_bom.txt")).text())
        .isEqualTo(DecodedText.of(messy("zh_gb18030.txt")).text());
  }

  private static byte[] messy(String file) throws Exception {
    Path path = Path.of(System.getProperty("arag.data", "none"), "messy_text", file);
    Assumptions.assumeTrue(Files.exists(path), "real data is absent");
    return Files.readAllBytes(path);
  }
}
