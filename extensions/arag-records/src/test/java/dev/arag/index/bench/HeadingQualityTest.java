package dev.arag.index.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.bench.HeadingQuality.Result;
import dev.arag.index.bench.TitledArticles.Article;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The program {@link HeadingQuality} prints the figures of all data sets. */
class HeadingQualityTest {
  /** Some titles are long in comparison with their text. */
  private static final double LEAST_RECALL = .98;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ".*_UNTITLED.*")
  void titlesOfArticlesAreHeadings(ArticleForm form) throws IOException {
    List<Article> articles =
        TitledArticles.read(data("hotpotqa_train100"), false).articles().stream()
            .filter(Article::isReport)
            .toList();
    Result result = HeadingQuality.of(form, articles);
    assertThat(result.titles()).isEqualTo(503);
    assertThat(result.recall()).as("%s", result.missed()).isGreaterThan(LEAST_RECALL);
    assertThat(result.others()).isEmpty();
  }

  @Test
  void proseHasNoHeadings() throws IOException {
    for (String language : HeadingQuality.LANGUAGES) {
      List<Article> articles = HeadingQuality.xquad(data("xquad_mini").getParent(), language);
      for (ArticleForm form : ArticleForm.values()) {
        if (!form.isTitled() && hasNoHeadings(form)) {
          assertThat(HeadingQuality.of(form, articles).others())
              .as("%s, %s", form, language)
              .isEmpty();
        }
      }
    }
  }

  /**
   * The first line of a ready-made chunk of two lines may be a sentence. Lines of Thai text have no
   * punctuation.
   */
  private static boolean hasNoHeadings(ArticleForm form) {
    return switch (form) {
      case CHUNKS_UNTITLED_FIRST_SENTENCE, CHUNKS_UNTITLED_WRAPPED, TEXT_UNTITLED_WRAPPED -> false;
      default -> true;
    };
  }

  private static Path data(String folder) {
    Path path = Path.of(System.getProperty("arag.data", "none"), folder);
    Assumptions.assumeTrue(Files.exists(path), "real data is absent");
    return path;
  }
}
