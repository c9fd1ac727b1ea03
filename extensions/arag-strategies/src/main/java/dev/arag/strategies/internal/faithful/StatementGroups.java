package dev.arag.strategies.internal.faithful;

import dev.arag.agent.spi.Note;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Sentence;
import dev.arag.core.token.TokenCounter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds the groups of sentences of chunks that are most similar to statements. */
final class StatementGroups {
  /** The number of groups for each statement, and of those that are shown. */
  private static final int GROUPS = 5;

  /** A group ends with the sentence that reaches this number of tokens, about 20 English words. */
  private static final int TOKENS = 27;

  private StatementGroups() {}

  /** A sentence of a chunk, with which a group begins. */
  private record Start(Chunk chunk, Sentence sentence) {
    Note.Quote group() {
      List<Sentence> sentences = chunk.sentences();
      StringBuilder group = new StringBuilder(sentence.text());
      int next = sentences.indexOf(sentence) + 1;
      while (next < sentences.size()
          && TokenCounter.o200k().count(group.toString()) < TOKENS
          && sentences.get(next).heading().equals(sentence.heading())) {
        group.append(' ').append(sentences.get(next++).text());
      }
      return new Note.Quote(chunk.id(), group.toString());
    }
  }

  /** Returns the groups that are most similar to any statement, best first. */
  static List<Note.Quote> of(List<String> statements, List<ChunkId> chunks, RunContext run) {
    Map<Start, Double> scores = new LinkedHashMap<>();
    for (String statement : statements) {
      SemanticQuery query = new SemanticQuery(statement, run.profile().rankingRules());
      run.corpus().rank(query, chunks).stream()
          .flatMap(StatementGroups::starts)
          .sorted(byScore())
          .limit(GROUPS)
          .forEach(each -> scores.merge(each.getKey(), each.getValue(), Math::max));
    }
    return scores.entrySet().stream()
        .sorted(byScore())
        .map(each -> each.getKey().group())
        .distinct()
        .limit(GROUPS)
        .toList();
  }

  private static Stream<Map.Entry<Start, Double>> starts(SemanticHit hit) {
    return hit.matches().stream()
        .map(match -> Map.entry(new Start(hit.chunk(), match.sentence()), (double) match.score()));
  }

  private static Comparator<Map.Entry<Start, Double>> byScore() {
    return Map.Entry.<Start, Double>comparingByValue().reversed();
  }
}
