package dev.arag.tools.call;

import static java.util.Objects.requireNonNull;

import dev.arag.core.token.TokenCounter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of a tool call, as text for the model. If a corpus or an embedder fails, for example
 * because of a disk error, the call throws an exception instead.
 */
public sealed interface Observation {
  /** The text for the model. */
  String text();

  /** The corpus text in the observation, in the order shown. The list may be empty. */
  List<Snippet> shown();

  /** The length of the text in o200k tokens. */
  default int tokens() {
    return TokenCounter.o200k().count(text());
  }

  /**
   * Returns the result of a custom tool as one source: a text with a name, which an answer can
   * cite. See {@link Sources}.
   *
   * @param name the name of the source, such as "ECB, 5 May 2026"; it becomes the title of the
   *     citation's location; not blank
   * @param text the text, against which quotes are checked; may be blank
   */
  static Observation source(String name, String text) {
    return new Sources(List.of(new Source(name, text)));
  }

  /**
   * Returns the result of a custom tool as several sources, which an answer can cite separately.
   * See {@link Sources}.
   *
   * @param sources the sources in the order in which the model is shown them, for example best
   *     first. If the list is empty, the model is told that nothing was found.
   */
  static Observation sources(List<Source> sources) {
    return new Sources(sources);
  }

  /**
   * The result of a valid call, even if the call found nothing.
   *
   * @param text the text for the model
   * @param shown the corpus text in it, in the order shown; may be empty
   */
  record Found(String text, List<Snippet> shown) implements Observation {
    public Found {
      requireNonNull(text, "text");
      shown = List.copyOf(requireNonNull(shown, "shown"));
    }
  }

  /**
   * The response to a call that was rejected, for example because an argument is missing. The text
   * tells the model what is wrong.
   */
  record Rejected(String text) implements Observation {
    public Rejected {
      requireNonNull(text, "text");
    }

    @Override
    public List<Snippet> shown() {
      return List.of();
    }
  }

  /**
   * Text that an answer can cite.
   *
   * @param name the name of the source; not blank
   * @param text the text; may be blank
   */
  record Source(String name, String text) {
    public Source {
      requireNonNull(name, "name");
      requireNonNull(text, "text");
      if (name.isBlank()) {
        throw new IllegalArgumentException("name must not be blank");
      }
    }
  }

  /**
   * The result of a custom tool whose texts can be cited. A {@link RetrievalTool} returns this
   * type, but {@link dev.arag.tools.Toolbox} does not: it gives each source an id such as {@code
   * tool#3}, shows the id to the model above the text, and returns a {@link Found} with one snippet
   * for each source that has text. The location of a snippet has the name of the source as its
   * document id and title.
   */
  record Sources(List<Source> sources) implements Observation {
    public Sources {
      sources = List.copyOf(requireNonNull(sources, "sources"));
    }

    /** The names and texts of the sources, without ids. */
    @Override
    public String text() {
      return sources.stream()
          .map(source -> source.name() + "\n" + source.text())
          .collect(Collectors.joining("\n\n"));
    }

    /** An empty list, because the sources have no ids yet. */
    @Override
    public List<Snippet> shown() {
      return List.of();
    }
  }
}
