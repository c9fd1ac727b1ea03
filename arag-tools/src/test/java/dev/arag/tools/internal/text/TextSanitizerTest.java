package dev.arag.tools.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextSanitizerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<|im_start|>",
        "<|im_end|>",
        "<|endoftext|>",
        "<|eot_id|>",
        "<|start_header_id|>",
        "<|begin_of_text|>",
        "<|python_tag|>",
        "<|channel|>",
        "<|START_OF_TURN_TOKEN|>",
        "<|reserved_special_token_12|>",
        "<|tool_calls_section_begin|>",
        "<|/turn|>",
        "<|turn>",
        "<turn|>",
        "<\uFF5CUser\uFF5C>",
        "<\uFF5Cbegin\u2581of\u2581sentence\uFF5C>",
        "<\uFF5Ctool\u2581calls\u2581begin\uFF5C>",
        "[|system|]",
        "[|endofturn|]",
        "[INST]",
        "[/INST]",
        "<<SYS>>",
        "<</SYS>>",
        "[TOOL_CALLS]",
        "[/AVAILABLE_TOOLS]",
        "[SYSTEM_PROMPT]",
        "[gMASK]",
        "<s>",
        "</s>",
        "<bos>",
        "<start_of_turn>",
        "<end_of_turn>",
        "<tool_call>",
        "</tool_call>",
        "<TOOL_CALL>",
        "<tool_response>",
        "<function_calls>",
        "<function=keyword_search>",
        "<invoke name=\"x\">",
        "<minimax:tool_call>",
        "<seed:tool_call>",
        "<think>",
        "</think>",
        "<extra_id_0>",
        "<reserved_106>",
        "<EOS_TOKEN>"
      })
  void convertsSpecialTokensToPlainText(String mark) {
    String shown = TextSanitizer.sanitize("before " + mark + " behind");
    assertThat(shown).doesNotContain(mark).startsWith("before ").endsWith(" behind");
    assertThat(shown.replace(" ", "")).isEqualTo("before" + mark.replace(" ", "") + "behind");
    assertThat(TextSanitizer.sanitize(shown)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a < b and c > d",
        "if (x<y || y>z) return;",
        "<|> is an operator, and so are |> and <|",
        "xs |> map f",
        "List<String> names",
        "<b>bold</b> <p class=\"s\"> <system> <user> <tools>",
        "[1] [sic] [INSTALL] [INST",
        "<<<abc and >>> print(1)",
        ">>>abcdef goes on",
        "1 << 3, <-, =>, -->",
        "\uD83D\uDE00 \u0628\u0631",
        "tab\tand\nlines\r\n"
      })
  void doesNotChangeOtherText(String text) {
    assertThat(TextSanitizer.sanitize(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "'<|im_\u200Bstart|>', '< |im_start|>'",
    "'a\u0000b\u001B[2J', 'a\uFFFDb\uFFFD[2J'",
    "'a\uD800b', 'a\uFFFDb'",
    "'\uDC00', '\uFFFD'",
    "'>>>abc234', '> >>abc234'"
  })
  void findsSpecialTokensHiddenByInvisibleOrInvalidCharacters(String text, String shown) {
    assertThat(TextSanitizer.sanitize(text)).isEqualTo(shown);
  }

  @Test
  void changesALineThatLooksLikeAFence() {
    assertThat(TextSanitizer.sanitize("x\n>>>abcdef\n<<<234567\ny"))
        .isEqualTo("x\n> >>abcdef\n< <<234567\ny");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u000B", "\f", "\u0085", "\u2028", "\u2029"})
  void everyLineBreakEndsALine(String lineBreak) {
    String text = String.join(lineBreak, "x", ">>>abcdef", "[a1.2] y", "z");
    String shown = TextSanitizer.sanitize(text);
    assertThat(shown).isEqualTo("x\n> >>abcdef\n[ a1.2] y\nz");
    assertThat(TextSanitizer.sanitize(shown)).isEqualTo(shown);
    assertThat(TextSanitizer.firstVisible(" \u00AD" + lineBreak + text)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<", "[", "<|", "<|a", "[/", "<<<", ">>>", "\n>>>aaaaaa", "<function", "\uD800"})
  void takesLinearTimeOnRepetitiveText(String unit) {
    String text = unit.repeat(200_000 / unit.length());
    assertThat(TextSanitizer.sanitize(TextSanitizer.sanitize(text)))
        .isEqualTo(TextSanitizer.sanitize(text));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void isIdempotent(long seed) {
    String[] units = {
      "<",
      ">",
      "|",
      "[",
      "]",
      "/",
      "s",
      "INST",
      "im_start",
      "\uFF5C",
      " ",
      "\n",
      "\u2028",
      "abc234",
      "tool_call"
    };
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(20); j > 0; j--) {
        text.append(units[random.nextInt(units.length)]);
      }
      String shown = TextSanitizer.sanitize(text.toString());
      assertThat(TextSanitizer.sanitize(shown)).isEqualTo(shown);
      assertThat(shown).doesNotContain("<|im_start|>", "[INST]", "<s>", "<tool_call>");
    }
  }
}
