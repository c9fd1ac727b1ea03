package dev.arag.index;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Prints the hits of random searches as text, with the exact bits of the scores. {@code
 * ExpectedHits FILE} rewrites the checked-in file.
 */
final class ExpectedHits {
  private static final String RESOURCE = "/exactness/expected-hits.txt";
  private static final int HISTORIES = 12;
  private static final int SEARCHES_OF_A_HISTORY = 20;

  private final StringBuilder out = new StringBuilder();

  private ExpectedHits() {}

  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), now());
  }

  static String stored() throws IOException {
    try (InputStream in = ExpectedHits.class.getResourceAsStream(RESOURCE)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static String now() {
    ExpectedHits hits = new ExpectedHits();
    for (int seed = 0; seed < HISTORIES; seed++) {
      try (RandomIndex history = new RandomIndex(seed)) {
        hits.out.append("history ").append(seed).append('\n');
        for (int i = 0; i < SEARCHES_OF_A_HISTORY; i++) {
          hits.search(history, i);
        }
      }
    }
    return hits.out.toString();
  }

  private void search(RandomIndex history, int number) {
    Corpus index = history.index().within(history.scope());
    int topK = history.topK();
    int offset = history.offset();
    if (number % 2 == 0) {
      words(index.keywordSearch(history.keywords(), topK, offset));
    } else {
      List<SemanticQuery> questions = history.questions();
      index.semanticSearchAll(questions, topK, offset).forEach(this::meaning);
    }
  }

  private void words(KeywordHits hits) {
    out.append("  words ").append(hits.total()).append('\n');
    hits.forEach(
        hit ->
            line(
                hit.chunkId().value(),
                HexFormat.of().toHexDigits(Double.doubleToLongBits(hit.rarity())),
                hit.score() + " " + hit.sentences().size() + "+" + hit.omitted()));
  }

  private void meaning(List<SemanticHit> hits) {
    out.append("  meaning\n");
    hits.forEach(
        hit ->
            line(
                hit.chunkId().value(),
                HexFormat.of().toHexDigits(Float.floatToIntBits((float) hit.score())),
                hit.sentences().size()
                    + " "
                    + HexFormat.of().toHexDigits(Double.doubleToLongBits(hit.rankScore()))
                    + " "
                    + sections(hit)));
  }

  private static String sections(SemanticHit hit) {
    return hit.sections().stream()
        .map(each -> String.valueOf(each.section().id().number()))
        .collect(Collectors.joining(","));
  }

  private void line(String chunk, String score, String rest) {
    out.append("    ")
        .append(score)
        .append(' ')
        .append(rest)
        .append(' ')
        .append(chunk)
        .append('\n');
  }
}
