package dev.arag.index.bench;

import dev.arag.core.embed.Embedder;
import dev.arag.core.embed.Embedding;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import dev.arag.index.bench.ArticleForm.Parsed;
import dev.arag.index.bench.TitledArticles.Question;
import dev.arag.index.embed.OnnxEmbedder;
import dev.arag.index.spi.split.Splitter;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Measures how the rules for headings affect semantic search.
 *
 * <ul>
 *   <li>{@code HeadingRetrieval SET CACHE RESULT} ranks the articles of a data set by their best
 *       sentence (equation 3 of the paper) for each question, and writes the recall of the
 *       supporting articles among the best 5 and 10, and of the supporting sentences among the best
 *       15, to a file. The cache is a file that stores the embeddings for later runs.
 *   <li>{@code HeadingRetrieval compare BEFORE AFTER} compares two such files, with 95 % intervals
 *       of a paired bootstrap.
 * </ul>
 */
final class HeadingRetrieval {
  private static final List<ArticleForm> FORMS =
      List.of(
          ArticleForm.CHUNKS,
          ArticleForm.CHUNKS_STOP,
          ArticleForm.TEXT_BLANK_LINE,
          ArticleForm.CHUNKS_UNTITLED_FIRST_SENTENCE);

  private static final Splitter SPLITTER = new Splitter(1_000, TokenCounter.o200k());
  private static final int BATCH = 64;
  private static final int SAMPLES = 10_000;
  private static final int FEW = 5;
  private static final int MORE = 10;
  private static final int SENTENCES = 15;

  private final Embedder embedder;
  private final Path cache;
  private final Map<String, Embedding> known = new HashMap<>();

