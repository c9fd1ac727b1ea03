package dev.arag.evaluation.internal.batch;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.agent.spi.Profile;
import dev.arag.agent.step.Outcome;
import dev.arag.agent.step.StopReason;
import dev.arag.agent.trajectory.Trajectory;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.error.CorpusException;
import dev.arag.core.error.NotIndexedException;
import dev.arag.core.token.TokenCounter;
import dev.arag.evaluation.data.Question;
import dev.arag.evaluation.internal.row.ResultRow;
import dev.arag.evaluation.internal.row.RunDetails;
import dev.arag.evaluation.internal.row.RunUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Answers without an LLM: the best sentences of one semantic search. Long answers raise the metrics
 * that only check whether a gold answer is contained; the scores of this row show how much.
 */
public final class SentenceDump {
  /** The number of sentences. */
  public static final int SENTENCES = 20;

  private SentenceDump() {}

  /**
   * Returns the row of one question. The whole answer is its own short answer.
   *
   * @param profile the profile of the search
   */
  public static ResultRow row(Corpus corpus, Question question, Profile profile) {
    requireNonNull(corpus, "corpus");
    String text = String.join(" ", sentences(corpus, question, profile));
    RunUsage usage = new RunUsage(0, 0, 0, TokenCounter.o200k().count(text), 0, 0, 0, null);
    RunDetails run =
        new RunDetails(
            RunDetails.SENTENCE_DUMP,
            profile.label(),
            0,
            Map.of(),
            text,
            StopReason.ANSWERED,
            Outcome.ANSWERED,
            null,
            usage,
            0,
            false,
            List.of(),
            "");
    Trajectory answered =
        Trajectory.of(question.text(), List.of(), StopReason.ANSWERED, Duration.ZERO)
            .withAnswer(new ParsedAnswer(text, text, List.of(), Outcome.ANSWERED, null));
    return ResultRow.of(question, answered, null, run);
  }

  /** A hit names at most five sentences, so these are the best with at most five per chunk. */
  private static List<String> sentences(Corpus corpus, Question question, Profile profile) {
    SemanticQuery query;
    try {
      query = new SemanticQuery(question.text(), profile.rankingRules());
    } catch (IllegalArgumentException e) {
      // The text has no visible characters.
      return List.of();
    }
    return corpus.semanticSearch(query, SENTENCES, 0).stream()
        .flatMap(hit -> hit.matches().stream())
        .sorted(Comparator.comparingDouble(SentenceHit::score).reversed())
        .limit(SENTENCES)
        .map(hit -> hit.sentence().text().strip().replaceAll("\\s+", " "))
        .toList();
  }

  /**
   * Writes the rows of all questions into a results folder, as the file {@code dump-20.jsonl}. An
   * existing file is replaced. Nothing is written if the corpus has no embeddings.
   *
   * @param profile the profile of the search
   * @throws CorpusException if the corpus cannot be read or the file cannot be written
   */
  public static void write(Corpus corpus, List<Question> questions, Profile profile, Path results) {
    Path file = results.resolve(RunDetails.SENTENCE_DUMP + ".jsonl");
    try {
      List<String> lines =
          questions.stream().map(each -> row(corpus, each, profile).toJson()).toList();
      Files.write(file, lines);
    } catch (NotIndexedException e) {
      return;
    } catch (IOException e) {
      throw new CorpusException(file + " cannot be written: " + e.getMessage(), e);
    }
  }
}
