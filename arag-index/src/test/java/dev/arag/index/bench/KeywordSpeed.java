package dev.arag.index.bench;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.Occurrences;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordReader;
import dev.arag.index.internal.keyword.KeywordScan;
import dev.arag.index.internal.keyword.KeywordWriter;
import dev.arag.index.internal.store.FileStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three ways to look for keywords in all files of a folder, taken as UTF-8 and cut into texts of
 * 3,000 characters: {@code KeywordSpeed TEXTFOLDER FOLDER}, where the second is empty. The
 * library's scan; the plain one that decodes each folded text and searches it; and {@code
 * toLowerCase} with {@code indexOf} over texts in memory. One thread; the ways take turns in one
 * process.
 */
final class KeywordSpeed {
  private static final int CHARACTERS = 3_000;
  private static final int ROUNDS = 9;
  private static final int DROPPED = 2;
  private static final Pattern WORD = Pattern.compile("\\p{L}{4,12}");

  private final List<String> texts;
  private final KeywordReader reader;

  private interface Way {
    /** Returns how many texts hold a keyword, and how often any does in all. */
    List<Long> search(KeywordQuery query, List<String> words);
  }

  private KeywordSpeed(List<String> texts, KeywordReader reader) {
    this.texts = texts;
    this.reader = reader;
  }

  public static void main(String[] arguments) throws IOException {
    List<String> texts = texts(Path.of(arguments[0]));
    KeywordReader reader = write(texts, Path.of(arguments[1]));
    System.out.printf(
        Locale.ROOT, "%d texts, %.1f MB folded%n", texts.size(), reader.length() / 1e6);
    new KeywordSpeed(texts, reader).run();
  }

  private static List<String> texts(Path folder) throws IOException {
    List<String> texts = new ArrayList<>();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      for (int start = 0; start < text.length(); start += CHARACTERS) {
        texts.add(text.substring(start, Math.min(text.length(), start + CHARACTERS)));
      }
    }
    return texts;
  }

  private static KeywordReader write(List<String> texts, Path folder) throws IOException {
    FileStore store = new FileStore(folder);
    store.makeDirectory();
    try (KeywordWriter writer = KeywordWriter.create(store, "keywords")) {
      for (String text : texts) {
        writer.add(text);
      }
      return KeywordReader.of(
          BlockReader.open(store, "keywords", FileKind.KEYWORDS, writer.finish()));
    }
  }

  private void run() {
    Map<String, Integer> textsWith = textsWith();
    List<String> rare = pick(textsWith, count -> count >= 5 && count <= 20);
    List<String> medium =
        pick(textsWith, count -> count >= texts.size() / 100 && count <= texts.size() / 20);
    List<String> common =
        textsWith.keySet().stream()
            .sorted(Comparator.comparing((String word) -> textsWith.get(word)).reversed())
            .limit(5)
            .toList();
    compare("1 rare word", rare.subList(0, 1));
    compare("5 rare words", rare);
    compare("1 medium word", medium.subList(0, 1));
    compare("5 medium words", medium);
    compare("1 common word", common.subList(0, 1));
    compare("5 common words", common);
    compare("1 word that is nowhere", List.of("qzxjvkw"));
    compare("the same, accents ignored", List.of("qzxjvkw"), true);
  }

  private Map<String, Integer> textsWith() {
    Map<String, Integer> textsWith = new HashMap<>();
    for (String text : texts) {
      Set<String> words = new HashSet<>();
      WORD.matcher(Folding.fold(text).text()).results().map(MatchResult::group).forEach(words::add);
      words.forEach(word -> textsWith.merge(word, 1, Integer::sum));
    }
    return textsWith;
  }

  /** Five words, far from each other in the alphabet. */
  private static List<String> pick(Map<String, Integer> textsWith, Predicate<Integer> wanted) {
    List<String> words =
        textsWith.keySet().stream().filter(word -> wanted.test(textsWith.get(word))).toList();
    List<String> sorted = words.stream().sorted().toList();
    return IntStream.range(1, 6).mapToObj(i -> sorted.get(i * sorted.size() / 6)).toList();
  }

  private void compare(String what, List<String> words) {
    compare(what, words, false);
  }

  private void compare(String what, List<String> words, boolean isRetry) {
    KeywordQuery exact = KeywordQuery.of(words);
    KeywordQuery query = isRetry ? exact.withoutDiacritics(Set.copyOf(words)) : exact;
    List<Way> ways = List.of(this::scan, this::plain, this::naive);
    long[][] nanos = new long[ways.size()][ROUNDS];
    List<List<Long>> found = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      found.clear();
      for (int way = 0; way < ways.size(); way++) {
        long start = System.nanoTime();
        found.add(ways.get(way).search(query, words));
        nanos[way][round] = System.nanoTime() - start;
      }
    }
    if (!found.get(0).equals(found.get(1))) {
      throw new IllegalStateException(what + ": found " + found);
    }
    System.out.printf("%s %s: %s texts, occurrences%n", what, words, found);
    print("  scan", nanos[0], nanos[0]);
    print("  plain", nanos[1], nanos[0]);
    print("  toLowerCase", nanos[2], nanos[0]);
  }

  private static void print(String way, long[] nanos, long[] base) {
    long[] warm = sorted(nanos);
    System.out.printf(
        Locale.ROOT,
        "%-14s %8.1f ms (%.1f to %.1f), %.1f times the scan%n",
        way,
        warm[warm.length / 2] / 1e6,
        warm[0] / 1e6,
        warm[warm.length - 1] / 1e6,
        (double) warm[warm.length / 2] / sorted(base)[warm.length / 2]);
  }

  private static long[] sorted(long[] nanos) {
    long[] warm = Arrays.copyOfRange(nanos, DROPPED, nanos.length);
    Arrays.sort(warm);
    return warm;
  }

  private List<Long> scan(KeywordQuery query, List<String> words) {
    long[] sums = new long[2];
    new KeywordScan(query)
        .search(reader, 0, reader.chunks(), (chunk, each) -> add(sums, each, words.size()));
    return List.of(sums[0], sums[1]);
  }

  private List<Long> plain(KeywordQuery query, List<String> words) {
    long[] sums = new long[2];
    for (int chunk = 0; chunk < reader.chunks(); chunk++) {
      query
          .occurrencesIn(new String(reader.bytes(chunk), StandardCharsets.UTF_8))
          .ifPresent(each -> add(sums, each, words.size()));
    }
    return List.of(sums[0], sums[1]);
  }

  private static void add(long[] sums, Occurrences occurrences, int keywords) {
    sums[0]++;
    for (int i = 0; i < keywords; i++) {
      sums[1] += occurrences.count(i);
    }
  }

  private List<Long> naive(KeywordQuery query, List<String> words) {
    long held = 0;
    long all = 0;
    for (String text : texts) {
      String lower = text.toLowerCase(Locale.ROOT);
      int count = 0;
      for (String word : words) {
        for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length())) {
          count++;
        }
      }
      held += count > 0 ? 1 : 0;
      all += count;
    }
    return List.of(held, all);
  }
}
