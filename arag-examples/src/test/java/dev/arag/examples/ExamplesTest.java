package dev.arag.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.index.embed.OnnxEmbedder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Runs every numbered example and checks its output. */
final class ExamplesTest {
  /**
   * Loaded until the process ends: embedders with equal settings share one loaded model, so the
   * examples do not load it again.
   */
  private static final OnnxEmbedder EMBEDDER = OnnxEmbedder.bgeSmallEnglish();

  static {
    EMBEDDER.embedQuery("ferry");
  }

  @FunctionalInterface
  private interface Main {
    void run(String... args) throws Exception;
  }

  /**
   * Captures the output of a main method. This is safe because the tests of a process run
   * sequentially.
   */
  private static String outputOf(Main main) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      main.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void example01FindsByKeywordAndByMeaning() throws Exception {
    assertThat(outputOf(Example01IndexAndSearch::main))
        .contains("keyword   Invoices: ")
        .contains("semantic  Invoices: ")
        .contains("the treasurer signs");
  }

  @Test
  void example02SendsAChunkOnceAndChecksCitations() throws Exception {
    assertThat(outputOf(Example02ToolsInAnAssistant::main))
        .contains("assistant: Mira Voss designed it.")
        .contains("Mira Voss was born in Tarn in 1881.")
        .containsOnlyOnce("born in Tarn")
        .contains("in 1881: SUPPORTED", "rich: FABRICATED");
  }

  @Test
  void example03PrintsCheckedCitations() throws Exception {
    assertThat(outputOf(Example03AskWithCitations::main)).contains("2011", "SUPPORTED");
  }

  @Test
  void example04AnswersFromTheCurrentContentOfTheFolder() throws Exception {
    String output = outputOf(Example04KeepInSync::main);
    assertThat(output.lines().filter(line -> line.startsWith("synced: ")))
        .containsExactly("synced: 1 updated");
    assertThat(output.substring(0, output.indexOf("after: "))).contains("since 2011");
    assertThat(output.substring(output.indexOf("after: "))).contains("since 2009");
  }

  @Test
  void example05ShowsEachTenantItsOwnDocuments() throws Exception {
    assertThat(outputOf(Example05ManyTenants::main).lines())
        .containsExactly(
            "harbour sees:",
            "  The harbour opens at six in the morning.",
            "railway sees:",
            "  The railway office opens at nine.",
            "stranger sees:");
  }

  @Test
  void example06SearchesWithCustomVectors() throws Exception {
    assertThat(outputOf(Example06YourOwnEmbedder::main).lines())
        .hasSize(2)
        .allMatch(line -> line.matches("[01]\\.\\d\\d .+: .+"));
  }

  @Test
  void example07FollowsARun() throws Exception {
    assertThat(outputOf(Example07FollowAndCancel::main)).contains("keyword_search", "2011");
  }

  @Test
  void example08PassesItsChecks() throws Exception {
    assertThat(outputOf(Example08UnitTest::main)).startsWith("passed: In Tarn");
  }

  @Test
  void example09LetsASecondModelCheckTheAnswer() throws Exception {
    assertThat(outputOf(Example09YourOwnStrategy::main))
        .contains("In Tarn", "SUPPORTED, 2 model calls");
  }

  @Test
  void example10RunsToolsOnACustomCorpus() throws Exception {
    assertThat(outputOf(Example10SecondCorpus::main))
        .contains("Mira Voss was born in Tarn in 1881.")
        .contains("1 chunk: \"Old Bridge\" 1");
  }

  @Test
  void example11ReplaysARunWithoutItsModel() throws Exception {
    assertThat(outputOf(Example11ReadATrajectory::main))
        .contains("1 keyword_search", "2 chunk_read", "replayed: In Tarn");
  }

  @Test
  void example12UsesEarlierQuestions() throws Exception {
    assertThat(outputOf(Example12Conversation::main))
        .contains("Who is the treasurer? ", "Oda Fenwick", "2011", "SUPPORTED", "2 questions");
  }

