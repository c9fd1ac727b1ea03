package dev.arag.strategies.internal.levelrag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.KeywordQuery;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefinementTest {
  private static final KeywordQuery QUERY =
      KeywordQuery.of(List.of("Old Bridge", "Tarn")).emphasize("Tarn", 3).exclude(List.of("film"));

  private static List<String> read(String reply) {
    return Refinement.read(reply, QUERY).stream().map(KeywordQuery::toString).toList();
  }

  @Test
  void readsOneChangeOfEachKind() {
    assertThat(read("EXTEND: \"Mira Voss\"\nEMPHASIZE: tarn\nFILTER: movie"))
        .containsExactly(
            "[Old Bridge, Tarn, Mira Voss] Tarn^3.0 without [film] default",
            "[Old Bridge, Tarn] Tarn^4.0 without [film] default",
            "[Old Bridge, Tarn] Tarn^3.0 without [film, movie] default");
    assertThat(read("- **emphasize**: old bridge"))
        .containsExactly("[Old Bridge, Tarn] Old Bridge^2.0 Tarn^3.0 without [film] default");
  }

  @Test
  void removesAKeywordOfTheQuery() {
    assertThat(read("FILTER: OLD BRIDGE"))
        .containsExactly("[Tarn] Tarn^3.0 without [film] default");
    assertThat(read("FILTER: Tarn")).containsExactly("[Old Bridge] without [film] default");
  }

  @Test
  void ignoresWhatIsNotAllowed() {
    assertThat(read("EXTEND: none\nEMPHASIZE: None\nFILTER: none")).isEmpty();
    assertThat(read("EXTEND: x\nFILTER: 7\nNothing else helps.")).isEmpty();
    assertThat(Refinement.read("FILTER: Tarn", KeywordQuery.of(List.of("Tarn")))).isEmpty();
    assertThat(read("EMPHASIZE: river")).containsExactly(QUERY.toString());
  }
}
