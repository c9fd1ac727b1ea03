package dev.arag.langchain4j;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.answer.NoAnswerException;
import dev.arag.agent.citation.Citation;
import dev.arag.agent.step.Outcome;
import dev.arag.core.error.AragException;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Offers an agent as one tool of an AI service: the assistant asks a question, and the tool returns
 * the answer with its numbered sources and the verdict on each quote.
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class).chatModel(llm).toolProvider(AgentTool.of(agent)).build()
 * }</pre>
 *
 * <p>Each call is a separate run of the agent, on the thread that executes the tool and within the
 * agent's budget. If this thread is interrupted, the run is cancelled, and the interrupt flag stays
 * set. If there is no answer, the tool says so; it throws no exception.
 *
 * <p>A failure, such as a {@link dev.arag.core.error.CorpusException}, is the cause of an {@link
 * AragException} that the error handler of LangChain4j receives. By default, LangChain4j sends the
 * message of this exception to the model; the message contains no details. To end the AI service
 * method instead, set a {@code toolExecutionErrorHandler} that throws the exception.
 *
 * <p>Immutable and thread-safe.
 */
public final class AgentTool implements ToolProvider {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUESTION = "question";

  private final Agent agent;
  private final ToolSpecification specification;

  private AgentTool(Agent agent, String name, String description) {
    this.agent = agent;
    this.specification =
        ToolSpecification.builder()
            .name(name)
            .description(description)
            .parameters(
                JsonObjectSchema.builder()
                    .addStringProperty(
                        QUESTION,
                        "One complete question. It must be clear without the conversation.")
                    .required(QUESTION)
                    .build())
            .build();
  }

  /** Returns a tool named {@code ask_documents} that asks this agent. */
  public static AgentTool of(Agent agent) {
    return new AgentTool(
        requireNonNull(agent, "agent"),
        "ask_documents",
        "Answers a question from a collection of documents. The answer has numbered sources, with"
            + " quotes that were checked.");
  }

  /**
   * Returns this tool with another name and description, for example if an assistant has one tool
   * for each of several agents.
   *
   * @param description tells the model what the documents are about
   */
  public AgentTool named(String name, String description) {
    return new AgentTool(
        agent, requireNonNull(name, "name"), requireNonNull(description, "description"));
  }

  /** The specification, for AI services that take specifications with executors. */
  public ToolSpecification specification() {
    return specification;
  }

  /** The executor of {@link #specification()}. */
  public ToolExecutor executor() {
    return (request, memoryId) -> call(request);
  }

  @Override
  public ToolProviderResult provideTools(ToolProviderRequest request) {
    return ToolProviderResult.builder().add(specification, executor()).build();
  }

  private String call(ToolExecutionRequest request) {
    String question = question(request.arguments());
    if (question.isBlank()) {
      return "The argument \"question\" is missing. Call "
          + specification.name()
          + " with {\"question\": \"...\"}.";
    }
    try {
      return text(agent.ask(question));
    } catch (NoAnswerException e) {
      return "There is no answer. " + e.stopReason().description();
    } catch (RuntimeException e) {
      // LangChain4j sends the message of the cause to the model.
      throw new ToolExecutionException(
          new AragException("The documents could not be searched.", e));
    }
  }

  private static String question(String arguments) {
    try {
      return JSON.readTree(arguments == null ? "" : arguments).path(QUESTION).asText("");
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  private static String text(Answer answer) {
    StringBuilder text = new StringBuilder();
    if (!answer.isComplete()) {
      text.append("This answer is incomplete. ");
      text.append(answer.stopReason().description()).append("\n\n");
    }
    if (answer.outcome() != Outcome.ANSWERED) {
      text.append(answer.outcome().description()).append("\n\n");
    }
    text.append(answer.render(Markup.PLAIN, citation -> "[" + citation.number() + "]"));
    Set<String> sources =
        answer.citations().stream()
            .map(AgentTool::source)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (!sources.isEmpty()) {
      text.append("\n\nSources:\n").append(String.join("\n", sources));
    }
    return text.toString();
  }

  private static String source(Citation citation) {
    StringBuilder source = new StringBuilder();
    source.append('[').append(citation.number()).append("] ").append(citation.title());
    citation.page().ifPresent(page -> source.append(", page ").append(page));
    citation.quote().ifPresent(quote -> source.append(": \"").append(quote).append('"'));
    source.append(" - ").append(citation.verdict());
    source.append(" (").append(citation.verdict().description()).append(')');
    return Markup.PLAIN.escape(source.toString().replaceAll("\\s+", " "));
  }
}
