package dev.arag.index.bench;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.internal.fold.Folding;
import dev.arag.index.Index;
import dev.arag.index.internal.file.BlockReader;
import dev.arag.index.internal.file.FileKind;
import dev.arag.index.internal.keyword.KeywordFile;
import dev.arag.index.internal.keyword.SegmentKeywords;
import dev.arag.index.internal.postings.PostingsReader;
import dev.arag.index.internal.scan.ParallelScan;
import dev.arag.index.internal.store.FileStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Compares methods of searching for keywords in all files of a folder: {@code KeywordSpeed
 * TEXTFOLDER FOLDER [COPIES]}. The second folder must be empty or contain the files of an earlier
 * run. The program writes an index to this folder, and the same texts as files for {@code rg}. The
 * methods run alternately:
 *
 * <ul>
 *   <li>a search of the index, including the result page
 *   <li>a scan on all cores that decodes and searches each folded text
 *   <li>{@code toLowerCase} and {@code indexOf} on texts in memory, on one core
 *   <li>{@code rg -i -F -c} with one thread per core, if {@code rg} is installed
 * </ul>
 */
final class KeywordSpeed {
  private static final int ROUNDS = 9;
  private static final int DROPPED = 2;
  private static final int SLICE = 1_000;
  private static final int SHORTEST = 4;
  private static final int LONGEST = 12;
  private static final long CALLERS_NANOS = 500_000_000;

  private final List<String> texts;
  private final Index index;
  private final List<PostingsReader> readers;
  private final Path files;
  private final Map<String, Way> ways = new LinkedHashMap<>();

  private interface Way {
    /**
     * Returns the number of texts that contain a keyword. For {@code rg}, this is the number of
     * lines.
     */
    long search(List<String> words);
  }

