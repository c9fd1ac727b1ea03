package dev.arag.strategies.internal.retrieval;

import dev.arag.agent.model.Message;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.text.ChunkId;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.List;

/** Asks the main model for the final answer, with the rules for citations as system message. */
public final class FinalAnswer {
  private FinalAnswer() {}

  /** Asks with the full text of chunks. The last ones that do not fit are left out. */
  public static String ask(RunContext run, String question, List<ChunkId> chunks) {
    return run.chat(messages(run, question, chunks), Toolbox.empty()).text();
  }

  /** Asks with text that was shown. */
  public static String ask(RunContext run, String question, String shown) {
    return run.chat(messages(run, question, shown), Toolbox.empty()).text();
  }

  /** Returns the request for the final answer with the full text of chunks, which this shows. */
  public static List<Message> messages(RunContext run, String question, List<ChunkId> chunks) {
    List<ChunkId> fitting = Passages.fitting(run, chunks, messages(run, question, ""));
    return messages(run, question, run.show(fitting).text());
  }

  /** Returns the request for the final answer with text that was shown. */
  public static List<Message> messages(RunContext run, String question, String shown) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.System(run.answerRules()));
    messages.addAll(run.earlier());
    messages.add(new Message.User(aboveQuestion(shown, question)));
    return messages;
  }

  /** Returns a text and the question below it. */
  public static String aboveQuestion(String text, String question) {
    return text + "\n\nQuestion: " + question;
  }
}
