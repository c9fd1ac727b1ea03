package dev.arag.evaluation.data;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One question of an evaluation.
 *
 * @param id the id, unique within its file
 * @param text the question
 * @param golds the accepted answers without duplicates, the main answer first; empty if unknown
 * @param type the type of the question, for means per type; null if there is none
 * @param supporting the ids of the paragraphs that contain the answer (gold paragraphs); empty if
 *     unknown
 * @param supportingChunks the ids of the chunks that contain the gold paragraphs; empty if unknown
 * @param evidence the pages that contain the answer, without duplicates; empty if unknown
 * @param answerability whether the documents contain the answer; null if unknown
 */
public record Question(
    String id,
    String text,
    List<String> golds,
    @Nullable String type,
    List<String> supporting,
    List<String> supportingChunks,
    List<GoldPage> evidence,
    @Nullable Answerability answerability) {
  /** Whether the documents contain the answer to a question. */
  public enum Answerability {
    /** They contain the answer. */
    ANSWERABLE,
    /** They contain a part of the answer. */
    PARTIAL,
    /** The question has several readings. */
    UNDERSPECIFIED,
    /** They do not contain the answer. */
    UNANSWERABLE
  }

  public Question {
    requireNonNull(id, "id");
    requireNonNull(text, "text");
    type = type == null || type.isEmpty() ? null : type;
    golds = requireNonNull(golds, "golds").stream().distinct().toList();
    supporting = List.copyOf(requireNonNull(supporting, "supporting"));
    supportingChunks = List.copyOf(requireNonNull(supportingChunks, "supportingChunks"));
    evidence = requireNonNull(evidence, "evidence").stream().distinct().toList();
  }

  /** Creates a question without gold pages and answerability. */
  public Question(
      String id,
      String text,
      List<String> golds,
      @Nullable String type,
      List<String> supporting,
      List<String> supportingChunks) {
    this(id, text, golds, type, supporting, supportingChunks, List.of(), null);
  }

  /** Creates a question without a type or gold support. */
  public Question(String id, String text, List<String> golds) {
    this(id, text, golds, null, List.of(), List.of());
  }
}
