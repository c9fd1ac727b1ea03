package dev.arag.strategies.internal.levelrag;

import static java.util.Objects.requireNonNull;

import dev.arag.agent.model.Message;
import dev.arag.agent.model.ModelException;
import dev.arag.agent.spi.RunContext;
import dev.arag.core.corpus.Hit;
import dev.arag.strategies.internal.prompt.HelperCall;
import dev.arag.strategies.internal.prompt.Prompt;
import dev.arag.strategies.internal.retrieval.Passages;
import dev.arag.strategies.reply.ReplyText;
import dev.arag.tools.Toolbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model calls of the roles. A failure is a warning and an empty reply. */
record RoleCalls(RunContext run) {
  /** The role and the file of a prompt. */
  enum Role {
    DECOMPOSE,
    SUMMARIZE,
    VERIFY,
    SUPPLEMENT,
    REWRITE,
    CHECK,
    REFINE,
    HYDE;

    /** The name by which an agent assigns a model. */
    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Map<Role, Prompt> PROMPTS =
      Stream.of(Role.values())
          .collect(
              Collectors.toUnmodifiableMap(
                  role -> role, role -> Prompt.read(LevelRag.NAME + "-" + role.id())));

  private static String prompt(Role role, Map<String, String> values) {
    return requireNonNull(PROMPTS.get(role)).fill(values).strip();
  }

  /** Asks without text of documents. */
  String ask(Role role, Map<String, String> values) {
    return send(role, List.of(new Message.User(prompt(role, values))));
  }

  /** Asks with the earlier questions of the conversation, to which the question may refer. */
  String askInConversation(Role role, Map<String, String> values) {
    List<Message> messages = new ArrayList<>(run.earlier());
    messages.add(new Message.User(prompt(role, values)));
    return send(role, messages);
  }

  /** Asks with the text of hits. */
  String ask(Role role, Map<String, String> values, List<? extends Hit> hits) {
    return send(role, List.of(new Message.User(prompt(role, values, hits, ""))));
  }

  private String send(Role role, List<Message> messages) {
    try {
      String reply = run.as(role.id()).chat(messages, Toolbox.empty()).text();
      if (reply.isBlank()) {
        warnUnreadable(role);
      }
      return reply;
    } catch (ModelException e) {
      HelperCall.requireNotCancelled(e);
      run.warn("levelrag: the model of the role " + role.id() + " failed.");
      return "";
    }
  }

  void warnUnreadable(Role role) {
    run.warn("levelrag: a reply of the role " + role.id() + " could not be read.");
  }

  /**
   * Returns a prompt with the text of hits, which this shows. The last hits that do not fit are
   * left out.
   *
   * @param more further text that was shown, or an empty text
   */
  String prompt(Role role, Map<String, String> values, List<? extends Hit> hits, String more) {
    Map<String, String> all = new HashMap<>(values);
    all.put("documents", more);
    List<Message> rest = List.of(new Message.User(prompt(role, all)));
    List<? extends Hit> fitting =
        Passages.fittingHits(run, hits, run.as(role.id()).freeTokens(rest));
    String shown = fitting.isEmpty() && !more.isEmpty() ? "" : run.show(fitting).text();
    all.put("documents", (shown + "\n\n" + more).strip());
    return prompt(role, all);
  }

  /** Whether the hits contain the answer to an atomic query; no if the reply is unreadable. */
  boolean isSufficient(String query, List<? extends Hit> hits) {
    return isYes(Role.CHECK, ask(Role.CHECK, Map.of("query", query), hits));
  }

  boolean isYes(Role role, String reply) {
    String label = ReplyText.label(reply, "", "yes", "no");
    if (label.isEmpty()) {
      warnUnreadable(role);
    }
    return label.equals("yes");
  }
}