  @Test
  void example13ReturnsAValueWithCitations() throws Exception {
    assertThat(outputOf(Example13TypedAnswer::main).lines())
        .containsExactly(
            "InvoiceApproval[signer=Oda Fenwick, aboveEuros=10000, deputy=Optional.empty]",
            "sources: SUPPORTED",
            "unseen terms: []");
  }

  @Test
  void example14ShowsFootnotes() throws Exception {
    assertThat(outputOf(Example14AnswerPage::main))
        .contains("<sup>1</sup>", "<p>1 People: The treasurer is Oda Fenwick.</p>")
        .doesNotContain("[");
  }

  @Test
  void example15StreamsTextCitationsAndTheAnswer() throws Exception {
    assertThat(outputOf(Example15StreamToAPage::main).lines())
        .contains("event: answerText", "event: answerCitation")
        .anyMatch(line -> line.startsWith("data: {\"text\":") && line.contains("2011"))
        .anyMatch(line -> line.startsWith("data: {\"sources\":[{\"number\":1,"))
        .anyMatch(line -> line.startsWith("data: {\"answer\":") && line.contains("\"id\":"));
  }

  @Test
  void example18KeepsRowsInStepBesideAFolder() throws Exception {
    assertThat(outputOf(Example18DatabaseRows::main).lines())
        .containsExactly(
            "wiki: 3 added",
            "ticket/4711: The printer on the second floor was replaced.",
            "tickets: 1 unchanged",
            "in the index: [ticket/4711, wiki/invoices.md, wiki/people.md, wiki/travel.txt]");
  }

  @Test
  void example20CitesTheResultsOfATool() throws Exception {
    assertThat(outputOf(Example20CitableTool::main).lines())
        .contains(
            "k1: \"The invoice of the ferry is 200 USD.\" SUPPORTED",
            "ECB, 5 May 2026: \"1 USD = 0.92 EUR\" SUPPORTED",
            "Harbour Bank, 5 May 2026: \"1 USD = 0.90 EUR\" SUPPORTED");
  }

  @Test
  void example19AnswersOnlyFromTheChosenDocument() throws Exception {
    String output = outputOf(Example19ChatWithOneDocument::main);
    assertThat(
            output
                .lines()
                .filter(line -> line.endsWith(" characters"))
                .map(line -> line.replaceFirst("^[^/]*/", "")))
        .hasSize(3)
        .anyMatch(line -> line.startsWith("people.md: People, "));
    String people =
        output.substring(output.indexOf("/people.md: "), output.indexOf("/travel.txt: "));
    assertThat(people).contains("2011", "SUPPORTED");
    assertThat(output.replace(people, "")).doesNotContain("2011");
  }

  @Test
  void example16AnswersWithInstructions() throws Exception {
    assertThat(outputOf(Example16Instructions::main))
        .contains("2011", "SUPPORTED", "The default prompt begins: You answer questions");
  }

  @Test
  void example17ResumesAConversation() throws Exception {
    assertThat(outputOf(Example17ResumeAConversation::main))
        .contains("Who is the treasurer? ", "Oda Fenwick", "2011", "2 questions are stored");
  }

  @Test
  void example21ChecksWhatAnAssistantCites() throws Exception {
    assertThat(outputOf(Example21CheckAnAssistant::main).lines())
        .containsExactly(
            "k2 SUPPORTED: born in Tarn",
            "k2 FABRICATED: was rich",
            "k1 NOT_SHOWN: designed by Mira Voss");
  }

  @Test
  void example22ComparesStrategiesAndChecksRecordedResults() throws Exception {
    assertThat(outputOf(Example22CompareStrategies::main))
        .contains("arag: 100 % right", "direct: 0 % right", "index.html")
        .contains("passed: 3 recorded questions");
  }

  @Test
  void example23AnswersWithSeveralStrategies() throws Exception {
    assertThat(outputOf(Example23OtherStrategies::main))
        .contains("arag: Tarn (", "iter-retgen:k=3: Tarn (1 model calls", "ircot: Tarn (");
  }
}
