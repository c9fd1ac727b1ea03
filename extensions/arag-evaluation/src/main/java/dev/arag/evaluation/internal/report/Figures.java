package dev.arag.evaluation.internal.report;

import dev.arag.evaluation.data.FailureClass;
import dev.arag.evaluation.data.Metric;
import java.util.Locale;

/** Formats figures and names for people. */
final class Figures {
  static final String NOT_MEASURED = "–";

  private static final double SMALL = 10;

  private Figures() {}

  static String of(Metric metric, double value) {
    if (metric == Metric.COST) {
      return String.format(Locale.ROOT, "%.4f", value);
    }
    return metric.isShare() ? percent(value) : number(value);
  }

  /** Formats a difference of two values of a metric, with its sign. */
  static String difference(Metric metric, double difference) {
    String size =
        metric.isShare()
            ? String.format(Locale.ROOT, "%.1f points", Math.abs(difference) * 100)
            : of(metric, Math.abs(difference));
    return (difference < 0 ? "−" : "+") + size;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  static String number(double value) {
    boolean isWhole = value == Math.rint(value);
    String format = isWhole || Math.abs(value) >= SMALL ? "%,.0f" : "%,.2f";
    return String.format(Locale.ROOT, format, value);
  }

  static String count(int number, String noun) {
    return number(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static String probability(double p) {
    return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
  }

  /** The name of a class in lower case, such as {@code never retrieved}. */
  static String name(FailureClass failure) {
    return failure.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The name of a metric in the tables of the report. */
  static String name(Metric metric) {
    return switch (metric) {
      case CONTAIN_SHORT -> "right (gold in short answer)";
      case CONTAIN_TEXT -> "gold in whole text";
      case EXACT -> "exact match";
      case F1 -> "token F1";
      case LLM_ACC -> "right (LLM judge)";
      case ANSWER_TOKENS -> "answer tokens";
      case RETRIEVED_TOKENS -> "retrieved tokens";
      case MODEL_CALLS -> "model calls";
      case PROMPT_TOKENS -> "prompt tokens";
      case CACHED_PROMPT_TOKENS -> "of these cached";
      case OUTPUT_TOKENS -> "output tokens";
      case TURNS -> "turns";
      case TOOL_CALLS -> "tool calls";
      case COST -> "cost";
      case SUPPORTED_CITATIONS -> "supported citations";
      case VERBATIM -> "verbatim quotes";
      case FABRICATED -> "fabricated citations";
      case CITATION_PRECISION -> "citation precision";
      case CITATION_RECALL -> "citation recall";
      case CHUNK_RECALL -> "chunk recall, shown";
      case CHUNK_PRECISION -> "chunk precision, shown";
      case CHUNK_READ_RECALL -> "chunk recall, read";
      case CHUNK_READ_PRECISION -> "chunk precision, read";
      case SECTION_RECALL -> "section recall, shown";
      case SECTION_PRECISION -> "section precision, shown";
      case SECTION_READ_RECALL -> "section recall, read";
      case SECTION_READ_PRECISION -> "section precision, read";
      case ALL_SUPPORT_FOUND -> "all support found";
      case NDCG -> "nDCG";
      case FIRST_HIT_TURN -> "turn of first hit";
      case ABSTENTION -> "correct abstention";
    };
  }
}
