package dev.arag.cli.internal.option;

import dev.arag.agent.spi.Profile;
import dev.arag.cli.internal.console.CommandOutput;
import dev.arag.core.corpus.Corpus;
import dev.arag.core.corpus.RankingRules;
import dev.arag.tools.Toolbox;
import dev.arag.tools.spi.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options {@code --tools} and {@code --show}: what the LLM can call, and what it is shown. */
public final class ToolsOption {
  @Option(
      names = "--tools",
      split = ",",
      paramLabel = "NAMES",
      description =
          "Also give the LLM these tools, separated by commas: outline (what the documents contain),"
              + " find (counts exact matches), documents (searches take document ids). Default: none.")
  private List<String> names = new ArrayList<>();

  @Mixin private ShowOption show;

  /**
   * Returns the tools. Prints a note for each unknown metadata key.
   *
   * @throws UsageException if a name is unknown
   */
  public Function<Corpus, Toolbox> toolbox(OpenCorpus index, CommandOutput output) {
    Toolbox unused = UsageException.requireValid(() -> Toolbox.exploring(index.catalogue(), names));
    String[] keys = show.keys(index, output).toArray(String[]::new);
    return corpus -> Toolbox.exploring(corpus, names).showing(keys);
  }

  /**
   * Returns the profile with the tools.
   *
   * @throws UsageException if a name is unknown, or if the profile has other tools
   */
  public Profile profile(ProfileOption base, OpenCorpus index, CommandOutput output) {
    if (describe().isEmpty()) {
      return base.profile();
    }
    if (base != ProfileOption.DEFAULT) {
      throw new UsageException("--tools and --show require --profile default");
    }
    return new WithTools(base.profile(), toolbox(index, output));
  }

  /** Describes what the user typed; empty if neither option is given. */
  public List<String> describe() {
    List<String> all = new ArrayList<>(names);
    show.keys().forEach(key -> all.add("show " + key));
    return all;
  }

  private record WithTools(Profile base, Function<Corpus, Toolbox> toolbox) implements Profile {
    @Override
    public String label() {
      return base.label();
    }

    @Override
    public RankingRules rankingRules() {
      return base.rankingRules();
    }

    @Override
    public Toolbox tools(Corpus corpus) {
      return toolbox.apply(corpus);
    }

    @Override
    public TextFormat textFormat() {
      return base.textFormat();
    }

    @Override
    public String aragPrompt() {
      return base.aragPrompt();
    }

    @Override
    public String answerPrompt() {
      return base.answerPrompt();
    }

    @Override
    public Optional<String> instructions() {
      return base.instructions();
    }

    @Override
    public boolean guidesModel() {
      return base.guidesModel();
    }
  }
}
