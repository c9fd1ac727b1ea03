package dev.arag.agent.internal.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSchemaTest {
  enum Kind {
    NEW_PART,
    SPARE
  }

  record Item(String name, BigDecimal price) {}

  record Order(
      String customer,
      int pieces,
      long number,
      double weight,
      boolean isPaid,
      Kind kind,
      LocalDate day,
      List<Item> items,
      List<String> notes,
      Optional<Integer> discount,
      @Nullable String remark,
      Item best) {}

  record Whole(int number) {}

  record Broken(double number) {}

  record Huge(BigInteger number) {}

  record Day(LocalDate day) {}

  record Truth(boolean holds) {}

  record Choosing(Kind kind) {}

  record Texts(List<String> texts) {}

  record Raw<T>(T value) {}

  record WithRaw(Raw<String> raw) {}

  record Node(String name, List<Node> children) {}

  record WithSet(Set<String> names) {}

  record WithArray(int[] numbers) {}

  record WithMissingElements(List<Optional<String>> names) {}

  private static <T> T read(Class<T> type, String reply) {
    return RecordSchema.of(type).read(reply).value();
  }

  private static final String ORDER =
      """
      {"customer": "Oda", "pieces": 3, "number": 12345678901, "weight": 1.5, "isPaid": true,
       "kind": "SPARE", "day": "2011-03-05",
       "items": [{"name": "bolt", "price": 0.10}, {"name": "nut", "price": 2}],
       "notes": ["a", "b"], "discount": 5, "remark": "none", "best": {"name": "nut", "price": 2}}
      """;

  @Test
  void readsComponentsOfEveryType() {
    ParsedValue<Order> filled = RecordSchema.of(Order.class).read(ORDER);
    Item nut = new Item("nut", new BigDecimal("2"));
    assertThat(filled.value())
        .isEqualTo(
            new Order(
                "Oda",
                3,
                12_345_678_901L,
                1.5,
                true,
                Kind.SPARE,
                LocalDate.of(2011, 3, 5),
                List.of(new Item("bolt", new BigDecimal("0.10")), nut),
                List.of("a", "b"),
                Optional.of(5),
                "none",
                nut));
    assertThat(filled.texts())
        .containsEntry("items[1].name", "nut")
        .containsEntry("items[0].price", "0.10")
        .containsEntry("best.price", "2")
        .containsEntry("day", "2011-03-05")
        .doesNotContainKeys("isPaid", "kind");
    assertThat(filled.texts().keySet()).startsWith("customer", "pieces", "number");
  }

  @Test
  void listsTheRequiredFieldsInTheSchema() {
    assertThat(RecordSchema.of(Order.class).schema())
        .contains("\"isPaid\":{\"type\":\"boolean\"}")
        .contains("\"kind\":{\"type\":\"string\",\"enum\":[\"NEW_PART\",\"SPARE\"]}")
        .contains("\"required\":[\"name\",\"price\"]")
        .endsWith(
            "\"required\":[\"customer\",\"pieces\",\"number\",\"weight\",\"isPaid\",\"kind\","
                + "\"day\",\"best\"]}");
    assertThat(RecordSchema.of(Order.class).fields())
        .startsWith("customer (text), pieces (a whole number)")
        .contains("items (an array, each made of name (text), price (a number))")
        .contains("remark (text, if told)");
  }

  record AllMayBeMissing(Optional<String> name, List<String> places) {}

  @Test
  void rejectsAnObjectWithoutAnyFieldOfTheRecord() {
    assertThatThrownBy(() -> read(AllMayBeMissing.class, "{\"answer\": \"Tarn\"}"))
        .isInstanceOf(ValueParseException.class)
        .hasMessage(
            "There is none of these in it: name (text, if told), places (an array, each text)");
    assertThat(read(AllMayBeMissing.class, "{}").name()).isEmpty();
    assertThat(read(AllMayBeMissing.class, "{\"name\": null}").name()).isEmpty();
  }

  @Test
  void acceptsMissingOptionalFields() {
    Order order =
        read(
            Order.class,
            """
            {"customer": "Oda", "pieces": 3, "number": 1, "weight": 1, "isPaid": false,
             "kind": "new part", "day": "2011-03-05", "discount": null, "remark": "",
             "best": {"name": "nut", "price": 2}}
            """);
    assertThat(order.items()).isEmpty();
    assertThat(order.discount()).isEmpty();
    assertThat(order.remark()).isNull();
    assertThat(order.kind()).isEqualTo(Kind.NEW_PART);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{\"number\": 12000}; 12000",
        "{\"number\": \"12,000\"}; 12000",
        "{\"number\": \"12 000\"}; 12000",
        "{\"number\": 12.0}; 12",
        "{\"number\": 1e3}; 1000",
        "{\"Number\": 7}; 7",
        "{number: 7,}; 7",
        "{'number': 7}; 7",
        "Sure! {\"number\": 7} Anything else?; 7",
        "{\"thought\": 1} {\"number\": 7}; 7",
        "<x> {oops {\"number\": 7}; 7",
        "```json {\"number\": -7} ```; -7"
      })
  void readsTheFormsThatModelsWrite(String reply, int number) {
    assertThat(read(Whole.class, reply).number()).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; There is no JSON object in it.",
        "7; There is no JSON object in it.",
        "{\"number\"; There is no JSON object in it.",
        "{}; \"number\" is missing: it must be a whole number.",
        "{\"number\": null}; \"number\" is missing: it must be a whole number.",
        "{\"number\": 12.5}; \"number\" must be a whole number.",
        "{\"number\": 3000000000}; \"number\" must be a whole number.",
        "{\"number\": \"twelve\"}; \"number\" must be a whole number.",
        "{\"number\": \"12,5\"}; \"number\" must be a whole number.",
        "{\"number\": \"1e999999999\"}; \"number\" must be a whole number.",
        "{\"number\": [1]}; \"number\" must be a whole number.",
        "{\"number\": true}; \"number\" must be a whole number."
      })
  void explainsTheProblemInTheMessage(String reply, String problem) {
    assertThatThrownBy(() -> read(Whole.class, reply))
        .isInstanceOf(ValueParseException.class)
        .hasMessage(problem);
  }

  @Test
  void namesThePathOfTheFieldInTheMessage() {
    assertThatThrownBy(
            () -> read(Order.class, ORDER.replace("\"price\": 0.10", "\"price\": \"?\"")))
        .hasMessage("\"items[0].price\" must be a number.");
    assertThatThrownBy(() -> read(Choosing.class, "{\"kind\": \"OTHER\"}"))
        .hasMessage("\"kind\" must be one of NEW_PART, SPARE.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2011-03-05",
        "2011-03-05T10:00:00",
        "5 March 2011",
        "March 5, 2011",
        "5 mar 2011",
        "05.03.2011"
      })
  void readsDates(String written) {
    assertThat(read(Day.class, "{\"day\": \"" + written + "\"}").day())
        .isEqualTo(LocalDate.of(2011, 3, 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2011", "2011-13-05", "March", "yesterday", ""})
  void rejectsAmbiguousDates(String written) {
    assertThatThrownBy(() -> read(Day.class, "{\"day\": \"" + written + "\"}"))
        .hasMessage("\"day\" must be a date as YYYY-MM-DD.");
  }

  @Test
  void readsASingleValueAsAListWithOneElement() {
    assertThat(read(Texts.class, "{\"texts\": \"a\"}").texts()).containsExactly("a");
    assertThat(read(Texts.class, "{\"texts\": [\"a\", 5]}").texts()).containsExactly("a", "5");
  }

  @Test
  void readsOtherTypesOfNumbersAndBooleans() {
    assertThat(read(Broken.class, "{\"number\": \"1.25\"}").number()).isEqualTo(1.25);
    assertThat(read(Huge.class, "{\"number\": 123456789012345678901234567890}").number())
        .isEqualTo(new BigInteger("123456789012345678901234567890"));
    assertThat(read(Truth.class, "{\"holds\": \"Yes\"}").holds()).isTrue();
    assertThatThrownBy(() -> read(Broken.class, "{\"number\": 1e390}"))
        .isInstanceOf(ValueParseException.class);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        String.class,
        WithRaw.class,
        Node.class,
        WithSet.class,
        WithArray.class,
        WithMissingElements.class,
        Kind.class
      })
  void rejectsUnsupportedTypes(Class<?> type) {
    assertThatThrownBy(() -> RecordSchema.of(type)).isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Random replies must result either in a value or in a ValueParseException with a message, but in
   * no other exception.
   */
  @Test
  void returnsAValueOrAParseErrorForAnyReply() {
    String[] parts = {
      "{",
      "}",
      "[",
      "]",
      "\"",
      "'",
      ":",
      ",",
      "customer",
      "items",
      "null",
      "1",
      "-",
      "e9",
      "\\u",
      "\uD83D",
      " ",
      "\n",
      "//",
      "/*",
      "true",
      ORDER,
      "price"
    };
    int values = 0;
    RecordSchema<Order> form = RecordSchema.of(Order.class);
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      StringBuilder reply = new StringBuilder();
      for (int i = random.nextInt(14); i > 0; i--) {
        reply.append(parts[random.nextInt(parts.length)]);
      }
      try {
        assertThat(form.read(reply.toString()).value()).isNotNull();
        values++;
      } catch (ValueParseException e) {
        assertThat(e.getMessage()).as("seed %s", seed).isNotBlank();
      }
    }
    assertThat(values).isPositive();
  }
}
