package dev.arag.agent.citation;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.SectionId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A citation that a caller builds has no value that a trajectory would not return. */
class CitationArgumentsTest {
  private static final ChunkId CHUNK = ChunkId.of("k");

  private static Citation citation(@Nullable String quote, @Nullable String claim) {
    return Citation.of(CHUNK, Verdict.SUPPORTED, quote, List.of(), null, claim, List.of());
  }

  @Test
  void rejectsEmptyTexts() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> citation("", null))
        .withMessage("quote must not be empty; use null for none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> citation(null, ""))
        .withMessage("claim must not be empty; use null for none");
  }

  @Test
  void rejectsASectionOfAnotherChunk() {
    Citation.Place place =
        new Citation.Place(
            Location.builder("d").build(), null, new SectionId(ChunkId.of("other"), 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> citation("a bridge", null).withPlace(place))
        .withMessage("The section other.3 is not a section of the cited chunk k");
  }
}
