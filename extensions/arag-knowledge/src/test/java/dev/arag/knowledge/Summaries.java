package dev.arag.knowledge;

import dev.arag.strategies.PromptModel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model that summarizes: it quotes the first sentences of the text. */
public final class Summaries {
  private static final Pattern SENTENCE = Pattern.compile("[A-Z][^.\\n<>\\[\\]\"]{10,}\\.");
  private static final int MAX_QUOTES = 5;

  private Summaries() {}

  public static PromptModel model() {
    return PromptModel.of(Summaries::reply);
  }

  /** Returns the reply to a request for a summary. */
  public static String reply(String prompt) {
    Matcher sentences = SENTENCE.matcher(prompt.substring(prompt.lastIndexOf("<<<")));
    List<String> quotes = new ArrayList<>();
    StringBuilder names = new StringBuilder("About");
    while (sentences.find() && quotes.size() < MAX_QUOTES) {
      quotes.add("\"" + sentences.group() + "\"");
      names.append(' ').append(sentences.group().split(" ", 3)[1]);
    }
    return "{\"summary\":\"%s\",\"quotes\":[%s]}".formatted(names, String.join(",", quotes));
  }
}
