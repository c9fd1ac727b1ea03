package dev.arag.core.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a hit shows of a table. */
class TableHitTest {
  private static final String HEADER = "Cash flows statement\n(Millions) | 2018 | 2017\n";
  private static final String ROWS = "Net sales | 32,765 | 31,657\nTax of 2018 | 1,637 | 2,679\n";
  private static final TableHeader TABLE = new TableHeader(0, HEADER);

  private static Chunk chunk(String text, List<String> heading) {
    List<Sentence> sentences = new ArrayList<>();
    int at = 0;
    for (String line : text.split("\n")) {
      boolean isRow = HEADER.contains(line) || ROWS.contains(line);
      boolean isHeading = heading.contains(line);
      sentences.add(
          new Sentence(line, at, isHeading ? List.of() : heading, isHeading, isRow ? TABLE : null));
      at += line.length() + 1;
    }
    Location location = Location.builder("a.pdf").heading(heading).build();
    return new Chunk(ChunkId.of("a"), location, text, sentences, 40, null, null);
  }

  private static Corpus corpus(String text, String... heading) {
    Chunk chunk = chunk(text, List.of(heading));
    return InMemoryCorpus.ofChunks(new HashEmbedder(256), List.of(chunk));
  }

  private static List<String> keyword(Corpus corpus, String... keywords) {
    return corpus.keywordSearch(List.of(keywords), 1).hits().get(0).sentences().stream()
        .map(Sentence::text)
        .toList();
  }

  private static List<String> semantic(Corpus corpus, String query) {
    return corpus.semanticSearch(query, 1).get(0).sentences().stream().map(Sentence::text).toList();
  }

  @Test
  void aHeaderLineIsRepresentedByARow() {
    Corpus corpus = corpus(HEADER + ROWS + "Taxes fell.\n");
    assertThat(keyword(corpus, "Millions")).containsExactly("Net sales | 32,765 | 31,657");
    assertThat(keyword(corpus, "2018")).containsExactly("Tax of 2018 | 1,637 | 2,679");
    assertThat(keyword(corpus, "fell", "Millions"))
        .containsExactly("Net sales | 32,765 | 31,657", "Taxes fell.");
    assertThat(corpus.keywordSearch(List.of("2018"), 1).hits().get(0).omitted()).isZero();
    assertThat(semantic(corpus, "Cash flows statement"))
        .isNotEmpty()
        .doesNotContain("Cash flows statement", "(Millions) | 2018 | 2017");
  }

  @Test
  void aHeadingAboveATableIsRepresentedByARow() {
    Corpus corpus = corpus("Liquidity\n" + HEADER + ROWS, "Liquidity");
    assertThat(keyword(corpus, "Liquidity")).containsExactly("Net sales | 32,765 | 31,657");
    assertThat(keyword(corpus, "Liquidity", "Millions"))
        .containsExactly("Net sales | 32,765 | 31,657");
  }

  /** The rows of a table may be in the next chunk. */
  @Test
  void aHeaderWithoutRowsIsShown() {
    Corpus alone = corpus("It grew.\n" + HEADER);
    assertThat(keyword(alone, "Millions")).containsExactly("(Millions) | 2018 | 2017");
    assertThat(keyword(alone, "statement", "grew")).containsExactly("It grew.");
    assertThat(semantic(corpus(HEADER), "Millions")).isNotEmpty();
    Corpus other = corpus(HEADER + "It grew.\nIt fell.\n");
    assertThat(keyword(other, "Millions")).containsExactly("(Millions) | 2018 | 2017");
  }

  @Test
  void viewsContainTheHeader() {
    Corpus corpus = corpus(HEADER + ROWS + "Taxes fell.\n");
    KeywordHit hit = corpus.keywordSearch(List.of("Net", "fell"), 1).hits().get(0);
    assertThat(hit.view().sections())
        .extracting(SectionView::table)
        .containsExactly("Cash flows statement (Millions) | 2018 | 2017", null);
    Chunk chunk = hit.chunk();
    assertThat(chunk.view().table()).isNull();
    assertThat(chunk.sections().stream().map(each -> chunk.view(each).table()))
        .containsExactly("Cash flows statement (Millions) | 2018 | 2017", null);
  }
}
