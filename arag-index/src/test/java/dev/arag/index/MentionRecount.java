package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.MentionSource;
import dev.arag.core.corpus.MentionSource.Mention;
import dev.arag.core.corpus.MentionSource.Posting;
import dev.arag.core.corpus.Slice;
import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.spi.MentionFinder;
import dev.arag.core.spi.MentionFinder.Span;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.CorpusOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts the mentions in the texts of a corpus directly, and compares them with an index. */
final class MentionRecount {
  private static final int KEYS = 12;

  private static final Comparator<String> ORDER = CorpusOrder::compareCodePoints;

  private final Map<String, List<Posting>> postings = new TreeMap<>(ORDER);
  private final Map<String, Map<String, Integer>> forms = new TreeMap<>(ORDER);
  private final Map<ChunkId, List<Mention>> mentions = new LinkedHashMap<>();

  private MentionRecount(Catalogue corpus, MentionFinder finder) {
    corpus.documents(Slice.first(Integer.MAX_VALUE)).stream()
        .flatMap(document -> corpus.chunksOf(document.id()).stream())
        .forEach(chunk -> add(chunk, finder));
  }

  private void add(Chunk chunk, MentionFinder finder) {
    List<Mention> own = new ArrayList<>();
    for (int i = 0; i < chunk.sentences().size(); i++) {
      int sentence = i;
      Map<String, Integer> counts = new TreeMap<>(ORDER);
      for (Span span : Set.copyOf(finder.find(chunk.sentences().get(i).text(), List.of()))) {
        String form = chunk.sentences().get(i).text().substring(span.start(), span.end());
        counts.merge(Folding.key(form), 1, Integer::sum);
        forms
            .computeIfAbsent(Folding.key(form), key -> new TreeMap<>(ORDER))
            .merge(form, 1, Integer::sum);
      }
      counts.forEach(
          (key, count) -> {
            own.add(new Mention(key, sentence, count));
            postings
                .computeIfAbsent(key, each -> new ArrayList<>())
                .add(new Posting(chunk.id(), sentence, count));
          });
    }
    mentions.put(chunk.id(), own);
  }

  /** Compares all mentions of an index with a {@link NameFinder}, see {@link #compare}. */
  static void compare(Index index) {
    compare(index, new NameFinder());
  }

  /** Compares all mentions of an index. Does nothing if the index has no mentions. */
  static void compare(Index index, MentionFinder finder) {
    if (index.mentions().isPresent()) {
      new MentionRecount(index, finder).compare(index.mentions().get(), Set.of());
    }
  }

  /**
   * Compares all mentions of a view of an index with a {@link NameFinder}.
   *
   * @param outside an index that the view is a part of; its other keys must not exist in the view
   * @return the number of keys in the view
   */
  static int compare(Catalogue view, Index outside) {
    MentionRecount expected = new MentionRecount(view, new NameFinder());
    expected.compare(
        view.mentions().orElseThrow(),
        new MentionRecount(outside, new NameFinder()).postings.keySet());
    return expected.postings.size();
  }

  private void compare(MentionSource found, Set<String> otherKeys) {
    assertThat(found.chunks()).isEqualTo(mentions.size());
    mentions.forEach(
        (chunk, expected) ->
            assertThat(found.mentions(chunk)).as(chunk.value()).isEqualTo(expected));
    Set<String> keys = new HashSet<>(otherKeys);
    keys.addAll(postings.keySet());
    keys.addAll(List.of("", "no such key", "\uffff"));
    // The mentions of all chunks were compared. Index.verify compares them with all postings.
    List<String> sample = new ArrayList<>(keys);
    sample.sort(ORDER);
    int step = 1 + sample.size() / KEYS;
    for (int i = mentions.size() % step; i < sample.size(); i += step) {
      String key = sample.get(i);
      List<Posting> expected = postings.getOrDefault(key, List.of());
      assertThat(found.postings(key)).as(key).isEqualTo(expected);
      assertThat(found.chunks(key)).as(key).isEqualTo(chunks(key));
      assertThat(found.name(key).orElse("")).as(key).isEqualTo(name(key));
    }
    words().forEach(word -> assertThat(found.keysWith(word, 3)).as(word).isEqualTo(with(word)));
    assertThat(found.keysWith("none", 3)).isEmpty();
    assertThat(found.mentions(ChunkId.of("never"))).isEmpty();
  }

  private int chunks(String key) {
    return (int)
        postings.getOrDefault(key, List.of()).stream().map(Posting::chunkId).distinct().count();
  }

  private String name(String key) {
    String name = "";
    int most = 0;
    for (Map.Entry<String, Integer> form : forms.getOrDefault(key, Map.of()).entrySet()) {
      name = form.getValue() > most ? form.getKey() : name;
      most = Math.max(most, form.getValue());
    }
    return name;
  }

  /** Returns the words of some keys. */
  private Set<String> words() {
    Set<String> words = new HashSet<>();
    postings.keySet().stream().limit(2).forEach(key -> words.addAll(words(key)));
    return words;
  }

  private static List<String> words(String key) {
    StringBuilder spaced = new StringBuilder();
    key.codePoints()
        .map(c -> CharacterClass.isWordPart(c) ? c : ' ')
        .forEach(spaced::appendCodePoint);
    return List.of(spaced.toString().trim().split(" +", -1));
  }

  private List<String> with(String word) {
    return postings.keySet().stream()
        .filter(key -> words(key).contains(word))
        .sorted(Comparator.comparingInt((String key) -> -chunks(key)).thenComparing(ORDER))
        .limit(3)
        .toList();
  }
}
