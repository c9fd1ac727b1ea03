package dev.arag.agent.paper;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
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

/**
 * The tools of the reference implementation of the A-RAG paper, written from a description of their
 * behavior and not from their code. It uses nothing of this library but the embedder, which must be
 * that of the compared index.
 */
final class ReferenceTools {
  private static final int MAX_TOP_K = 20;

  /** The white space that Python removes from the ends of a text. */
  private static final String SPACES =
      "[\\s\\x1c-\\x1f\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";

  private final Map<String, String> chunks;
  private final Embedder embedder;
  private final List<Indexed> index = new ArrayList<>();
  private boolean isIndexed;
  private final Set<String> read = new HashSet<>();
  private final Map<String, String> lower = new HashMap<>();

  private record Indexed(String chunk, String sentence, Embedding embedding) {}

  private record Scored(String chunk, String sentence, float score) {}

  /**
   * @param chunks the text of each chunk by its id, in the order of the file
   */
  ReferenceTools(Map<String, String> chunks, Embedder embedder) {
    this.chunks = new LinkedHashMap<>(chunks);
    this.embedder = embedder;
  }

  /** Embeds all sentences before the first semantic search. */
  private void index() {
    if (isIndexed) {
      return;
    }
    isIndexed = true;
    List<String> owners = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    chunks.forEach(
        (id, text) -> {
          for (String sentence : sentences(text)) {
            if (length(sentence) > 10) {
              owners.add(id);
              texts.add(sentence);
            }
          }
        });
    List<Embedding> embeddings = texts.isEmpty() ? List.of() : embedder.embedSentences(texts);
    for (int i = 0; i < texts.size(); i++) {
      index.add(new Indexed(owners.get(i), texts.get(i), embeddings.get(i)));
    }
  }

  static List<String> sentences(String text) {
    return Arrays.stream(text.split("[.!?\n]+"))
        .map(sentence -> sentence.replaceAll("^" + SPACES + "|" + SPACES + "$", ""))
        .filter(sentence -> !sentence.isEmpty())
        .toList();
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /**
   * Returns the form in which texts are compared: lower case. In contrast to the reference, a run
   * of white space is one space, because this library compares texts so in all profiles.
   */
  private String lower(String text) {
    return lower.computeIfAbsent(text, own -> own.toLowerCase(Locale.ROOT).replaceAll(SPACES, " "));
  }

  String keywordSearch(List<String> keywords, int topK) {
    Map<String, Long> scores = new LinkedHashMap<>();
    chunks.forEach(
        (id, text) -> {
          long score = 0;
          for (String keyword : keywords) {
            score += (long) count(lower(keyword), lower(text)) * length(keyword);
          }
          if (score > 0) {
            scores.put(id, score);
          }
        });
    List<String> hits = new ArrayList<>(scores.keySet());
    hits.sort(Comparator.comparing(scores::get).reversed());
    List<String> blocks =
        hits.stream().limit(Math.min(topK, MAX_TOP_K)).map(id -> keywordHit(id, keywords)).toList();
    return blocks.isEmpty()
        ? "No results found for keywords: " + String.join(", ", keywords)
        : String.join("\n\n", blocks);
  }

  private static int count(String keyword, String text) {
    int count = 0;
    for (int at = text.indexOf(keyword);
        at >= 0;
        at = text.indexOf(keyword, at + keyword.length())) {
      count++;
    }
    return count;
  }

  private String keywordHit(String id, List<String> keywords) {
    List<String> matching =
        sentences(chunks.get(id)).stream()
            .filter(s -> keywords.stream().anyMatch(word -> lower(s).contains(lower(word))))
            .limit(5)
            .toList();
    String start = "Chunk ID: " + id + ", Matched keywords in chunk: ";
    return start + (matching.isEmpty() ? "(no exact sentence match)" : snippet(matching));
  }

  private static String snippet(List<String> sentences) {
    return "... " + String.join(" ... ", sentences) + " ...";
  }

  String semanticSearch(String query, int topK) {
    index();
    int wanted = Math.min(topK, MAX_TOP_K);
    Embedding embedded = embedder.embedQuery(query);
    List<Scored> scored = new ArrayList<>();
    index.forEach(
        each ->
            scored.add(new Scored(each.chunk(), each.sentence(), embedded.dot(each.embedding()))));
    scored.sort(Comparator.comparing(Scored::score).reversed());
    Map<String, List<Scored>> groups = new LinkedHashMap<>();
    scored.stream()
        .limit(3L * wanted)
        .forEach(each -> groups.computeIfAbsent(each.chunk(), id -> new ArrayList<>()).add(each));
    List<String> blocks = groups.values().stream().limit(wanted).map(this::semanticHit).toList();
    return blocks.isEmpty() ? "No results for: " + query : String.join("\n\n", blocks);
  }

  private String semanticHit(List<Scored> group) {
    String text = chunks.get(group.get(0).chunk());
    List<String> inOrder =
        group.stream()
            .map(Scored::sentence)
            .sorted(Comparator.comparingInt(text::indexOf))
            .toList();
    return String.format(
            Locale.ROOT,
            "Chunk ID: %s (Similarity: %.3f)\nMatched: ",
            group.get(0).chunk(),
            group.get(0).score())
        + snippet(inOrder);
  }

  String readChunks(List<String> ids) {
    List<String> blocks = new ArrayList<>();
    String rule = "=".repeat(80);
    for (String id : ids) {
      String text = chunks.get(id);
      if (text == null) {
        blocks.add("\n[Chunk " + id + "] - Not found");
      } else if (read.add(id)) {
        String thin = "-".repeat(80);
        blocks.add("\n" + rule + "\n[Chunk " + id + "]\n" + thin + "\n" + text + "\n" + rule);
      } else {
        blocks.add(
            "\n" + rule + "\n[Chunk " + id + "]\n(This chunk has been read before)\n" + rule);
      }
    }
    return String.join("\n", blocks);
  }
}
