package dev.arag.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.core.corpus.Catalogue;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindQuery.Unit;
import dev.arag.core.find.FindResult;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.index.internal.store.MemoryStore;
import dev.arag.index.source.Source;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares {@code find} with an independent evaluation, on random texts in 12 scripts and random
 * histories of an index, in memory and stored.
 */
class FindOracleTest {
  private static final int CALLS = 20;

  private static final List<String> WORDS =
      List.of(
          "river",
          "RIVER",
          "rivers",
          "old",
          "the",
          "1881",
          "18",
          "Straße",
          "İstanbul",
          "café",
          "e\u0301te\u0301",
          "co\u00adop",
          "zero\u200bwidth",
          "don’t",
          "1871–1893",
          "“quoted”",
          "σίσυφος",
          "ΣΊΣΥΦΟΣ",
          "Αθήνα",
          "Москва",
          "москве",
          "Ёлка",
          "مرحبا",
          "مَرحبا",
          "كتاب",
          "שלום",
          "שָׁלוֹם",
          "ספר",
          "नमस्ते",
          "किताब",
          "ประเทศไทย",
          "น้ำ",
          "東京",
          "京都",
          "東京都",
          "ひらがな",
          "かな",
          "한국어",
          "서울",
          "საქართველო",
          "წიგნი",
          "Հայաստան",
          "ԳԻՐՔ",
          "գիրք",
          "a.b",
          "x_y",
          "C++",
          "😀");

  // ---- random documents and queries

  private record Wanted(
      Unit unit,
      List<String> words,
      List<String> near,
      int within,
      String pattern,
      Pattern java,
      String countBy) {
    FindQuery query() {
      FindQuery query = FindQuery.in(unit).words(words);
      query = near.isEmpty() ? query : query.near(near, within);
      query = pattern.isEmpty() ? query : query.pattern(pattern);
      return countBy.isEmpty() ? query : query.countBy(countBy);
    }
  }

  private final Random random = new Random(36);

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private String words(int most) {
    StringBuilder text = new StringBuilder(word());
    for (int i = random.nextInt(most); i > 0; i--) {
      text.append(List.of(" ", " ", " ", "\n", " \u00a0", "", ", ").get(random.nextInt(7)));
      text.append(word());
    }
    return text.toString();
  }

