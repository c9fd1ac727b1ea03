package dev.arag.cli.internal.option;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/**
 * With the option {@code --solr}, the first argument of a command, DIR, is omitted. Picocli cannot
 * parse that, so a placeholder takes its place.
 */
public final class SolrArguments {
  public static final String OPTION = "--solr";

  /** No argument of a process can contain this character. */
  static final String PLACEHOLDER = "\0";

  private SolrArguments() {}

  /** Adds the placeholder after the name of the command if the command has the option. */
  public static String[] withPlaceholder(String[] args, CommandLine arag) {
    List<String> all = new ArrayList<>(Arrays.asList(args));
    int end = all.indexOf("--");
    boolean isGiven =
        all.subList(0, end < 0 ? all.size() : end).stream()
            .anyMatch(arg -> arg.equals(OPTION) || arg.startsWith(OPTION + "="));
    if (!isGiven) {
      return args;
    }
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).startsWith("-")) {
        CommandLine command = arag.getSubcommands().get(all.get(i));
        if (command != null && command.getCommandSpec().findOption(OPTION) != null) {
          all.add(i + 1, PLACEHOLDER);
        }
        return all.toArray(String[]::new);
      }
    }
    return args;
  }
}
