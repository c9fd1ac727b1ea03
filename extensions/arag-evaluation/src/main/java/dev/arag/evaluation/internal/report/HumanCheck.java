package dev.arag.evaluation.internal.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.error.CorpusException;
import dev.arag.evaluation.judge.JudgeCase;
import dev.arag.evaluation.judge.Judgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Exports a sample of judged answers, so that a person can check the judge. The person writes the
 * own verdict into the column {@code human}.
 */
public final class HumanCheck {
  /** The number of answers to export. */
  public static final int SAMPLE = 50;

  private static final ObjectMapper JSON = new ObjectMapper();

  private HumanCheck() {}

  /**
   * An answer with its verdict.
   *
   * @param id the id of the question
   * @param strategy the name of the strategy
   * @param answer the answer
   * @param judgement the judgement
   */
  public record Judged(String id, String strategy, JudgeCase answer, Judgement judgement) {
    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", id);
      fields.put("strategy", strategy);
      fields.put("question", answer.question());
      fields.put("golds", answer.golds());
      fields.put("answer", answer.answer());
      fields.put("human", "");
      fields.put("judge", judgement.verdict().name());
      return fields;
    }
  }

  /**
   * Writes a random sample of {@value #SAMPLE} answers: a CSV table if the name of the file ends in
   * {@code .csv}, otherwise one JSON object per line.
   *
   * @param seed the seed of the sample
   * @throws CorpusException if the file cannot be written
   */
  public static void write(Collection<Judged> judged, Path file, long seed) {
    requireNonNull(judged, "judged");
    requireNonNull(file, "file");
    List<Map<String, Object>> sample = sample(judged, seed).stream().map(Judged::fields).toList();
    boolean isTable = file.toString().endsWith(".csv");
    try {
      String text = String.join("\n", isTable ? table(sample) : lines(sample)) + "\n";
      // Unpaired surrogates become question marks; other methods of Files reject them.
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new CorpusException("The answers cannot be written to " + file, e);
    }
  }

  private static List<Judged> sample(Collection<Judged> judged, long seed) {
    List<Judged> shuffled = new ArrayList<>(judged);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.subList(0, Math.min(SAMPLE, shuffled.size()));
  }

  private static List<String> lines(List<Map<String, Object>> sample)
      throws JsonProcessingException {
    List<String> lines = new ArrayList<>();
    for (Map<String, Object> fields : sample) {
      lines.add(JSON.writeValueAsString(fields));
    }
    return lines;
  }

  private static List<String> table(List<Map<String, Object>> sample) {
    Stream<String> header = Stream.of("id,strategy,question,golds,answer,human,judge");
    return Stream.concat(header, sample.stream().map(HumanCheck::row)).toList();
  }

  private static String row(Map<String, Object> fields) {
    return fields.values().stream().map(HumanCheck::cell).collect(Collectors.joining(","));
  }

  /** A leading sign would make a spreadsheet evaluate the text as a formula. */
  private static String cell(Object value) {
    String text =
        value instanceof List<?> list
            ? list.stream().map(Object::toString).collect(Collectors.joining(" | "))
            : value.toString();
    boolean isFormula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    return '"' + (isFormula ? "'" : "") + text.replace("\"", "\"\"") + '"';
  }
}