  private KeywordSpeed(List<String> texts, Index index, List<PostingsReader> readers, Path files) {
    this.texts = texts;
    this.index = index;
    this.readers = readers;
    this.files = files;
    ways.put("index", words -> index.keywordSearch(KeywordQuery.of(words), 5, 0).total());
    ways.put("plain scan", this::plain);
    ways.put("toLowerCase", this::naive);
    if (isInstalled()) {
      ways.put("rg", this::rg);
    } else {
      System.out.println("rg is not installed and is skipped");
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    int copies = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
    KeywordTexts source = new KeywordTexts(Path.of(arguments[0]), copies);
    if (!Files.exists(folder.resolve("index"))) {
      long start = System.nanoTime();
      source.index(folder.resolve("index"));
      System.out.printf(Locale.ROOT, "Indexed in %.1f s%n", (System.nanoTime() - start) / 1e9);
      source.write(folder.resolve("texts"));
    }
    try (Index index = Index.open(folder.resolve("index"))) {
      List<PostingsReader> readers = readers(folder.resolve("index"));
      long bytes = readers.stream().mapToLong(PostingsReader::recordBytes).sum();
      System.out.printf(
          Locale.ROOT,
          "%d texts in %d segments, %.1f MB folded%n",
          index.stats().chunks(),
          readers.size(),
          bytes / 1e6);
      new KeywordSpeed(source.chunks(), index, readers, folder.resolve("texts")).run();
    }
  }

  private static List<PostingsReader> readers(Path index) throws IOException {
    FileStore store = new FileStore(index);
    List<PostingsReader> readers = new ArrayList<>();
    try (Stream<Path> listed = Files.list(index)) {
      for (Path file :
          listed.filter(each -> each.getFileName().toString().startsWith("keywords-")).toList()) {
        readers.add(
            KeywordFile.open(
                BlockReader.open(store, file.getFileName().toString(), FileKind.KEYWORDS, null)));
      }
    }
    return readers;
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
    textsWith.clear();
    List<String> rarePhrases = phrases(count -> count >= 20 && count <= 50);
    List<String> mediumPhrases =
        phrases(count -> count >= texts.size() / 50 && count <= texts.size() / 20);
    List<String> commonPhrases = phrases(count -> count >= texts.size() / 10);
    compare("1 rare word", rare.subList(0, 1));
    compare("1 rare word", rare.subList(3, 4));
    compare("5 rare words", rare);
    compare("1 medium word", medium.subList(0, 1));
    compare("5 medium words", medium);
    compare("1 common word", common.subList(0, 1));
    compare("5 common words", common);
    compare("1 word that does not occur", List.of("qzxjvkw"));
    compare("1 rare word, found only without its accent", List.of(accented(rare.get(2))));
    compare("1 medium word, found only without its accent", List.of(accented(medium.get(2))));
    compare("1 part of words", List.of("tion"));
    compare("1 phrase, rare", rarePhrases.subList(0, 1));
    compare("1 phrase, rare", rarePhrases.subList(3, 4));
    compare("1 phrase, medium", mediumPhrases.subList(0, 1));
    compare("1 phrase, medium", mediumPhrases.subList(3, 4));
    compare("1 phrase, common", commonPhrases.subList(0, 1));
    compare("2 phrases", List.of(mediumPhrases.get(2), rarePhrases.get(2)));
    compare("1 phrase of common words", List.of(commonPhrases.get(0) + " " + common.get(0)));
  }

  /** Adds a combining dot below to the second letter. No text contains the resulting word. */
  private static String accented(String word) {
    int second = word.offsetByCodePoints(0, 1);
    int third = word.offsetByCodePoints(second, 1);
    return word.substring(0, third) + "\u0323" + word.substring(third);
  }

  private Map<String, Integer> textsWith() {
    Map<String, Integer> textsWith = new HashMap<>();
    for (String text : texts) {
      words(Folding.fold(text).text()).forEach(word -> textsWith.merge(word, 1, Integer::sum));
    }
    return textsWith;
  }

  private static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !isInWord(text.charAt(i))) {
        if (i - start >= SHORTEST && i - start <= LONGEST) {
          words.add(text.substring(start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }

  /** Returns five phrases of two words that are in a certain number of texts, if there are any. */
  private List<String> phrases(Predicate<Integer> wanted) {
    Map<String, Integer> textsWith = new HashMap<>();
    for (String text : texts) {
      String[] words = Folding.fold(text).text().split(" ");
      Set<String> phrases = new HashSet<>();
      for (int i = 1; i < words.length; i++) {
        String phrase = words[i - 1] + " " + words[i];
        if (phrase.chars().allMatch(unit -> unit == ' ' || isInWord((char) unit))) {
          phrases.add(phrase);
        }
      }
      phrases.forEach(phrase -> textsWith.merge(phrase, 1, Integer::sum));
    }
    textsWith.keySet().removeIf(phrase -> phrase.length() < 2 * SHORTEST);
    boolean isAnyWanted = textsWith.values().stream().anyMatch(wanted);
    return pick(textsWith, isAnyWanted ? wanted : count -> true);
  }

  private static boolean isInWord(char unit) {
    return Character.isLetter(unit) || Character.getType(unit) == Character.NON_SPACING_MARK;
  }

  /** Returns five words that are far apart in alphabetical order. */
  private static List<String> pick(Map<String, Integer> textsWith, Predicate<Integer> wanted) {
    List<String> words =
        textsWith.keySet().stream().filter(word -> wanted.test(textsWith.get(word))).toList();
    List<String> sorted = words.stream().sorted().toList();
    return IntStream.range(1, 6).mapToObj(i -> sorted.get(i * sorted.size() / 6)).toList();
  }

  private void compare(String what, List<String> words) {
    Map<String, long[]> nanos = new HashMap<>();
    Map<String, Long> found = new HashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        long start = System.nanoTime();
        found.put(way.getKey(), way.getValue().search(words));
        nanos.computeIfAbsent(way.getKey(), it -> new long[ROUNDS])[round] =
            System.nanoTime() - start;
      }
    }
    if (!found.get("index").equals(found.get("plain scan"))) {
      throw new IllegalStateException(what + ": found " + found);
    }
    long bytes =
        readers.stream()
            .mapToLong(
                each -> new SegmentKeywords(KeywordQuery.of(words), each, null).bytesToRead())
            .sum();
    System.out.printf(
        Locale.ROOT, "%s %s: %s, %.1f MB of texts searched%n", what, words, found, bytes / 1e6);
    ways.keySet().forEach(way -> print(way, nanos.get(way), nanos.get("index")));
    System.out.printf(
        Locale.ROOT,
        "  searches per second with 1, 4 and 16 callers: %.0f %.0f %.0f%n",
        rate(words, 1),
        rate(words, 4),
        rate(words, 16));
  }

  private double rate(List<String> words, int callers) {
    long start = System.nanoTime();
    LongAdder searches = new LongAdder();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread thread =
          new Thread(
              () -> {
                while (System.nanoTime() - start < CALLERS_NANOS) {
                  ways.get("index").search(words);
                  searches.increment();
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return searches.sum() / ((System.nanoTime() - start) / 1e9);
  }

  private static void print(String way, long[] nanos, long[] base) {
    long[] warm = sorted(nanos);
    System.out.printf(
        Locale.ROOT,
        "  %-12s %9.2f ms (%.2f to %.2f), %.1f times the index%n",
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

  private long plain(List<String> words) {
    KeywordQuery query = KeywordQuery.of(words);
    long[] with = plain(query);
    Set<String> missing = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      if (with[i] == 0) {
        missing.add(query.keywords().get(i));
      }
    }
    return missing.isEmpty()
        ? with[words.size()]
        : plain(query.withoutDiacritics(missing))[words.size()];
  }

  /**
   * Returns, for each keyword, the number of texts that contain it. The last element is the number
   * of texts that contain any keyword.
   */
  private long[] plain(KeywordQuery query) {
    int keywords = query.keywords().size();
    LongAdder[] with =
        Stream.generate(LongAdder::new).limit(keywords + 1L).toArray(LongAdder[]::new);
    for (PostingsReader reader : readers) {
      ParallelScan.run(
          (reader.chunks() + SLICE - 1) / SLICE,
          Object::new,
          (own, slice) -> plain(query, reader, slice, with),
          () -> {});
    }
    return Arrays.stream(with).mapToLong(LongAdder::sum).toArray();
  }

  private static void plain(
      KeywordQuery query, PostingsReader reader, int slice, LongAdder[] with) {
    int end = Math.min(reader.chunks(), (slice + 1) * SLICE);
    for (int chunk = slice * SLICE; chunk < end; chunk++) {
      query
          .occurrencesIn(new String(reader.record(chunk), StandardCharsets.UTF_8))
          .ifPresent(
              found -> {
                for (int i = 0; i < with.length - 1; i++) {
                  with[i].add(found.count(i) > 0 ? 1 : 0);
                }
                with[with.length - 1].increment();
              });
    }
  }

  private long naive(List<String> words) {
    long held = 0;
    for (String text : texts) {
      String lower = text.toLowerCase(Locale.ROOT);
      int count = 0;
      for (String word : words) {
        for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length())) {
          count++;
        }
      }
      held += count > 0 ? 1 : 0;
    }
    return held;
  }

  private static boolean isInstalled() {
    try {
      return new ProcessBuilder("rg", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private long rg(List<String> words) {
    List<String> command = new ArrayList<>(List.of("rg", "-i", "-F", "-c", "--no-filename"));
    words.forEach(word -> command.addAll(List.of("-e", word)));
    command.add(files.toString());
    try {
      Process process = new ProcessBuilder(command).start();
      String counts = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return counts.lines().mapToLong(Long::parseLong).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
