package dev.arag.core.corpus;

import dev.arag.core.corpus.NaiveRanking.Scored;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Location;
import dev.arag.core.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates chunks with sections, and scores of their sentences of which many are equal. */
public final class RandomChunks {
  private static final List<String> WORDS =
      List.of("river", "rivers", "bridge", "bridges", "old", "the", "of", "tarn", "ferry", "stone");

  private final Random random;
  private final List<Scored> scored = new ArrayList<>();

  public RandomChunks(long seed, int chunks) {
    random = new Random(seed);
    for (int i = 0; i < chunks; i++) {
      Chunk chunk = chunk("%04d".formatted(i));
      chunk
          .sentences()
          .forEach(each -> scored.add(new Scored(chunk, each, random.nextInt(60) / 60f)));
    }
  }

  /** Returns all sentences, in corpus order. */
  public List<Scored> inTextOrder() {
    return scored;
  }

  private Chunk chunk(String id) {
    StringBuilder text = new StringBuilder();
    List<Sentence> sentences = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      List<String> path = random.nextInt(4) == 0 ? List.of() : List.of(words(2));
      if (!path.isEmpty() && random.nextInt(4) > 0) {
        add(text, sentences, new Sentence(path.get(0), text.length(), List.of(), true));
      }
      for (int j = random.nextInt(8) - 1; j >= 0; j--) {
        add(text, sentences, new Sentence(words(9) + ".", text.length(), path, false));
      }
    }
    Location location = Location.builder(id).build();
    return new Chunk(ChunkId.of(id), location, text.toString(), sentences, 1, null, null);
  }

  private static void add(StringBuilder text, List<Sentence> sentences, Sentence sentence) {
    sentences.add(sentence);
    text.append(sentence.text()).append('\n');
  }

  /** Returns 1 to {@code most} words. */
  public String words(int most) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return String.join(" ", words);
  }
}