  private Document document(String id) {
    StringBuilder text = new StringBuilder();
    List<Document.Heading> headings = new ArrayList<>();
    List<Document.Table> tables = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      int start = text.length();
      switch (random.nextInt(6)) {
        case 0 -> {
          headings.add(new Document.Heading(start, List.of("On " + i)));
          text.append("On ").append(i).append('\n');
        }
        case 1 -> {
          text.append("| ").append(word()).append(" | ").append(word()).append(" |\n|---|---|\n");
          int header = text.length();
          for (int row = 0; row < 3; row++) {
            text.append("| ").append(words(2).replace('\n', ' ')).append(" | 18 |\n");
          }
          tables.add(new Document.Table(start, header, text.length()));
          text.append('\n');
        }
        default -> text.append(words(9)).append(random.nextInt(9) == 0 ? ".\n\n" : ". ");
      }
    }
    Document.Builder builder = Document.builder(id, text.toString());
    headings.forEach(each -> builder.heading(each.offset(), each.path()));
    tables.forEach(builder::table);
    switch (random.nextInt(4)) {
      case 0 -> builder.metadata("year", 2018 + random.nextInt(3));
      case 1 -> builder.metadata("date", (2018 + random.nextInt(3)) + "-05-01");
      case 2 -> builder.metadata("date", "in spring").title(words(2));
      default -> builder.title(null);
    }
    return builder.metadata("tenant", random.nextInt(3)).build();
  }

  private Wanted wanted() {
    List<String> words = new ArrayList<>();
    List<String> near = new ArrayList<>();
    StringBuilder pattern = new StringBuilder();
    StringBuilder java = new StringBuilder();
    int kind = random.nextInt(5);
    if (kind < 2) {
      IntStream.rangeClosed(0, random.nextInt(2)).forEach(i -> words.add(words(2)));
    }
    if (kind == 2) {
      Set<String> distinct = new TreeSet<>();
      while (distinct.size() < 2 + random.nextInt(2)) {
        distinct.add(fold(word()));
      }
      near.addAll(distinct);
    }
    if (kind > 2 || random.nextInt(5) == 0) {
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        part(pattern, java, i);
      }
    }
    return new Wanted(
        Unit.values()[random.nextInt(3)],
        words,
        near,
        random.nextInt(4),
        pattern.toString(),
        Pattern.compile(java.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE),
        List.of("", "document", "type", "year", "tenant", "none").get(random.nextInt(6)));
  }

  private void part(StringBuilder pattern, StringBuilder java, int last) {
    switch (random.nextInt(7)) {
      case 0 -> same(pattern, java, List.of("[0-9]+", "\\pL{2}", "\\d{2,4}").get(last - 1));
      case 1 -> {
        same(pattern, java, "(");
        fragment(pattern, java);
        same(pattern, java, "|");
        fragment(pattern, java);
        same(pattern, java, ")");
      }
      case 2 -> {
        fragment(pattern, java);
        same(pattern, java, random.nextBoolean() ? "?" : "{0,2}");
        same(pattern, java, "[^x]");
      }
      case 3 -> {
        fragment(pattern, java);
        same(pattern, java, ".{0,6}");
        fragment(pattern, java);
      }
      default -> fragment(pattern, java);
    }
  }

  private static void same(StringBuilder pattern, StringBuilder java, String text) {
    pattern.append(text);
    java.append(text);
  }

  /** Appends a part of a word that ends before no mark. */
  private void fragment(StringBuilder pattern, StringBuilder java) {
    int[] word = word().codePoints().toArray();
    int start = random.nextInt(word.length);
    while (start > 0 && isMark(word[start])) {
      start--;
    }
    int end = start + 1 + random.nextInt(word.length - start);
    while (end < word.length && isMark(word[end])) {
      end++;
    }
    String fragment = new String(word, start, end - start);
    if (fold(fragment).isEmpty()) {
      fragment(pattern, java);
      return;
    }
    pattern.append(escape(fragment));
    java.append(escape(fold(fragment)));
  }

  private static String escape(String text) {
    return text.replaceAll("[\\p{Punct}&&\\p{ASCII}]", "\\\\$0");
  }

  // ---- the independent evaluation

  private static boolean isMark(int codePoint) {
    return Set.of(6, 7, 8).contains(Character.getType(codePoint));
  }

  private static String fold(String text) {
    StringBuilder folded = new StringBuilder();
    String visible = text.replaceAll("[\u00ad\u200b]", "").replaceAll("[\\s\u00a0]+", " ");
    Normalizer.normalize(visible, Normalizer.Form.NFC)
        .replace('İ', 'i')
        .replaceAll("[’]", "'")
        .replaceAll("[“”]", "\"")
        .replace('–', '-')
        .codePoints()
        .map(each -> Character.toLowerCase(Character.toUpperCase(each)))
        .forEach(folded::appendCodePoint);
    return folded.toString();
  }

  private static final Set<UnicodeScript> UNSPACED =
      EnumSet.of(
          UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA, UnicodeScript.THAI);

  /** Returns the offsets at which a word may begin or end. */
  private static boolean isEdge(String text, int at) {
    if (at == 0 || at == text.length()) {
      return true;
    }
    int before = text.codePointBefore(at);
    int after = text.codePointAt(at);
    return !isWordPart(before) || !isWordPart(after) || isUnspaced(before) || isUnspaced(after);
  }

  private static boolean isWordPart(int codePoint) {
    return Character.isLetterOrDigit(codePoint) || isMark(codePoint);
  }

  private static boolean isUnspaced(int codePoint) {
    return UNSPACED.contains(UnicodeScript.of(codePoint));
  }

  private static List<int[]> occurrences(String text, String word, int number) {
    List<int[]> found = new ArrayList<>();
    for (int at = 0; at + word.length() <= text.length(); at++) {
      int end = at + word.length();
      if (text.startsWith(word, at)
          && isOuterEdge(text, at, true)
          && isOuterEdge(text, end, false)) {
        found.add(new int[] {at, end, number});
      }
    }
    return found;
  }

  /** An edge of an occurrence; only the character outside of it must not be a part of a word. */
  private static boolean isOuterEdge(String text, int at, boolean isStart) {
    if (at == 0 || at == text.length()) {
      return true;
    }
    int outside = isStart ? text.codePointBefore(at) : text.codePointAt(at);
    int inside = isStart ? text.codePointAt(at) : text.codePointBefore(at);
    return !isWordPart(outside) || isUnspaced(outside) || isUnspaced(inside);
  }

  private static boolean isNear(String text, List<String> words, int within) {
    List<int[]> all = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      all.addAll(occurrences(text, words.get(i), i));
    }
    all.sort(Comparator.comparingInt(each -> each[0]));
    for (int first = 0; first < all.size(); first++) {
      Set<Integer> seen = new TreeSet<>();
      int end = all.get(first)[1];
      for (int next = first; next < all.size(); next++) {
        int start = all.get(next)[0];
        if (IntStream.range(end, start).filter(at -> isWordStart(text, at)).count() > within) {
          break;
        }
        end = Math.max(end, all.get(next)[1]);
        seen.add(all.get(next)[2]);
      }
      if (seen.size() == words.size()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordStart(String text, int at) {
    return !Character.isLowSurrogate(text.charAt(at))
        && isWordPart(text.codePointAt(at))
        && isEdge(text, at);
  }

  /** The conditions that hold in a sentence. */
  private static Set<String> holding(Wanted wanted, Sentence sentence) {
    String text = fold(sentence.text());
    Set<String> holding = new TreeSet<>();
    for (String word : wanted.words()) {
      if (!occurrences(text, fold(word), 0).isEmpty()) {
        holding.add("word " + word);
      }
    }
    if (!wanted.near().isEmpty() && isNear(text, wanted.near(), wanted.within())) {
      holding.add("near");
    }
    Matcher matcher = wanted.java().matcher(text);
    if (!wanted.pattern().isEmpty() && matcher.find()) {
      holding.add("pattern");
    }
    return holding;
  }

  private record Expected(
      List<String> sentences, long units, long documents, Map<String, Long> counts, long chunks) {}

  private static Expected expected(Catalogue catalogue, Wanted wanted) {
    long conditions =
        wanted.words().stream().distinct().count()
            + (wanted.near().isEmpty() ? 0 : 1)
            + (wanted.pattern().isEmpty() ? 0 : 1);
    List<String> sentences = new ArrayList<>();
    Map<String, Long> counts = new TreeMap<>();
    long units = 0;
    long documents = 0;
    long chunks = 0;
    for (CatalogueEntry entry : catalogue.documents(Slice.first(1_000))) {
      Map<String, List<String>> parts = new LinkedHashMap<>();
      Map<String, Set<String>> holding = new LinkedHashMap<>();
      for (Chunk chunk : catalogue.chunksOf(entry.id())) {
        chunks++;
        for (Section section : chunk.sections()) {
          for (Sentence sentence : section.sentences()) {
            String name = section.id() + " " + sentence.offset();
            String unit =
                switch (wanted.unit()) {
                  case SENTENCE -> name;
                  case SECTION -> section.id().toString();
                  case DOCUMENT -> entry.id();
                };
            Set<String> held = holding(wanted, sentence);
            if (!held.isEmpty()) {
              parts.computeIfAbsent(unit, key -> new ArrayList<>()).add(name);
              holding.computeIfAbsent(unit, key -> new TreeSet<>()).addAll(held);
            }
          }
        }
      }
      List<String> matching =
          parts.keySet().stream().filter(it -> holding.get(it).size() == conditions).toList();
      matching.forEach(unit -> sentences.addAll(parts.get(unit)));
      units += matching.size();
      documents += matching.isEmpty() ? 0 : 1;
      if (!matching.isEmpty() && !wanted.countBy().isEmpty()) {
        counts.merge(value(wanted.countBy(), entry), (long) matching.size(), Long::sum);
      }
    }
    return new Expected(sentences, units, documents, counts, chunks);
  }

  private static String value(String key, CatalogueEntry entry) {
    Object year = entry.metadata().get("year");
    Object date = entry.metadata().getOrDefault("date", "");
    return switch (key) {
      case "document" -> entry.id();
      case "type" -> entry.id().endsWith(".md") ? "md" : "null";
      case "year" ->
          year != null
              ? "" + year
              : ("" + date).startsWith("20") ? ("" + date).substring(0, 4) : "null";
      default -> "" + entry.metadata().get(key);
    };
  }

  // ---- the comparison

  private static void compare(Catalogue catalogue, Wanted wanted, Expected expected, String name) {
    FindResult all = catalogue.find(wanted.query(), 10_000, 0);
    List<String> found = names(all);
    assertThat(found).as(name).isEqualTo(expected.sentences());
    assertThat(List.of(all.sentences(), all.units(), all.documents()))
        .as(name)
        .isEqualTo(
            List.of((long) expected.sentences().size(), expected.units(), expected.documents()));
    Map<String, Long> counts = new TreeMap<>();
    all.counts().forEach(each -> counts.put("" + each.value(), each.units()));
    assertThat(counts).as(name).isEqualTo(expected.counts());
    assertThat(all.counts().stream().map(FindResult.Count::units).toList())
        .as(name)
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(all.totalChunks()).as(name).isEqualTo(expected.chunks());
    assertThat(all.searchedChunks()).as(name).isEqualTo(expected.chunks());
    FindResult page = catalogue.find(wanted.query(), 2, 1);
    assertThat(names(page)).as(name).isEqualTo(found.stream().skip(1).limit(2).toList());
    assertThat(page.counts()).as(name).isEqualTo(all.counts());
    assertThat(page.sentences()).as(name).isEqualTo(all.sentences());
  }

  private static List<String> names(FindResult result) {
    return result.matches().stream()
        .map(each -> each.section().id() + " " + each.sentence().offset())
        .toList();
  }

  private void write(Index index) {
    List<Document> documents =
        IntStream.range(0, 4 + random.nextInt(30))
            .mapToObj(
                i ->
                    document(
                        "é😀a#z".substring(random.nextInt(2) * 3, 4)
                            + i
                            + (i % 3 == 0 ? ".md" : "")))
            .toList();
    int half = documents.size() / 2;
    index.sync(Source.documents("one", documents.subList(0, half)));
    index.sync(Source.documents("two", documents.subList(half, documents.size())));
    index.delete(
        documents.stream().map(Document::id).filter(id -> random.nextInt(6) == 0).toList());
    index.sync(Source.documents("three", List.of(document("changed"), document("new.md"))));
    index.sync(Source.documents("three", List.of(document("changed"))));
  }

  private Scope scope() {
    return switch (random.nextInt(5)) {
      case 0 -> Scope.equal("tenant", random.nextInt(3));
      case 1 -> Scope.source("two").or(Scope.documents("changed"));
      case 2 -> Scope.equal("tenant", 1).not();
      default -> Scope.everything();
    };
  }

  @Test
  void equalsAnIndependentEvaluation() {
    compare(25);
  }

  @Tag("full")
  @Test
  void equalsAnIndependentEvaluationInThousandsOfCalls() {
    compare(500);
  }

  private void compare(int histories) {
    int calls = 0;
    int matching = 0;
    for (int history = 0; history < histories; history++) {
      HashEmbedder embedder = new HashEmbedder(4);
      try (Index index =
          Index.builder(new MemoryStore()).embedder(embedder).chunkTokens(64).openOrCreate()) {
        write(index);
        List<Chunk> chunks =
            index.documents(Slice.first(1_000)).stream()
                .flatMap(entry -> index.chunksOf(entry.id()).stream())
                .toList();
        InMemoryCorpus memory = InMemoryCorpus.ofChunks(embedder, chunks);
        for (int i = 0; i < CALLS; i++) {
          Scope scope = scope();
          Wanted wanted = wanted();
          String name = "history " + history + ", call " + i + ": " + wanted;
          Catalogue stored = Stream.of(index, index.snapshot()).toList().get(i % 2).within(scope);
          Expected expected = expected(stored, wanted);
          compare(stored, wanted, expected, name);
          if (!(scope instanceof Scope.Or)) {
            compare(memory.within(scope), wanted, expected, "in memory, " + name);
          }
          calls++;
          matching += expected.units() > 0 ? 1 : 0;
        }
      }
    }
    System.out.printf("find: %,d calls equal the oracle, %,d with a match%n", calls, matching);
    assertThat(calls).isEqualTo(histories * CALLS);
    assertThat(matching).isGreaterThan(calls / 4);
  }
}
