package dev.arag.tools.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.tools.internal.argument.ArgumentJsonParser;
import dev.arag.tools.internal.argument.InvalidArgumentException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {
  private static ToolArguments read(String json) {
    return new ToolArguments(ArgumentJsonParser.parse(json));
  }

  private static int topK(String json) {
    return read(json).number("top_k", 5, 1, 20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"top_k\": 7}              | 7",
        "{\"top_k\": \"7\"}          | 7",
        "{\"top_k\": 7.0}            | 7",
        "{\"top_k\": \" 7 \"}        | 7",
        "{\"top_k\": 7e0}            | 7",
        "{\"top_k\": \"7.0\"}        | 7",
        "{\"top_k\": 0.7e1}          | 7",
        "{\"top_k\": \"+7\"}         | 7",
        "{\"top_k\": null}           | 5",
        "{}                          | 5",
        "{\"top_k\": 0}              | 1",
        "{\"top_k\": -1}             | 1",
        "{\"top_k\": 21}             | 20",
        "{\"top_k\": 1000000000}     | 20",
        "{\"top_k\": 1e400}          | 20",
        "{\"top_k\": 1e999999}       | 20",
        "{\"top_k\": \"-1e999999\"}  | 1",
        "{\"top_k\": 99999999999999999999} | 20",
      })
  void parsesWholeNumbersAndClampsThem(String json, int expected) {
    assertThat(topK(json)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"top_k\": \"five\"}",
        "{\"top_k\": \"NaN\"}",
        "{\"top_k\": \"\"}",
        "{\"top_k\": \"5 6\"}",
        "{\"top_k\": \"0x5\"}",
        "{\"top_k\": 5.5}",
        "{\"top_k\": 1e-999999}",
        "{\"top_k\": true}",
        "{\"top_k\": [5]}",
        "{\"top_k\": {\"value\": 5}}",
      })
  void rejectsValuesThatAreNotWholeNumbers(String json) {
    assertThatThrownBy(() -> topK(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"top_k\" must be a whole number from 1 to 20, was ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2147483649", "-1e2147483649", "1e-2147483649"})
  void rejectsANumberWithAnExponentThatIsTooLarge(String number) {
    assertThatThrownBy(() -> read("{\"top_k\": " + number + "}"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("The arguments are not valid JSON (");
    assertThat(ArgumentJsonParser.tryParse(number)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\": \"old bridge\"}",
        "{\"query\": \" old bridge\\n\"}",
        "{\"query\": [\"old bridge\"]}",
        "\uFEFF{\"query\": \"old bridge\"}",
        "\n\t {\"query\": \"old bridge\"} \n",
        "```json\n{\"query\": \"old bridge\"}\n```",
        "```\n{\"query\": \"old bridge\"}```",
        "\"{\\\"query\\\": \\\"old bridge\\\"}\"",
        "{\"query\": \"old bridge\", \"top_k\": null}",
      })
  void parsesText(String json) {
    assertThat(read(json).text("query")).isEqualTo("old bridge");
  }

  @Test
  void acceptsANumberAsText() {
    assertThat(read("{\"query\": 1911}").text("query")).isEqualTo("1911");
  }

  @Test
  void replacesAnUnpairedSurrogate() {
    assertThat(read("{\"query\": \"a\\ud83d b\\ud83d\\ude00\"}").text("query"))
        .isEqualTo("a\uFFFD b\uD83D\uDE00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "null", "{}", "{\"query\": null}", "\"\"", "```json\n```"})
  void rejectsAMissingText(String json) {
    assertThatThrownBy(() -> read(json).text("query"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"query\" is missing.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"query\": true}",
        "{\"query\": {\"text\": \"old bridge\"}}",
        "{\"query\": [\"old\", \"bridge\"]}",
        "{\"query\": []}",
        "{\"query\": [null]}",
      })
  void rejectsValuesThatAreNotASingleText(String json) {
    assertThatThrownBy(() -> read(json).text("query"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"query\" must be one string, was ");
  }

  @Test
  void rejectsBlankText() {
    assertThatThrownBy(() -> read("{\"query\": \" \\n\"}").text("query"))
        .hasMessage("\"query\" must not be blank.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"words\": [\"a b\", \"c\"]}          | a b/c",
        "{\"words\": \"a b\"}                   | a b",
        "{\"words\": \"[\\\"a b\\\", \\\"c\\\"]\"} | a b/c",
        "{\"words\": \" [1, 2] \"}              | 1/2",
        "{\"words\": [1911, \"Tarn\"]}          | 1911/Tarn",
        "{\"words\": 1911}                      | 1911",
        "{\"words\": [93.10, 93.1, 93.0]}      | 93.10/93.1/93.0",
        "{\"words\": \"[93.10]\"}               | 93.10",
        "{\"words\": \"[k1]\"}                  | [k1]",
        "{\"words\": \"[\"}                     | [",
        "{\"words\": \"a, b\"}                  | a, b",
        "{\"words\": [\"\", \"a\"]}             | /a",
      })
  void parsesListsOfTexts(String json, String expected) {
    assertThat(read(json).texts("words")).isEqualTo(List.of(expected.split("/", -1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"words\": true}",
        "{\"words\": [true]}",
        "{\"words\": [null]}",
        "{\"words\": [[\"a\"]]}",
        "{\"words\": {\"0\": \"a\"}}",
      })
  void rejectsValuesThatAreNotListsOfTexts(String json) {
    assertThatThrownBy(() -> read(json).texts("words"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("\"words\" must be an array of strings, was ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"words\": []}", "{\"words\": \"[]\"}"})
  void rejectsEmptyLists(String json) {
    assertThatThrownBy(() -> read(json).texts("words")).hasMessage("\"words\" must not be empty.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"query\": \"a\"",
        "{\"query\": \"a\"}}",
        "{{\"query\": \"a\"}}",
        "{\"query\": \"a\"} and more",
        "{'query': 'a'}",
        "{query: \"a\"}",
        "{\"query\": \"a\",}",
        "{\"query\": \"a\" /* why */}",
        "{\"query\": \"a\", \"query\": \"b\"}",
        "{\"top_k\": NaN}",
        "query: a",
      })
  void rejectsInvalidJson(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The arguments are not valid JSON (");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1]", "5", "true", "\"[1]\"", "\"5\""})
  void rejectsValuesThatAreNotObjects(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("The arguments must be a JSON object, were ");
  }

  @Test
  void unwrapsAStringOnlyOnce() {
    assertThatThrownBy(() -> read("\"\\\"{}\\\"\""))
        .hasMessageStartingWith("The arguments must be a JSON object");
  }

  @Test
  void rejectsMoreThan64KiB() {
    String query = "x".repeat(64 * 1024);
    assertThatThrownBy(() -> read("{\"query\": \"" + query + "\"}"))
        .hasMessage("The arguments are longer than 64 KiB.");
  }

  @Test
  void rejectsMoreThan32Levels() {
    String deepest = "{\"query\": " + "[".repeat(31) + "]".repeat(31) + "}";
    String tooDeep = "{\"query\": " + "[".repeat(32) + "]".repeat(32) + "}";
    assertThat(read(deepest).has("query")).isTrue();
    assertThatThrownBy(() -> read(tooDeep)).hasMessageStartingWith("The arguments are not valid");
  }

  /**
   * Changes valid JSON at random. The result must either be parsed or be rejected with an {@link
   * InvalidArgumentException}.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void parsesOrRejectsMutatedJson(long seed) {
    Random random = new Random(seed);
    String valid = "{\"query\": \"a\\u00e9\\\"b\", \"top_k\": \"5\", \"words\": [\"a\", 1]}";
    for (int i = 0; i < 3_000; i++) {
      StringBuilder json = new StringBuilder(valid);
      for (int edits = random.nextInt(3); edits >= 0; edits--) {
        int at = random.nextInt(json.length());
        json.replace(at, at + random.nextInt(2), "" + (char) (random.nextInt(0x60) + 0x20));
      }
      requireParsedOrRejected(json.toString());
    }
  }

  private static void requireParsedOrRejected(String json) {
    try {
      ToolArguments arguments = read(json);
      arguments.text("query");
      arguments.texts("words");
      arguments.number("top_k", 5, 1, 20);
    } catch (InvalidArgumentException e) {
      assertThat(e.getMessage()).as(json).isNotBlank().doesNotContain("\n");
    }
  }
}
