package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.MentionSource;
import dev.arag.core.error.CorruptIndexException;
import dev.arag.graph.Graphs;
import dev.arag.graph.entity.EntityGraph;
import dev.arag.index.internal.commit.RandomAlterations;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A graph over mentions that were changed on the disk: it works, or reports the damage. */
class AlteredGraphTest {
  private final SampleIndex sample = SampleIndex.buildSmall(1);

  @Test
  void reportsMentionsThatCannotBeReadAsDamage() throws IOException {
    int damaged = 0;
    for (long seed = 1; seed <= 60; seed++) {
      try (Index index = SampleIndex.open(RandomAlterations.ofMentions(sample, new Random(seed)))) {
        readGraph(index);
      } catch (CorruptIndexException e) {
        damaged++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " failed with " + e, e);
      }
    }
    assertThat(damaged).isGreaterThan(10);
  }

  private static void readGraph(Index index) {
    MentionSource mentions = index.mentions().orElseThrow();
    Set<String> keys = new TreeSet<>(mentions.keysWith("river", 10));
    IndexContents.chunks(index)
        .forEach(chunk -> mentions.mentions(chunk.id()).forEach(each -> keys.add(each.key())));
    EntityGraph graph = Graphs.of(index);
    graph.find("Title 4: Number 1, the old river and the bridge", 9);
    graph.rank("Where is the old river?", List.copyOf(keys), 5);
    graph.path("river", "bridge");
  }
}
