package dev.arag.web;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Run;
import dev.arag.core.text.Location;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Function;

/**
 * A run as a UI message stream, the format that {@code useChat} of the npm package {@code ai} reads
 * in its versions 5, 6 and 7. Immutable; each method returns a copy.
 */
public final class UiMessageStream {
  private final Run run;

  private UiMessageStream(Run run) {
    this.run = run;
  }

  /** Returns the stream of a run that was started, with the default options. */
  public static UiMessageStream of(Run run) {
    return new UiMessageStream(requireNonNull(run, "run"));
  }

  /** Sets where a page opens a source. Default: nowhere, and sources are document sources. */
  public UiMessageStream link(Function<? super Location, Optional<URI>> link) {
    requireNonNull(link, "link");
    return this;
  }

  /** Sets whether tool parts contain the text that the model read. Default: ids and counts only. */
  public UiMessageStream toolTexts(boolean toolTexts) {
    return this;
  }

  /** Sets the pause after which a comment is sent if nothing else was. Default: 5 seconds. */
  public UiMessageStream heartbeat(Duration pause) {
    requireNonNull(pause, "pause");
    return this;
  }

  /** The headers of the response. */
  public static Map<String, String> headers() {
    return Map.of();
  }

  /**
   * Writes the stream and returns when the run has ended. Each event is flushed. Cancels the run if
   * writing fails.
   *
   * @param out the body of the response; not closed
   */
  public void writeTo(OutputStream out) throws IOException {
    out.flush();
    run.forEach(event -> {});
  }

  /**
   * Publishes the content of each event, without {@code data:}, for frameworks that write the lines
   * of an event themselves. Cancelling a subscription cancels the run.
   */
  public Flow.Publisher<String> events() {
    return subscriber -> run.forEach(event -> subscriber.onNext(event.view().name()));
  }
}
