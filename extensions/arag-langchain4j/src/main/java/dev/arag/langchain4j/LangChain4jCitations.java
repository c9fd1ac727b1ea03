package dev.arag.langchain4j;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.ParsedAnswer;
import dev.arag.core.corpus.Corpus;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.Snippet;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolExecution;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the citations of an AI service whose tools come from {@link LangChain4jTools}. A quote is
 * compared only with the text that the tools returned to the model, never with other text of the
 * corpus. {@link LangChain4jTools#instructions} asks the model for citations that can be checked;
 * {@link CitationReader} describes the forms that are understood.
 */
public final class LangChain4jCitations {
  private LangChain4jCitations() {}

  /**
   * Reads the citations of a reply. Only text that the tools returned for this reply counts as
   * shown. If the AI service has a chat memory, the model may cite text of an earlier reply; use
   * {@link #read(String, Collection, Corpus)} then.
   *
   * @param result the return value of an AI service method
   * @param corpus the corpus of the tools; only cited chunks are read, to locate the quotes exactly
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public static ParsedAnswer read(Result<String> result, Corpus corpus) {
    requireNonNull(result, "result");
    return read(
        requireNonNullElse(result.content(), ""),
        requireNonNullElse(result.toolExecutions(), List.of()),
        corpus);
  }

  /**
   * Reads the citations of a text, for example of a streamed reply or of a reply in a conversation.
   *
   * @param text the text that the model wrote
   * @param executions the executions of tools whose results the model received, in order. Include
   *     those of earlier replies that are still in the chat memory. Executions of other tools are
   *     ignored
   * @param corpus the corpus of the tools; only cited chunks are read, to locate the quotes exactly
   * @throws dev.arag.core.error.CorpusException if the corpus cannot be read
   */
  public static ParsedAnswer read(
      String text, Collection<ToolExecution> executions, Corpus corpus) {
    requireNonNull(text, "text");
    requireNonNull(corpus, "corpus");
    List<Snippet> shown =
        requireNonNull(executions, "executions").stream()
            .flatMap(LangChain4jCitations::shown)
            .toList();
    return CitationReader.read(text, shown, corpus);
  }

  /**
   * Returns the corpus text that a result contained when it was sent. An application can replace or
   * shorten the text of a result.
   */
  private static Stream<Snippet> shown(ToolExecution execution) {
    if (!(execution.resultObject() instanceof Observation observation)) {
      return Stream.empty();
    }
    String sent = requireNonNullElse(execution.result(), "");
    return observation.shown().stream()
        .filter(each -> sent.equals(observation.text()) || sent.contains(each.text()));
  }
}
