package dev.arag.graph.internal.rank;

import static dev.arag.graph.internal.rank.GraphFixture.heading;
import static dev.arag.graph.internal.rank.GraphFixture.sentence;
import static dev.arag.graph.internal.rank.GraphFixture.under;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.text.Sentence;
import dev.arag.graph.internal.rank.EntityWalk.Active;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Follows small walks by hand. */
class EntityWalkTest {
  private static final String QUESTION = "question";
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  private static Map<String, Active> walk(GraphFixture graph, String... seeds) {
    Map<String, Double> scores = new LinkedHashMap<>();
    for (String seed : seeds) {
      scores.put(seed, 1.0);
    }
    return EntityWalk.from(scores, QUESTION, graph.query());
  }

  /** The rarity of an entity in n of all chunks: (ln(1 + all / n) / ln(1 + all))^2. */
  private static double rarity(int all, int n) {
    double share = Math.log1p((double) all / n) / Math.log1p(all);
    return share * share;
  }

  private static void assertReached(Map<String, Active> walk, String key, double score, int tier) {
    assertThat(walk).containsKey(key);
    assertThat(walk.get(key).score()).as(key).isCloseTo(score, ROUNDING);
    assertThat(walk.get(key).tier()).as(key).isEqualTo(tier);
  }

  /** A leads to B in round 1, and B to C in round 2. D would need a third round. */
  @Test
  void walksTwoRoundsAndCountsTiersFromOne() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Bob"))
            .chunk("2", sentence("Bob met Cid"))
            .chunk("3", sentence("Cid met Dan"))
            .similarity("1", 0, 0.8)
            .similarity("2", 0, 0.5)
            .similarity("3", 0, 0.9);
    Map<String, Active> walk = walk(graph, "ada");
    assertThat(walk).containsOnlyKeys("ada", "bob", "cid");
    double bob = 0.8 * rarity(3, 2);
    assertReached(walk, "ada", 1, 1);
    assertReached(walk, "bob", bob, 2);
    assertReached(walk, "cid", bob * 0.5 * rarity(3, 2), 3);
  }

  @Test
  void followsOnlyTheMostSimilarSentenceAndNoSentenceTwice() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Bob"), sentence("Ada met Eve"))
            .chunk("2", sentence("Bob left"))
            .similarity("1", 0, 0.6)
            .similarity("1", 1, 0.7);
    // Eve's only sentence is used, so she does not lead back to Ada.
    assertThat(walk(graph, "ada")).containsExactly(entry("ada", new Active(1, 1)), eve(graph));
  }

  private static Map.Entry<String, Active> eve(GraphFixture graph) {
    return entry("eve", new Active(0.7 * graph.query().rarity("eve"), 2));
  }

  @Test
  void addsTheScoresOfSeveralWaysToTheSameEntity() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Cid"))
            .chunk("2", sentence("Bob met Cid"))
            .chunk("3", sentence("Nobody"))
            .similarity("1", 0, 0.6)
            .similarity("2", 0, 0.2);
    Map<String, Active> walk = walk(graph, "ada", "bob");
    assertReached(walk, "cid", (0.6 + 0.2) * rarity(3, 2), 2);
  }

  @Test
  void addsToTheScoreOfASeedButKeepsItsTier() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Bob"))
            .chunk("2", sentence("Bob"))
            .similarity("1", 0, 0.5);
    Map<String, Active> walk = walk(graph, "ada", "bob");
    assertReached(walk, "bob", 1 + 0.5 * rarity(2, 2), 1);
    assertReached(walk, "ada", 1, 1);
  }

  @Test
  void ignoresSentencesThatAreNotSimilar() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Bob"))
            .chunk("2", sentence("Cid met Dan"))
            .similarity("1", 0, 0)
            .similarity("2", 0, -0.3);
    assertThat(walk(graph, "ada", "cid")).containsOnlyKeys("ada", "cid");
  }

  /** Of six entities in one sentence, the five with the highest scores go on; ties by key. */
  @Test
  void keepsTheFiveBestNewEntitiesOfARound() {
    GraphFixture graph =
        new GraphFixture()
            .chunk("1", sentence("Ada met Bob, Cid, Dan, Eve, Flo, Gus"))
            .chunk("2", sentence("Bob"))
            .chunk("3", sentence("Nobody"))
            .similarity("1", 0, 0.5);
    assertThat(walk(graph, "ada")).containsOnlyKeys("ada", "cid", "dan", "eve", "flo", "gus");
  }

  @Test
  void leavesOutEntitiesInTooManyChunks() {
    for (int chunks : List.of(10, 11)) {
      GraphFixture graph = new GraphFixture().chunk("00", sentence("Ada met Bob"));
      for (int i = 1; i < chunks; i++) {
        graph.chunk("%02d".formatted(i), sentence("Bob"));
      }
      graph.chunk("99", sentence("Nobody")).similarity("00", 0, 0.5);
      assertThat(walk(graph, "ada").containsKey("bob")).isEqualTo(chunks == 10);
    }
  }

  @Test
  void allowsFivePercentOfTheChunks() {
    for (int all : List.of(219, 220)) {
      GraphFixture graph = new GraphFixture().chunk("000", sentence("Ada met Bob"));
      for (int i = 1; i < all; i++) {
        graph.chunk("%03d".formatted(i), sentence(i < 11 ? "Bob" : "Nobody"));
      }
      graph.similarity("000", 0, 0.5);
      assertThat(walk(graph, "ada").containsKey("bob")).isEqualTo(all == 220);
    }
  }

  @Test
  void needsTwoChunksForAPhraseWithoutACapitalLetter() {
    for (int chunks : List.of(1, 2)) {
      GraphFixture graph = new GraphFixture().similarity("0", 0, 0.5);
      List<Sentence> all = new ArrayList<>(List.of(sentence("Ada met the red fox")));
      for (int i = 0; i < 2; i++) {
        graph.chunk("" + i, all.get(0));
        all.set(0, sentence(chunks == 2 ? "a red fox" : "nothing"));
      }
      EntityMentions query = graph.query(GraphFixture.phrases("Ada", "red fox"));
      assertThat(EntityWalk.from(Map.of("ada", 1.0), QUESTION, query).containsKey("red fox"))
          .isEqualTo(chunks == 2);
    }
  }

  /** The heading names Ada, so the sentences below are about her. */
  @Test
  void followsTheSentencesUnderAHeading() {
    GraphFixture graph =
        new GraphFixture()
            .chunk(
                "1",
                heading("Ada"),
                under("Ada", "She left"),
                under("Ada", "She met Bob"),
                heading("Cid"),
                under("Cid", "He met Dan"))
            .chunk("2", sentence("Bob"))
            .similarity("1", 0, 0.9)
            .similarity("1", 1, 0.1)
            .similarity("1", 2, 0.5)
            .similarity("1", 4, 0.8);
    Map<String, Active> walk = walk(graph, "ada");
    assertThat(walk).containsKeys("ada", "bob").doesNotContainKeys("cid", "dan");
    assertThat(graph.query().keysAt(new EntityMentions.Place(graph.id("1"), 2)))
        .containsExactlyInAnyOrder("ada", "she", "bob");
  }

  @Test
  void takesALastNameForTheFullNameOfTheSameDocument() {
    GraphFixture graph =
        new GraphFixture()
            .document("d", "1", sentence("Ada Lovelace wrote"))
            .document("d", "2", sentence("then Lovelace met Bob"))
            .document("e", "3", sentence("there Lovelace met Cid"))
            .chunk("4", sentence("Nobody"));
    assertThat(graph.query().postings("ada lovelace"))
        .containsExactly(new Posting(graph.id("1"), 0, 1), new Posting(graph.id("2"), 0, 1));
    assertThat(graph.query().postings("lovelace"))
        .containsExactly(new Posting(graph.id("2"), 0, 1), new Posting(graph.id("3"), 0, 1));
  }
}
