package dev.arag.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("solr")
class SolrTrialTest {
  @Test
  void answersTheSameAfterANodeWasKilled() throws Exception {
    long children = ProcessHandle.current().descendants().count();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SolrTrial.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String output = bytes.toString(StandardCharsets.UTF_8);
    assertThat(output)
        .contains("3. Index the documents of the demo.", "kill -9", "6. Ask again.")
        .contains("The answer and its citations are the same.")
        .containsOnlyOnce("All processes have ended.");
    assertThat(output.lines()).allMatch(line -> line.length() <= 80);
    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(children);
  }
}
