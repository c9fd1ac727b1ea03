package dev.arag.agent.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.MarkupRenderTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Golden strings; {@link MarkupRenderTest} checks them with real parsers. */
class MarkupTest {
  @Test
  void escapesHtml() {
    assertThat(Markup.HTML.escape("<script>alert('x')</script> & \"y\""))
        .isEqualTo("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;y&quot;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '\0',
      value = {
        "In Tarn, 1881 - yes.|In Tarn, 1881 - yes.",
        "# no heading|\\# no heading",
        "- no item|\\- no item",
        "12. no item|12\\. no item",
        "12) no item|12\\) no item",
        "[a](b) ![c](d)|\\[a\\]\\(b\\) \\!\\[c\\]\\(d\\)",
        "`code` *a* _b_ ~~c~~|\\`code\\` \\*a\\* \\_b\\_ \\~\\~c\\~\\~",
        "<b>&amp;</b>|\\<b\\>\\&amp;\\</b\\>",
        "https://e.org www.e.org|https\\://e.org www\\.e.org",
        "===|\\===",
        "    code|&#32;   code"
      })
  void escapesMarkdown(String text, String expected) {
    assertThat(Markup.MARKDOWN.escape(text)).isEqualTo(expected);
  }

  @Test
  void keepsLines() {
    assertThat(Markup.MARKDOWN.escape("a\r\n- b\n\n")).isEqualTo("a\n\\- b\n\n");
    assertThat(Markup.PLAIN.escape("a\r\n- b\n\n")).isEqualTo("a\n- b\n\n");
    assertThat(Markup.MARKDOWN.escape("")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void replacesCharactersThatControlTheOutput(Markup markup) {
    assertThat(markup.escape("a\0b\u202Ec\u001B[0m\uD800"))
        .startsWith("a\uFFFDb\uFFFDc\uFFFD")
        .doesNotContain("\u001B", "\0", "\u202E", "\uD800");
  }
}
