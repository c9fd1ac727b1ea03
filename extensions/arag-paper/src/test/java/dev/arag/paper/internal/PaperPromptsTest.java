package dev.arag.paper.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.spi.Profile;
import dev.arag.paper.Paper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the prompts with the golden files, character by character. */
class PaperPromptsTest {
  private static String golden(String name) throws IOException {
    return Files.readString(Path.of("src/test/resources/golden/prompts/" + name + ".txt")).strip();
  }

  @ParameterizedTest
  @EnumSource
  void composesTheSystemPromptsOfAblations(Ablation.Variant variant) throws IOException {
    assertThat(variant.prompt(Profile.standard())).isEqualTo(golden(variant.strategyName));
    assertThat(variant.prompt(Paper.profile())).isEqualTo(golden(variant.strategyName + "-paper"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-paper"})
  void hasUnchangedPrompts(String suffix) throws IOException {
    Profile profile = suffix.isEmpty() ? Profile.standard() : Paper.profile();
    assertThat(profile.aragPrompt()).isEqualTo(golden("arag" + suffix));
    assertThat(profile.answerPrompt()).isEqualTo(golden("one-shot" + suffix));
  }

  @ParameterizedTest
  @EnumSource
  void everyChangeAppliesToOneOfTheProfiles(Ablation.Variant variant) {
    String prompts = Profile.standard().aragPrompt() + Paper.profile().aragPrompt();
    assertThat(Prompts.readEdits(variant.strategyName + ".txt"))
        .isNotEmpty()
        .allMatch(edit -> prompts.contains(edit.part()));
  }
}
