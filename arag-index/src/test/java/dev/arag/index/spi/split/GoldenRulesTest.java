package dev.arag.index.spi.split;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.text.Document;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares sentence boundaries with the Golden Rules in 23 languages, ignoring white space. Outside
 * the core set, the cases with an odd CRC-32 (about half of them) were not looked at while the
 * rules were written. Cases whose text was altered, or that contradict another case, count only in
 * the pooled figure.
 */
class GoldenRulesTest {
  private static final Splitter SPLITTER = new Splitter(100_000, TokenCounter.o200k());
  private static final int ENOUGH = 5;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void findsMostBoundaries(boolean isLanguageDeclared) throws IOException {
    Map<String, Map<String, Tally>> tallies = tally(isLanguageDeclared);
    tallies.forEach((set, tally) -> report(isLanguageDeclared, set, tally));
    Map<String, Tally> core = tallies.getOrDefault("core", Map.of());
    assertThat(core.getOrDefault("en", new Tally()).percent()).isGreaterThanOrEqualTo(95);
    assertThat(mean(core)).isGreaterThanOrEqualTo(isLanguageDeclared ? 90 : 85);
  }

  @Test
  void usesTheDeclaredLanguageToFindSentenceEnds() {
    String text = "Firma Eder & Co. Das Haus.";
    assertThat(sentences(text, "de")).containsExactly("Firma Eder & Co.", "Das Haus.");
    assertThat(sentences(text, "en")).containsExactly(text);
  }

  private static Map<String, Map<String, Tally>> tally(boolean isLanguageDeclared)
      throws IOException {
    Set<String> core = new HashSet<>();
    cases("golden_rules_core.jsonl").forEach(one -> core.add(key(one)));
    Map<String, Map<String, Tally>> tallies = new TreeMap<>();
    for (JsonNode one : cases("golden_rules_all.jsonl")) {
      boolean right = isRight(one, isLanguageDeclared);
      String language = one.get("lang").asText();
      add(tallies, "pooled", language, right);
      if (one.get("lossless").asBoolean() && !one.get("conflicting").asBoolean()) {
        add(tallies, "all", language, right);
        String set = core.contains(key(one)) ? "core" : isHeldOut(one) ? "held out" : "looked at";
        add(tallies, set, language, right);
      }
    }
    return tallies;
  }

  private static void add(
      Map<String, Map<String, Tally>> tallies, String set, String language, boolean right) {
    tallies
        .computeIfAbsent(set, key -> new TreeMap<>())
        .computeIfAbsent(language, key -> new Tally())
        .add(right);
  }

  private static final class Tally {
    private int right;
    private int all;

    void add(boolean isRight) {
      right += isRight ? 1 : 0;
      all++;
    }

    double percent() {
      return 100.0 * right / all;
    }

    @Override
    public String toString() {
      return right + "/" + all;
    }
  }

  private static double mean(Map<String, Tally> tallies) {
    return tallies.values().stream()
        .filter(tally -> tally.all >= ENOUGH)
        .mapToDouble(Tally::percent)
        .average()
        .orElse(0);
  }

  private static void report(boolean isDeclared, String set, Map<String, Tally> tallies) {
    int right = tallies.values().stream().mapToInt(tally -> tally.right).sum();
    int all = tallies.values().stream().mapToInt(tally -> tally.all).sum();
    System.out.printf(
        Locale.ROOT,
        "sentence boundaries, language %s, %s: %d of %d correct; mean of languages with at least %d"
            + " cases %.1f %%; %s%n",
        isDeclared ? "declared" : "guessed",
        set,
        right,
        all,
        ENOUGH,
        mean(tallies),
        tallies);
  }

  private static boolean isRight(JsonNode one, boolean isLanguageDeclared) {
    List<String> expected = new ArrayList<>();
    one.get("sentences").forEach(sentence -> expected.add(sentence.asText()));
    String language = isLanguageDeclared ? one.get("lang").asText() : "";
    return borders(expected).equals(borders(sentences(one.get("text").asText(), language)));
  }

  private static List<String> sentences(String text, String language) {
    Document.Builder document = Document.builder("d", text);
    if (!language.isEmpty()) {
      document.metadata(Splitter.LANGUAGE, language);
    }
    return SPLITTER.split(document.build()).stream()
        .flatMap(chunk -> chunk.sentences().stream())
        .map(Sentence::text)
        .toList();
  }

  /**
   * Returns each sentence without white space. The key is the number of characters, other than
   * white space, up to the end of the sentence.
   */
  private static Map<Integer, String> borders(List<String> sentences) {
    Map<Integer, String> borders = new HashMap<>();
    int end = 0;
    for (String sentence : sentences) {
      StringBuilder visible = new StringBuilder();
      sentence
          .codePoints()
          .filter(c -> !CharacterClass.isWhiteSpace(c))
          .forEach(visible::appendCodePoint);
      end += visible.length();
      borders.put(end, visible.toString());
    }
    return borders;
  }

  private static boolean isHeldOut(JsonNode one) {
    CRC32 crc = new CRC32();
    crc.update(one.get("text").asText().getBytes(StandardCharsets.UTF_8));
    return (crc.getValue() & 1) == 1;
  }

  private static String key(JsonNode one) {
    return one.get("lang").asText() + " " + one.get("text").asText();
  }

  private static List<JsonNode> cases(String name) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"));
    Path file = data.resolve("sentence_boundary").resolve(name);
    Assumptions.assumeTrue(Files.exists(file), file + " does not exist");
    List<JsonNode> cases = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    for (String line : Files.readAllLines(file)) {
      cases.add(mapper.readTree(line));
    }
    return cases;
  }
}
