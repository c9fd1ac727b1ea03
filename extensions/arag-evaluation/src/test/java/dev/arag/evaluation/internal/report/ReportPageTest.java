package dev.arag.evaluation.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.evaluation.data.StrategyKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the markup of the report page. */
public final class ReportPageTest {
  private static final String HOSTILE = "</script><script>alert(1)</script><!-- & \"q\" 'a' <img>";

  @TempDir static Path folder;
  private static String sample;
  private static String ruleBased;

  @BeforeAll
  static void write() throws IOException {
    sample = page(false, HOSTILE);
    ruleBased = page(true);
  }

  private static String page(boolean isRuleBased, String... texts) throws IOException {
    Path page = new ReportWriter(folder).write(SampleReport.of(isRuleBased, texts));
    return Files.readString(page);
  }

  private static List<String> all(String page, String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void textsFromDataAreEscaped() {
    // The data blocks and the scripts: no other script element, and no "<" in the data.
    assertThat(sample.split("<script", -1)).hasSize(5);
    assertThat(sample).doesNotContain("<img").doesNotContain("<!--");
    assertThat(all(sample, "<script type=\"application/json\"[^>]*>(.*?)</script>"))
        .hasSize(2)
        .allSatisfy(block -> assertThat(block).doesNotContain("<"));
    assertThat(sample).contains("&lt;img&gt;", "\\u003Cimg>");
  }

  @Test
  void thePolicyAllowsOnlyTheStyleAndTheScriptsOfThePage() throws Exception {
    String policy = all(sample, "Content-Security-Policy\" content=\"([^\"]*)\"").get(0);
    assertThat(policy).startsWith("default-src 'none'; ").doesNotContain("unsafe");
    List<String> contents = all(sample, "<style>(.*?)</style>");
    contents.addAll(all(sample, "<script>(.*?)</script>"));
    assertThat(contents).hasSize(3);
    for (String content : contents) {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }
  }

  @Test
  void thePageLoadsNothing() {
    assertThat(sample).doesNotContain(" src=", "<link", "@import", "url(", "sourceMappingURL");
    assertThat(sample).contains("Chart.js v", "Released under the MIT License");
  }

  @Test
  void thePageOfTheRuleBasedModelHasTheBannerAndNoRanking() {
    String banner = "rule-based model, not an LLM: the figures do not show the quality of agents";
    assertThat(ruleBased)
        .contains(banner)
        .contains("contains no comparisons and no ranking")
        .doesNotContain("smallest detectable");
    assertThat(sample).doesNotContain(banner).contains("smallest detectable", "no winner");
  }

  @Test
  void everyPlotHasALabelAndATable() {
    int plots = sample.split("<canvas role=\"img\" aria-label=\"", -1).length - 1;
    // Two of accuracy, one of accuracy at equal tokens, two for each sweep, latency, failures.
    assertThat(plots).isEqualTo(9);
    assertThat(sample.split("<summary>Figures as a table</summary>", -1)).hasSize(1 + 6);
  }

  @Test
  void columnsWithoutValuesAreLeftOut() {
    assertThat(sample).doesNotContain("<th scope=\"col\">right (LLM judge)</th>");
  }

  @Test
  void theCostOfTheIndexIsShown() {
    assertThat(sample).contains("<th scope=\"col\">index: model calls</th>");
    assertThat(sample).contains("The index was built in 12 seconds.");
    assertThat(sample)
        .contains("\"indexSeconds\":12.4", "\"indexModelCalls\":0.0", "\"indexModelCalls\":300.0")
        .contains(">99,000<", ">0.2500<");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../etc/passwd", "a/b", "CON:", "ä", "", " ", "q\u0000", "A", "con", "lpt1"})
  void pageNamesAreSafeAndDiffer(String id) {
    StrategyKey key = new StrategyKey("arag", "default", Map.of("max-turns", "5"));
    String name = PageName.of(key, id, 0);
    assertThat(name).matches("runs/[a-z0-9_.-]+/[a-z0-9_-]*\\.[a-z0-9]+\\.html");
    assertThat(name).doesNotContain("/con.", "/lpt1.");
    assertThat(name).isNotEqualTo(PageName.of(key, id + "/", 0));
    assertThat(name).isNotEqualTo(PageName.of(key, id, 1));
  }

  @Test
  void aLongIdHasAShortPageName() {
    StrategyKey key = new StrategyKey("arag", "default", Map.of());
    assertThat(PageName.of(key, "q".repeat(500), 0)).hasSizeLessThan(120);
    assertThat(PageName.of(key, "2hop__13548_13529", 0))
        .isEqualTo("runs/arag/2hop__13548_13529.html");
  }
}
