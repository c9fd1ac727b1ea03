package dev.arag.agent.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.arag.core.text.ChunkId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RankFusionTest {
  private static List<ChunkId> ids(String ids) {
    return Stream.of(ids.split("")).map(ChunkId::of).toList();
  }

  private static String fuse(int k, String... rankings) {
    List<ChunkId> fused =
        ChunkRanking.fuse(Stream.of(rankings).map(RankFusionTest::ids).toList(), k);
    return String.join("", fused.stream().map(ChunkId::value).toList());
  }

  @Test
  void addsTheReciprocalRanks() {
    // c: 1/63 + 1/61, d: 1/62 + 1/63, a and x: 1/61, b and y: 1/62
    assertThat(fuse(9, "abc", "cd", "xyd")).isEqualTo("cdaxby");
  }

  @Test
  void ranksEqualScoresByTheFirstRankingThatContainsThem() {
    assertThat(fuse(9, "ab", "ba")).isEqualTo("ab");
    assertThat(fuse(9, "ab", "cd")).isEqualTo("acbd");
  }

  @Test
  void isCutAfterTheBest() {
    assertThat(fuse(2, "abc", "cab")).isEqualTo("ac");
    assertThat(ChunkRanking.fuse(List.of(), 3)).isEmpty();
    assertThat(ChunkRanking.fuse(List.of(List.of(), ids("a")), 3)).isEqualTo(ids("a"));
    assertThatIllegalArgumentException().isThrownBy(() -> fuse(0, "a"));
  }

  @Test
  void countsARepeatedChunkOfARankingOnce() {
    assertThat(fuse(9, "aaab", "bc")).isEqualTo("bac");
  }
}
