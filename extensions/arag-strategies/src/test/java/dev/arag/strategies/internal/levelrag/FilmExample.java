package dev.arag.strategies.internal.levelrag;

import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Document;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The question, the documents and the replies of figure 2 of the LevelRAG paper. */
final class FilmExample {
  static final String QUESTION =
      "Are director of film Move (1970 Film) and director of film Méditerranée (1963 Film) from the"
          + " same country?";

  static final InMemoryCorpus CORPUS =
      InMemoryCorpus.of(
          Document.of(
              "move",
              "Move is a 1970 American comedy film starring Elliott Gould, Paula Prentiss and"
                  + " Geneviève Waïte, and directed by Stuart Rosenberg."),
          Document.of(
              "sea",
              "Méditerranée is a 1963 French experimental film directed by Jean-Daniel Pollet with"
                  + " assistance from Volker Schlöndorff."),
          Document.of(
              "stuart",
              "Stuart Rosenberg (August 11, 1927 – March 15, 2007) was an American film and"
                  + " television director whose motion pictures include Cool Hand Luke."),
          Document.of(
              "pollet",
              "Jean-Daniel Pollet (1936–2004) was a French film director and screenwriter who was"
                  + " most active in the 1960s and 1970s."),
          Document.of("other", "The Old Bridge of Tarn was opened in 1881 by Mira Voss."));

  /** The facts by a part of their atomic query. */
  private static final Map<String, Fact> FACTS = facts();

  record Fact(String document, String quote, String summary) {}

  private FilmExample() {}

  private static Map<String, Fact> facts() {
    Map<String, Fact> facts = new LinkedHashMap<>();
    facts.put(
        "direct the film Move",
        new Fact(
            "move",
            "directed by Stuart Rosenberg",
            "Move (1970 Film) was directed by Stuart Rosenberg."));
    facts.put(
        "direct the film Méd",
        new Fact(
            "sea",
            "experimental film directed by Jean-Daniel Pollet",
            "Méditerranée (1963 Film) was directed by Jean-Daniel Pollet."));
    facts.put(
        "nationality was Stuart",
        new Fact(
            "stuart",
            "was an American film and television director",
            "Stuart Rosenberg is an American."));
    facts.put(
        "nationality was Jean",
        new Fact("pollet", "was a French film director", "Jean-Daniel Pollet is a French."));
    return facts;
  }

  private static Optional<Fact> asked(String prompt) {
    String query = prompt.substring(prompt.lastIndexOf("Search question: "));
    return FACTS.entrySet().stream()
        .filter(fact -> query.contains(fact.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Replies as the figure shows them. */
  static RoleScript script() {
    return new RoleScript()
        .on(
            "decompose",
            "[1] Who direct the film Move (1970 Film)?\n"
                + "[2] Who direct the film Méditerranée (1963 Film)?")
        .on("rewrite", prompt -> asked(prompt).map(FilmExample::keywords).orElse("- film"))
        .on(
            "check",
            prompt ->
                asked(prompt).filter(fact -> prompt.contains(fact.quote())).isPresent()
                    ? "Yes."
                    : "No.")
        .on("summarize", prompt -> asked(prompt).map(FilmExample::summary).orElse("{}"))
        .on(
            "verify",
            prompt ->
                prompt.contains("is an American") && prompt.contains("is a French")
                    ? "Yes. No additional information is required."
                    : "No. Current information is not enough.")
        .on(
            "supplement",
            "1. What nationality was Stuart Rosenberg?\n"
                + "2. What nationality was Jean-Daniel Pollet?\n"
                + "3. Who direct the film Move (1970 Film)?")
        .on("refine", "EXTEND: none")
        .on("hyde", "A passage.")
        .on(
            RoleScript.MAIN,
            "No [stuart] [pollet].\n\nEvidence:\n"
                + "[stuart] \"was an American film and television director\"\n"
                + "[pollet] \"was a French film director\"");
  }

  private static String keywords(Fact fact) {
    return switch (fact.document()) {
      case "move" -> "- Move\n- 1970";
      case "sea" -> "- Méditerranée\n- 1963";
      case "stuart" -> "- \"Stuart Rosenberg\"";
      default -> "- Jean-Daniel Pollet";
    };
  }

  private static String summary(Fact fact) {
    return "{\"answer\":\""
        + fact.summary()
        + "\",\"quotes\":[{\"id\":\"["
        + fact.document()
        + "]\",\"quote\":\""
        + fact.quote()
        + "\"}]}";
  }
}
