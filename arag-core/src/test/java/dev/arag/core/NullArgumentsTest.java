package dev.arag.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordCounts;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.KeywordHits;
import dev.arag.core.corpus.KeywordQuery;
import dev.arag.core.corpus.KeywordRanking;
import dev.arag.core.corpus.KeywordSnippet;
import dev.arag.core.corpus.Occurrences;
import dev.arag.core.corpus.RankingRules;
import dev.arag.core.corpus.Scope;
import dev.arag.core.corpus.SemanticHit;
import dev.arag.core.corpus.SemanticQuery;
import dev.arag.core.corpus.SentenceHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.embed.Embedding;
import dev.arag.core.embed.HashEmbedder;
import dev.arag.core.find.FindQuery;
import dev.arag.core.find.FindResult;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.spi.MatchingRules;
import dev.arag.core.spi.SemanticRanking;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.core.text.Location;
import dev.arag.core.text.PageLayout;
import dev.arag.core.text.SectionId;
import dev.arag.core.text.Sentence;
import dev.arag.core.text.TableHeader;
import dev.arag.core.token.TokenCounter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Passes null for each parameter of each public method and constructor of the main public types. A
 * parameter that is not nullable must be rejected at once, with an exception that names it.
 */
class NullArgumentsTest {
  private static final Document DOCUMENT = Document.of("a", "Tarn.");
  private static final Location LOCATION = Location.builder("a").build();
  private static final Sentence SENTENCE = new Sentence("Tarn.", 0, List.of(), false);
  private static final Chunk CHUNK =
      new Chunk(ChunkId.of("a"), LOCATION, "Tarn.", List.of(SENTENCE), 2, null, null);
  private static final KeywordQuery QUERY = KeywordQuery.of(List.of("tarn"));
  private static final SemanticQuery SEMANTIC_QUERY = SemanticQuery.of("tarn");
  private static final FindQuery FIND =
      FindQuery.in(FindQuery.Unit.SENTENCE).words(List.of("tarn"));
  private static final Comparator<Object> ORDER = (left, right) -> 0;

  /** Valid arguments, by type. The first value that fits a parameter is used. */
  private static final List<Object> VALID =
      List.of(
          "tarn",
          1L,
          OptionalInt.empty(),
          List.of(),
          Set.of(),
          Map.of(),
          Stream.of(),
          new float[] {1},
          new int[] {1, 0, 0},
          new Document[] {DOCUMENT},
          new String[] {"tarn"},
          new ChunkId[] {CHUNK.id()},
          Slice.first(1),
          new KeywordCounts(1, 0, List.of(0L), List.of(0L)),
          new KeywordSnippet(List.of(), 0),
          ORDER,
          Function.identity(),
          DOCUMENT,
          CHUNK.id(),
          LOCATION,
          SENTENCE,
          new TableHeader(0, ""),
          new Document.Table(0, 0, 1),
          PageLayout.builder(1, 0, 0).build(),
          CHUNK,
          CHUNK.sections().get(0),
          new SectionId(CHUNK.id(), 0),
          QUERY,
          SEMANTIC_QUERY,
          FIND,
          FindQuery.Unit.SENTENCE,
          Duration.ofSeconds(1),
          InstantSource.system(),
          RankingRules.standard(),
          Scope.everything(),
          new Occurrences(1),
          new SentenceHit(SENTENCE, 1),
          candidate(),
          new HashEmbedder(),
          Embedding.of(new float[] {1}),
          ranking(),
          new KeywordRanking.Place<Object>() {
            @Override
            public Object chunk() {
              return CHUNK;
            }

            @Override
            public boolean isBefore(Object other) {
              return false;
            }
          });

  private static Scope.Candidate candidate() {
    return new Scope.Candidate() {
      @Override
      public Optional<ChunkId> chunkId() {
        return Optional.of(CHUNK.id());
      }

      @Override
      public String document() {
        return "a";
      }

      @Override
      public Optional<String> source() {
        return Optional.of("tarn");
      }

      @Override
      public Map<String, Object> metadata() {
        return Map.of();
      }
    };
  }

  private static KeywordRanking<Object> ranking() {
    return new KeywordRanking<>(QUERY, ORDER, 1, 0);
  }

  /** The types to test. An object stands for its type and receives the calls. */
  private static Stream<Object> types() {
    Scope tarn = Scope.equal("key", "tarn");
    return Stream.of(
        InMemoryCorpus.of(DOCUMENT),
        new KeywordHit(CHUNK, 1, 1, Map.of(), Map.of(), new KeywordSnippet(List.of(), 0)),
        new KeywordHits(0, Map.of(), Map.of(), Set.of(), List.of()),
        QUERY,
        SEMANTIC_QUERY,
        FIND,
        new FindQuery.Literal("tarn", true),
        new FindResult.Match(CHUNK, CHUNK.sections().get(0), SENTENCE),
        new FindResult(List.of(), 0, 0, 0, List.of(), 0, 0),
        ranking(),
        tarn,
        Scope.everything(),
        Scope.in("key", List.of("tarn")),
        Scope.between("key", 1, 2),
        tarn.and(tarn),
        tarn.or(tarn),
        tarn.not(),
        Scope.documents("a"),
        Scope.chunks(CHUNK.id()),
        Scope.source("a"),
        Scope.class,
        new Slice(0, 1),
        new CatalogueEntry("a", null, "a", Map.of(), 0, 0),
        new KeywordCounts(1, 1, List.of(), List.of()),
        MatchingRules.class,
        new SemanticHit(CHUNK, 1, 1, List.of()),
        new SemanticRanking(SEMANTIC_QUERY, 1, 0),
        new SentenceHit(SENTENCE, 1),
        Embedding.of(new float[] {1}),
        new HashEmbedder(),
        CHUNK,
        CHUNK.id(),
        DOCUMENT,
        Document.builder("a", "Tarn."),
        new Document.Heading(0, List.of()),
        new Document.Table(0, 0, 1),
        new TableHeader(0, "Years"),
        PageLayout.class,
        new Document.ChunkStart(0, CHUNK.id()),
        LOCATION,
        Location.builder("a"),
        SENTENCE,
        CHUNK.sections().get(0),
        TokenCounter.o200k());
  }

  @ParameterizedTest
  @MethodSource("types")
  void rejectsNullAtOnceAndNamesTheParameter(Object target) {
    new NullArguments(VALID).requireRejected(target);
  }

  @Test
  void rejectsNullKeywords() {
    Collection<String> keywords = Arrays.asList("tarn", null);
    assertThat(catchThrowable(() -> KeywordQuery.of(keywords)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("keyword");
  }

  @Test
  void rejectsBlankScopeKeys() {
    for (Function<String, Scope> scope :
        List.<Function<String, Scope>>of(
            key -> Scope.equal(key, 1),
            key -> Scope.in(key, List.of(1)),
            key -> Scope.between(key, 1, 2))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> scope.apply(" "))
          .withMessage("key must not be blank");
    }
  }
}
