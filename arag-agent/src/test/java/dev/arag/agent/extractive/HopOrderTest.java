package dev.arag.agent.extractive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HopOrderTest {
  @ParameterizedTest
  @CsvSource({
    "Where was the planner of Kettle Dam born?, born",
    "In what year was the ship that carried Tomas Reed launched?, year launched",
    "Which river flows through the birthplace of the planner of Kettle Dam?, river flows through",
    "Who founded the town where the planner of Kettle Dam was born?, founded",
    "When was Ada Finch's employer founded?, founded",
    "What is the date of birth of the planner of Kettle Dam?, date birth",
    "When did the ship sail from the harbour in which Ada Finch lived?, ship sail"
  })
  void findsTheWordsOfTheLastHop(String question, String words) {
    assertThat(HopOrder.of(question).outer())
        .containsExactlyInAnyOrderElementsOf(EnglishWords.terms(words));
  }

  @Test
  void findsTheWordsOfTheFirstHop() {
    HopOrder hops = HopOrder.of("Who founded the town where the planner of Kettle Dam was built?");

    assertThat(Arrays.asList("kettl", "dam", "plan", "plann")).anyMatch(hops::isInner);
    assertThat(EnglishWords.terms("Kettle Dam")).allMatch(hops::isInner);
    assertThat(EnglishWords.terms("town founded")).noneMatch(hops::isInner);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Who designed Kettle Dam?",
        "Which actor who played Tomas Reed lives?",
        "When was the Treaty signed?",
        "How many wheels does Tide Mill have?"
      })
  void findsOneHopInASimpleQuestion(String question) {
    assertThat(HopOrder.of(question).isNested()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "of", "of the", "that", "'s", "Ada's", "is of was that by"})
  void acceptsAnyText(String text) {
    assertThat(HopOrder.of(text).isNested()).isFalse();
  }
}
