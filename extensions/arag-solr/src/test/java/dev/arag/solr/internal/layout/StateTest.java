package dev.arag.solr.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.arag.core.error.CorpusException;
import dev.arag.index.spi.split.IndexSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateTest {
  private static final State EMPTY = State.empty("c1", "embedder", 64, IndexSettings.DEFAULT);

  @Test
  void joinsPublishedGenerationsToRanges() {
    State state = EMPTY.claim().claim().claim().claim().claim().claim().claim();
    State published = state.publish(List.of(1L), 2, 2, 10).publish(List.of(6L, 4L), 7, 2, 20);
    assertThat(published.published())
        .containsExactly(new State.Range(1, 2), new State.Range(4, 4), new State.Range(6, 7));
    assertThat(published.publish(List.of(3L), 5, 2, 30).published())
        .containsExactly(new State.Range(1, 7));
    assertThat(published.isPublished(3)).isFalse();
    assertThat(published.isPublished(4)).isTrue();
    assertThat(published.marker()).isEqualTo(7);
    assertThat(published.publications())
        .containsExactly(
            new State.Publication(2, 10, List.of(1L, 2L)),
            new State.Publication(7, 20, List.of(6L, 4L, 7L)));
  }

  /** The clocks of two writers may differ. */
  @Test
  void theTimesOfPublishesNeverDecrease() {
    State state = EMPTY.claim().claim().claim();
    State published =
        state.publish(List.of(), 1, 2, 10).publish(List.of(), 2, 2, 7).publish(List.of(), 3, 2, 12);
    assertThat(published.publications())
        .extracting(State.Publication::millis)
        .containsExactly(10L, 10L, 12L);
  }

  @Test
  void isReadAsItWasWritten() {
    State state =
        EMPTY
            .claim()
            .publish(List.of(), 1, 2, 10)
            .withLease(new State.Lease("owner", 3))
            .withJob(
                State.Job.begin("r", 1, 1, State.Job.begin("q", 1, 1, null))
                    .with(0, new State.Worker(2, true)));
    assertThat(State.parse(state.toJson(), "c")).isEqualTo(state);
  }

  @Test
  void propertiesMayBeMissingOrUnknown() {
    State state =
        State.parse(
            "{\"format\":2,\"id\":\"c1\",\"rules\":\"r\",\"embedder\":null,\"dimension\":0,\"settings\":"
                + "{\"chunkTokens\":1000,\"headingsInEmbeddings\":true,\"profile\":\"DEFAULT\"},"
                + "\"claimed\":1,\"published\":[{\"first\":1,\"last\":1}],\"marker\":1,"
                + "\"markers\":2,\"later\":true}",
            "c");
    assertThat(state.lease()).isNull();
    assertThat(state.publications()).isEmpty();
    assertThat(state.job()).isNull();
    assertThat(state.isPublished(1)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{}", "{\"format\":2}"})
  void namesTheCollectionOfACorruptState(String json) {
    assertThatThrownBy(() -> State.parse(json, "mine"))
        .isExactlyInstanceOf(CorpusException.class)
        .hasMessage(
            "The state of the Solr collection mine is corrupt. Restore a backup, or sync the"
                + " documents into a new collection.");
  }

  @Test
  void aJobKnowsTheLastSixteenBeforeIt() {
    State.Job job = State.Job.begin("r0", 0, 1, null);
    for (int i = 1; i <= 20; i++) {
      job = State.Job.begin("r" + i, 0, 1, job);
    }
    assertThat(job.earlier()).hasSize(16).startsWith("r4").endsWith("r19");
  }
}
