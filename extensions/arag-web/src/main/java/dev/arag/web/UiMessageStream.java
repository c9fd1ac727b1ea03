package dev.arag.web;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.Run;
import dev.arag.core.text.Location;
import dev.arag.web.internal.stream.EventWriter;
import dev.arag.web.internal.stream.UiMessageParts;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A run as a UI message stream: the server-sent events that {@code useChat} of the npm package
 * {@code ai} reads in its versions 5, 6 and 7. A page without this package can read them as well.
 *
 * <p>The parts of the message, in their order:
 *
 * <ul>
 *   <li>A tool part for each tool call, with the ids of the chunks that were found.
 *   <li>While the model writes: the part {@code data-draft} with the data {@code {text}}. Each new
 *       value replaces the one before, because text that was sent in a text part cannot be removed
 *       if the model is asked again. At the end the text of the draft is empty.
 *   <li>At the end of the run: one text part with the answer, in which each citation marker is
 *       replaced with the numbers of its sources, such as {@code [1][2]}.
 *   <li>A source part for each cited chunk: {@code source-url} if it has a {@linkplain #link link},
 *       otherwise {@code source-document}. Its provider metadata {@code arag} is an {@link
 *       dev.arag.agent.answer.AnswerView.SourceView}.
 *   <li>The part {@code data-citation} for each citation. Its data has the fields of {@link
 *       dev.arag.agent.citation.Citation.View}. Its {@code answerStart} and {@code answerEnd} are
 *       the range of {@code [n]} in the text part, in UTF-16 units; {@code marks} lists all ranges.
 * </ul>
 *
 * <p>The metadata of the message has the fields {@code id}, {@code stopReason}, {@code outcome},
 * {@code complete}, {@code usage}, {@code warnings}, {@code unseenTerms} and {@code claims} of
 * {@link dev.arag.agent.answer.AnswerView}. The transient parts {@code data-turn} and {@code
 * data-retry} report each model call and each retry. A run without an answer ends with an {@code
 * error} part whose text can be shown to readers; a cancelled run ends with an {@code abort} part.
 *
 * <p>The stream contains the answer, quotes, titles and ids of documents and the arguments of tool
 * calls, but no other text of the corpus unless {@link #toolTexts} is set.
 *
 * <p>Immutable. Each option returns a copy. Each call of {@link #writeTo} writes the whole stream,
 * from the first event of the run and with the same id of the message.
 */
public final class UiMessageStream {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Type",
          "text/event-stream; charset=utf-8",
          "Cache-Control",
          "no-cache, no-transform",
          "X-Accel-Buffering",
          "no",
          "x-vercel-ai-ui-message-stream",
          "v1");

  private final Run run;
  private final UiMessageParts.Options options;

  private UiMessageStream(Run run, UiMessageParts.Options options) {
    this.run = run;
    this.options = options;
  }

  /**
   * Returns the stream of a run that {@link dev.arag.agent.Agent#start} or {@link Chats#start}
   * returned, with the default options.
   */
  public static UiMessageStream of(Run run) {
    return new UiMessageStream(
        requireNonNull(run, "run"),
        new UiMessageParts.Options(
            "msg-" + UUID.randomUUID(),
            UiMessageParts::addressOf,
            false,
            false,
            Duration.ofSeconds(5)));
  }

  /**
   * Sets the function that returns the address to which a cited source links, such as a page of
   * your application. An address with a scheme other than http and https is ignored, because it
   * could run a script. Default: {@link Location#url()}.
   */
  public UiMessageStream link(Function<? super Location, Optional<URI>> link) {
    return new UiMessageStream(
        run,
        new UiMessageParts.Options(
            options.messageId(),
            requireNonNull(link, "link"),
            options.hasToolTexts(),
            options.hasFailureTexts(),
            options.heartbeat()));
  }

  /**
   * Sets whether the output of a tool part contains the text that the model read, and the reason
   * why a call failed. Default: false; the output contains ids and counts only.
   */
  public UiMessageStream toolTexts(boolean toolTexts) {
    return new UiMessageStream(
        run,
        new UiMessageParts.Options(
            options.messageId(),
            options.link(),
            toolTexts,
            options.hasFailureTexts(),
            options.heartbeat()));
  }

  /**
   * Sets whether the error of a run without an answer has the message of its exception, which names
   * the address of the model and may quote its server. Set this only for pages whose readers may
   * see these details. Default: false; the error has the description of the stop reason.
   */
  public UiMessageStream failureTexts(boolean failureTexts) {
    return new UiMessageStream(
        run,
        new UiMessageParts.Options(
            options.messageId(),
            options.link(),
            options.hasToolTexts(),
            failureTexts,
            options.heartbeat()));
  }

  /**
   * Sets the time after which {@link #writeTo} writes a comment if there is nothing else to write.
   * The comment keeps proxies from closing the connection, and shows whether the reader is still
   * there. Default: 5 seconds.
   *
   * @param heartbeat at least one millisecond
   */
  public UiMessageStream heartbeat(Duration heartbeat) {
    if (requireNonNull(heartbeat, "heartbeat").toMillis() < 1) {
      throw new IllegalArgumentException("heartbeat must be >= 1 ms, was " + heartbeat);
    }
    return new UiMessageStream(
        run,
        new UiMessageParts.Options(
            options.messageId(),
            options.link(),
            options.hasToolTexts(),
            options.hasFailureTexts(),
            heartbeat));
  }

  /** Returns the headers of a response whose body {@link #writeTo} writes. */
  public static Map<String, String> headers() {
    return HEADERS;
  }

  /**
   * Writes the stream and returns when the run has ended. Each event is flushed. If writing fails,
   * for example because the reader closed the page, if the thread is interrupted, or if more than
   * 512 Ki characters of the answer wait for a slow reader, the run is cancelled.
   *
   * @param out the body of the response; not closed
   * @throws IOException if writing fails
   */
  public void writeTo(OutputStream out) throws IOException {
    EventWriter.write(run, new UiMessageParts(options), options.heartbeat(), out);
  }

  /**
   * Passes the data of each event to a consumer and returns when the run has ended, for frameworks
   * that write server-sent events themselves. The data is one line: a JSON object or, at the end,
   * {@code [DONE]}. If the consumer throws an exception or is too slow (see {@link #writeTo}), or
   * if the thread is interrupted, the run is cancelled.
   */
  public void forEach(Consumer<? super String> consumer) {
    requireNonNull(consumer, "consumer");
    try {
      EventWriter.send(run, new UiMessageParts(options), options.heartbeat(), consumer::accept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
