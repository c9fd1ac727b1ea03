package dev.arag.cli.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the options in the help of a command in groups, by what users need them for. */
final class OptionGroups {
  private static final String OTHERS = "Options";

  /** The groups after the options that are in no group, in the order of the help. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("Documents to use", List.of("--scope", "--document", "--as"));
    GROUPS.put(
        "Sources",
        List.of(
            "--source",
            "--allow-upload",
            "--prune",
            "--prune-share",
            "--format",
            "--ocr",
            "--name",
            "--id-prefix",
            "--meta",
            "--trust-sidecars",
            "--text-field",
            "--title-field",
            "--id-field",
            "--query"));
    GROUPS.put(
        "Limits and cost of a run",
        List.of(
            "--max-turns",
            "--max-model-calls",
            "--max-calls",
            "--max-tokens",
            "--max-time",
            "--context-tokens",
            "--timeout",
            "--request-timeout",
            "--prices",
            "--max-cost"));
    GROUPS.put("Solr", List.of("--solr", "--shards", "--replicas"));
    GROUPS.put("Output", List.of("--show", "--steps", "--trace", "--json", "--debug", "--help"));
  }

  private OptionGroups() {}

  static void apply(CommandLine command) {
    command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::render);
  }

  private static String render(Help help) {
    List<OptionSpec> options = help.commandSpec().options();
    return Stream.concat(Stream.of(OTHERS), GROUPS.keySet().stream())
        .map(group -> render(group, options, help))
        .collect(Collectors.joining());
  }

  private static String render(String group, List<OptionSpec> options, Help help) {
    List<OptionSpec> members =
        options.stream().filter(option -> groupOf(option).equals(group)).toList();
    // The layout of all options aligns the descriptions of all groups.
    Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addAllOptions(members, help.parameterLabelRenderer());
    return members.isEmpty() ? "" : String.format("%n%s:%n%s", group, layout);
  }

  private static String groupOf(OptionSpec option) {
    return GROUPS.entrySet().stream()
        .filter(group -> group.getValue().contains(option.longestName()))
        .findFirst()
        .map(Map.Entry::getKey)
        .orElse(OTHERS);
  }
}
