package dev.arag.evaluation.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence with a passage that proves it, or that did before one detail of the sentence was
 * changed.
 *
 * @param quote the words of the passage that the sentence repeats
 * @param change the kind of the change; NONE if the passage proves the sentence
 */
record ClaimPair(String sentence, String passage, String quote, String title, Change change) {
  private static final int SIZE = 100;
  private static final int FROM_REPORTS = 20;
  private static final int MAX_PASSAGE = 1_400;
  private static final String MONTHS =
      "January|February|March|April|May|June|July|August|September|October|November|December";
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{N}$%'’.,-]*[\\p{L}\\p{N}%])?");
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\p{L}\\p{N}.,-])\\d[\\d,.]*(?<![.,])(?![\\p{L}-])");
  private static final Pattern YEAR = Pattern.compile("\\b(?:1[5-9]|20)\\d\\d\\b");
  private static final Pattern NAME = Pattern.compile("(?<=[\\p{L},] )\\p{Lu}\\p{Ll}{3,}\\b");
  private static final Set<String> STOP =
      Set.of(
          ("the a an of in on at to for by with from as and or but is are was were be been being it"
                  + " its this that these those which who whom whose has have had do does did will"
                  + " would can could may might shall should their his her they he she you your we"
                  + " our i there also than then so such into about over more most other some any"
                  + " all each both between during when while where if because however")
              .split(" "));
  private static final Set<String> REFERRING =
      Set.of(
          ("he she it they this that these those yes no however i we you there his her their its"
                  + " such another here both also")
              .split(" "));
  private static final Map<String, String> OPPOSITES =
      Map.of(
          " before ", " after ",
          " after ", " before ",
          " first ", " last ",
          " increased ", " decreased ",
          " during ", " before ",
          " more than ", " less than ");

  enum Change {
    NONE,
    NUMBER,
    NAME,
    NEGATION,
    TIME
  }

  boolean isTrue() {
    return change == Change.NONE;
  }

  /** Reads the same pairs for the same seed. Half of them are changed. */
  static List<ClaimPair> read(Path data, long seed) throws IOException {
    Random random = new Random(seed);
    List<ClaimPair> reports = reports(data.resolve("financebench_30"));
    List<ClaimPair> answers = answers(data.resolve("mtrag_un"));
    Collections.shuffle(reports, random);
    Collections.shuffle(answers, random);
    List<ClaimPair> pool =
        new ArrayList<>(reports.subList(0, Math.min(FROM_REPORTS, reports.size())));
    pool.addAll(answers);
    List<ClaimPair> pairs = halfChanged(pool, random);
    Collections.shuffle(pairs, random);
    return pairs;
  }

  /** Returns pairs from the start of a pool. Half of them are changed, each kind equally often. */
  private static List<ClaimPair> halfChanged(List<ClaimPair> pool, Random random) {
    List<String> names = new ArrayList<>();
    pool.forEach(
        pair -> NAME.matcher(pair.sentence).results().forEach(it -> names.add(it.group())));
    List<Change> kinds = new ArrayList<>(List.of(Change.values()).subList(1, 5));
    List<ClaimPair> unchanged = new ArrayList<>();
    List<ClaimPair> changed = new ArrayList<>();
    for (ClaimPair pair : pool) {
      Optional<ClaimPair> other = Optional.empty();
      for (int i = 0; i < kinds.size() && other.isEmpty(); i++) {
        other = pair.with(kinds.get(i), names, random);
      }
      if (other.isPresent() && changed.size() <= Math.min(unchanged.size(), SIZE / 2 - 1)) {
        changed.add(other.get());
        // The kind that was used least recently is tried first.
        kinds.remove(other.get().change);
        kinds.add(other.get().change);
      } else if (unchanged.size() < SIZE / 2) {
        unchanged.add(pair);
      }
    }
    unchanged.addAll(changed);
    return unchanged;
  }

  private Optional<ClaimPair> with(Change kind, List<String> names, Random random) {
    return switch (kind) {
      case NUMBER -> replaced(NUMBER.matcher(sentence), kind, random);
      case TIME -> time(random);
      case NEGATION -> negated();
      case NAME -> renamed(names, random);
      case NONE -> Optional.empty();
    };
  }

  private Optional<ClaimPair> replaced(Matcher number, Change kind, Random random) {
    List<ClaimPair> found = new ArrayList<>();
    while (number.find()) {
      char[] digits = number.group().toCharArray();
      int before = kind == Change.TIME || digits.length == 1 ? 0 : random.nextInt(2);
      int at = digits.length - 1 - before;
      at = Character.isDigit(digits[at]) ? at : at - 1;
      digits[at] = (char) ('0' + (digits[at] - '0' + 1 + random.nextInt(8)) % 10);
      add(found, number.start(), number.end(), new String(digits), kind);
    }
    return any(found, random);
  }

  private void add(List<ClaimPair> found, int start, int end, String other, Change kind) {
    if (!passage.contains(other) && !other.startsWith("0")) {
      String text = sentence.substring(0, start) + other + sentence.substring(end);
      found.add(new ClaimPair(text, passage, quote, title, kind));
    }
  }

  private static Optional<ClaimPair> any(List<ClaimPair> found, Random random) {
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(found.get(random.nextInt(found.size())));
  }

  private Optional<ClaimPair> time(Random random) {
    List<ClaimPair> found = new ArrayList<>();
    replaced(YEAR.matcher(sentence), Change.TIME, random).ifPresent(found::add);
    Matcher month = Pattern.compile("\\b(?:" + MONTHS + ")\\b").matcher(sentence);
    List<String> months = List.of(MONTHS.split("\\|"));
    while (month.find()) {
      String other = months.get((months.indexOf(month.group()) + 1 + random.nextInt(11)) % 12);
      add(found, month.start(), month.end(), other, Change.TIME);
    }
    for (String word : OPPOSITES.keySet().stream().sorted().toList()) {
      int at = sentence.indexOf(word);
      if (at >= 0) {
        String text =
            sentence.substring(0, at)
                + OPPOSITES.get(word)
                + sentence.substring(at + word.length());
        found.add(new ClaimPair(text, passage, quote, title, Change.TIME));
      }
    }
    return any(found, random);
  }

  private Optional<ClaimPair> negated() {
    Matcher verb =
        Pattern.compile(" (is|are|was|were|can|will|has been|have been|should|must) (?!not)")
            .matcher(sentence);
    if (sentence.contains(" not ")) {
      String text = sentence.replaceFirst(" not ", " ");
      return Optional.of(new ClaimPair(text, passage, quote, title, Change.NEGATION));
    }
    if (!verb.find()) {
      return Optional.empty();
    }
    int at = verb.start() + 1 + verb.group(1).split(" ")[0].length();
    String text = sentence.substring(0, at) + " not" + sentence.substring(at);
    return Optional.of(new ClaimPair(text, passage, quote, title, Change.NEGATION));
  }

  private Optional<ClaimPair> renamed(List<String> names, Random random) {
    List<ClaimPair> found = new ArrayList<>();
    Matcher name = NAME.matcher(sentence);
    while (name.find()) {
      if (!MONTHS.contains(name.group())) {
        String other = names.get(random.nextInt(names.size()));
        add(found, name.start(), name.end(), other, Change.NAME);
      }
    }
    return any(found, random);
  }

  /** Returns sentences of reference answers that repeat a sentence of one of their passages. */
  private static List<ClaimPair> answers(Path data) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, JsonNode> passages = new HashMap<>();
    for (String line : Files.readAllLines(data.resolve("passages.jsonl"))) {
      JsonNode passage = json.readTree(line);
      passages.put(passage.get("id").asText(), passage);
    }
    Map<String, ClaimPair> pairs = new LinkedHashMap<>();
    for (JsonNode task : json.readTree(data.resolve("tasks.json").toFile())) {
      String answer = task.get("answer").asText().replaceAll(" (?=[.,;:%)])|(?<=\\() ", "");
      for (String sentence : sentences(answer)) {
        for (JsonNode id : task.get("passages")) {
          JsonNode passage = passages.get(id.asText());
          if (passage != null && isCandidate(sentence)) {
            String text = passage.get("text").asText();
            repeated(sentence, text)
                .map(quote -> pair(sentence, text, quote, passage.path("title").asText()))
                .ifPresent(pair -> pairs.putIfAbsent(sentence, pair));
          }
        }
      }
    }
    return new ArrayList<>(pairs.values());
  }

  /** Returns sentences with figures from the evidence of questions about reports. */
  private static List<ClaimPair> reports(Path data) throws IOException {
    Map<String, ClaimPair> pairs = new LinkedHashMap<>();
    for (JsonNode question : new ObjectMapper().readTree(data.resolve("questions.json").toFile())) {
      for (JsonNode evidence : question.get("evidence")) {
        String text = evidence.get("text").asText().replaceAll("\\s+", " ");
        String title = evidence.get("document").asText().replace(".pdf", "");
        for (String sentence : sentences(text)) {
          boolean isProse = sentence.matches("[A-Z].*\\d.*");
          if (isProse && isCandidate(sentence)) {
            pairs.putIfAbsent(sentence, pair(sentence, text, sentence, title));
          }
        }
      }
    }
    return new ArrayList<>(pairs.values());
  }

  private static ClaimPair pair(String sentence, String text, String quote, String title) {
    int at = text.indexOf(quote);
    int start = text.length() <= MAX_PASSAGE ? 0 : Math.max(0, at - MAX_PASSAGE / 3);
    String passage = text.substring(start, Math.min(text.length(), start + MAX_PASSAGE));
    return new ClaimPair(sentence, passage, quote, title, Change.NONE);
  }

  private static List<String> sentences(String text) {
    return Arrays.stream(text.split("(?<=[.!?])\\s+|\\n+")).map(String::strip).toList();
  }

  private static boolean isCandidate(String sentence) {
    List<String> words = words(sentence);
    return words.size() >= 8
        && words.size() <= 40
        && sentence.endsWith(".")
        && !sentence.matches(".*([\\[\\]\"“”<>|…*#]|\\b(vs|etc|[A-Z])\\.$|[.!?] .*).*")
        && !REFERRING.contains(words.get(0));
  }

  /** Returns the sentence of a text that has all content words of a sentence in the same order. */
  private static Optional<String> repeated(String sentence, String text) {
    List<String> content = content(sentence);
    return sentences(text).stream()
        .filter(other -> !other.matches(".*[\\[\\]\"“”<>|].*"))
        .filter(other -> isInOrder(content, content(other)))
        .filter(other -> negations(other) == negations(sentence))
        .findFirst();
  }

  private static boolean isInOrder(List<String> part, List<String> whole) {
    int found = 0;
    for (String word : whole) {
      found += found < part.size() && part.get(found).equals(word) ? 1 : 0;
    }
    return found == part.size();
  }

  private static List<String> content(String text) {
    return words(text).stream().filter(word -> !STOP.contains(word)).toList();
  }

  private static long negations(String text) {
    return words(text).stream()
        .filter(it -> it.matches("not|no|never|none|nor|cannot|.*n['’]t"))
        .count();
  }

  /** Returns the words of a text in lower case. */
  static List<String> words(String text) {
    return WORD.matcher(text).results().map(it -> it.group().toLowerCase(Locale.ROOT)).toList();
  }
}
