package dev.arag.examples;

import dev.arag.agent.Agent;
import dev.arag.agent.answer.Answer;
import dev.arag.agent.answer.Markup;
import dev.arag.agent.citation.Citation;
import dev.arag.extractive.ExtractiveChatModel;
import dev.arag.index.Index;
import dev.arag.openai.OpenAiCompatible;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;

/**
 * Shows an answer as a web page with footnotes. The text of the model and the titles of documents
 * are escaped, so that they cannot add links or scripts to the page. ARAG_BASE_URL, ARAG_MODEL and
 * ARAG_API_KEY select the LLM; the default is the built-in rule-based model. Optional arguments:
 * the folder to index and the question.
 */
public final class Example14AnswerPage {
  private static final String QUESTION = "Since when has Oda Fenwick been with the company?";

  private Example14AnswerPage() {}

  public static void main(String[] args) throws IOException {
    try (Index index = Index.openOrCreate(Handbook.indexDirectory(args, 2))) {
      index.sync(Handbook.documents(args));
      Answer answer =
          Agent.builder(index, model()).build().ask(args.length > 1 ? args[1] : QUESTION);
      System.out.println(page(answer));
    }
  }

  static String page(Answer answer) {
    String text = answer.render(Markup.HTML, citation -> "<sup>" + citation.number() + "</sup>");
    StringBuilder page = new StringBuilder("<p style=\"white-space: pre-line\">" + text + "</p>\n");
    for (Citation citation : answer.citations()) {
      page.append("<p>" + citation.number() + " " + escape(citation.title()));
      citation.page().ifPresent(number -> page.append(", page " + number));
      page.append(": " + escape(citation.quote().orElse("")) + "</p>\n");
    }
    return page.toString();
  }

  private static String escape(String text) {
    return Markup.HTML.escape(text);
  }

  private static ChatModel model() {
    return OpenAiCompatible.isConfigured(System.getenv())
        ? OpenAiCompatible.ofEnvironment().chatModel()
        : new ExtractiveChatModel();
  }
}