  private HeadingRetrieval(Embedder embedder, Path cache) throws IOException {
    this.embedder = embedder;
    this.cache = cache;
    if (Files.exists(cache)) {
      readCache();
    }
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("compare")) {
      compare(Path.of(arguments[1]), Path.of(arguments[2]));
      return;
    }
    try (Embedder embedder = OnnxEmbedder.bgeSmallEnglish()) {
      List<String> lines =
          new HeadingRetrieval(embedder, Path.of(arguments[1])).measure(Path.of(arguments[0]));
      Files.write(Path.of(arguments[2]), lines);
    }
  }

  private List<String> measure(Path set) throws IOException {
    TitledArticles articles = TitledArticles.read(set, false);
    List<String> lines = new ArrayList<>();
    for (ArticleForm form : FORMS) {
      Parsed parsed = form.parse(articles.articles());
      List<Sentence> sentences =
          SPLITTER.split(parsed.document()).stream()
              .flatMap(chunk -> chunk.sentences().stream())
              .toList();
      List<String> embeddedTexts = sentences.stream().map(Sentence::embeddedText).toList();
      embed(embeddedTexts);
      List<Embedding> embeddings = embeddedTexts.stream().map(known::get).toList();
      for (Question question : articles.questions()) {
        float[] scores = scores(embedder.embedQuery(question.text()), embeddings);
        List<String> ids =
            bestArticles(scores, parsed, sentences).stream()
                .map(article -> articles.articles().get(article).id())
                .toList();
        List<String> best = bestSentences(scores, sentences);
        lines.add(
            String.join(
                "\t",
                form + (question.isReport() ? " report" : " choice"),
                question.id(),
                Double.toString(recall(ids, FEW, question.supporting())),
                Double.toString(recall(ids, MORE, question.supporting())),
                Double.toString(recall(best, SENTENCES, question.sentences()))));
      }
    }
    return lines;
  }

  private static double recall(List<String> ids, int count, Set<String> supporting) {
    long found = ids.stream().limit(count).filter(supporting::contains).count();
    return supporting.isEmpty() ? 0 : (double) found / supporting.size();
  }

  private static float[] scores(Embedding query, List<Embedding> embeddings) {
    float[] scores = new float[embeddings.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = query.dot(embeddings.get(i));
    }
    return scores;
  }

  /** Returns the articles with the best sentences. */
  private static List<Integer> bestArticles(
      float[] scores, Parsed parsed, List<Sentence> sentences) {
    float[] best = new float[parsed.starts().size() - 1];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    int article = 0;
    for (int i = 0; i < scores.length; i++) {
      while (sentences.get(i).offset() >= parsed.starts().get(article + 1)) {
        article++;
      }
      best[article] = Math.max(best[article], scores[i]);
    }
    return IntStream.range(0, best.length)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -best[i]))
        .limit(MORE)
        .toList();
  }

  /** Returns the best sentences that are not heading lines. */
  private static List<String> bestSentences(float[] scores, List<Sentence> sentences) {
    return IntStream.range(0, scores.length)
        .filter(i -> !sentences.get(i).isHeading())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -scores[i]))
        .limit(SENTENCES)
        .map(i -> sentences.get(i).text())
        .toList();
  }

  private void embed(List<String> texts) throws IOException {
    List<String> missing =
        texts.stream().distinct().filter(text -> !known.containsKey(text)).toList();
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(
                    cache, StandardOpenOption.CREATE, StandardOpenOption.APPEND)))) {
      for (int i = 0; i < missing.size(); i += BATCH) {
        List<String> batch = missing.subList(i, Math.min(missing.size(), i + BATCH));
        List<Embedding> embeddings = embedder.embedSentences(batch);
        for (int j = 0; j < batch.size(); j++) {
          known.put(batch.get(j), embeddings.get(j));
          write(out, batch.get(j), embeddings.get(j));
        }
      }
    }
  }

  private static void write(DataOutputStream out, String text, Embedding embedding)
      throws IOException {
    out.writeUTF(text);
    for (float value : embedding.toArray()) {
      out.writeFloat(value);
    }
  }

  private void readCache() throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(cache)))) {
      while (true) {
        String text = in.readUTF();
        float[] values = new float[embedder.dimension()];
        for (int i = 0; i < values.length; i++) {
          values[i] = in.readFloat();
        }
        known.put(text, Embedding.of(values));
      }
    } catch (EOFException e) {
      return;
    }
  }

  private static void compare(Path before, Path after) throws IOException {
    Map<String, List<double[]>> groups = new LinkedHashMap<>();
    List<String> first = Files.readAllLines(before);
    List<String> second = Files.readAllLines(after);
    for (int i = 0; i < first.size(); i++) {
      String[] a = first.get(i).split("\t");
      String[] b = second.get(i).split("\t");
      if (!a[0].equals(b[0]) || !a[1].equals(b[1])) {
        throw new IOException("The files differ in line " + (i + 1));
      }
      groups
          .computeIfAbsent(a[0], name -> new ArrayList<>())
          .add(
              new double[] {
                Double.parseDouble(a[2]),
                Double.parseDouble(b[2]),
                Double.parseDouble(a[3]),
                Double.parseDouble(b[3]),
                Double.parseDouble(a[4]),
                Double.parseDouble(b[4])
              });
    }
    groups.forEach(
        (name, rows) -> {
          System.out.println(name + ", articles:" + line(rows, 0, FEW));
          System.out.println(name + ", articles:" + line(rows, 2, MORE));
          System.out.println(name + ", sentences:" + line(rows, 4, SENTENCES));
        });
  }

  private static String line(List<double[]> rows, int column, int count) {
    double[] differences =
        rows.stream().mapToDouble(row -> row[column + 1] - row[column]).toArray();
    double[] means = new double[SAMPLES];
    Random random = new Random(1);
    for (int i = 0; i < SAMPLES; i++) {
      means[i] =
          random
              .ints(differences.length, 0, differences.length)
              .mapToDouble(j -> differences[j])
              .average()
              .orElse(0);
    }
    Arrays.sort(means);
    return String.format(
        Locale.ROOT,
        " recall@%d %.3f -> %.3f (%+.3f, 95 %% interval %+.3f to %+.3f)",
        count,
        rows.stream().mapToDouble(row -> row[column]).average().orElse(0),
        rows.stream().mapToDouble(row -> row[column + 1]).average().orElse(0),
        Arrays.stream(differences).average().orElse(0),
        means[SAMPLES / 40],
        means[SAMPLES - SAMPLES / 40 - 1]);
  }
}
