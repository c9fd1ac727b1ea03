package dev.arag.evaluation.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arag.core.error.CorpusException;
import dev.arag.core.text.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetrievalDataTest {
  @TempDir Path folder;

  private void write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void writeBeir(String qrels) throws IOException {
    write(
        "corpus.jsonl",
        """
        {"_id": "d1", "title": "Ann", "text": "A painter."}
        {"_id": "d2", "title": "", "text": "No title.", "metadata": {}}
        """);
    write(
        "queries.jsonl",
        """
        {"_id": "q1", "text": "Who painted?"}
        {"_id": "q2", "text": "Not judged."}
        {"_id": "q3", "text": "Judged, nothing relevant."}
        """);
    write("qrels/test.tsv", qrels);
  }

  @Test
  void readsTheLayoutOfBeir() throws IOException {
    writeBeir("query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq3\td2\t0\n");
    RetrievalData data = RetrievalData.read(folder);
    assertThat(data.queries())
        .containsExactly(new RetrievalQuery("q1", "Who painted?", Map.of("d1", 2, "d2", 0)));
    assertThat(data.queries().get(0).relevant()).containsExactly("d1");
    assertThat(data.documents()).extracting(Document::id).containsExactly("d1", "d2");
    assertThat(data.documents().get(0).text()).isEqualTo("A painter.");
    assertThat(data.documents().get(0).title()).hasValue("Ann");
    assertThat(data.documents().get(1).text()).isEqualTo("No title.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uFEFFq1\td1\t2\r\n", "\uFEFFquery-id\tcorpus-id\tscore\nq1\td1\t2"})
  void ignoresAByteOrderMarkBeforeTheGrades(String qrels) throws IOException {
    writeBeir(qrels);
    assertThat(RetrievalData.read(folder).queries())
        .containsExactly(new RetrievalQuery("q1", "Who painted?", Map.of("d1", 2)));
  }

  @Test
  void readsQuestionsWithSupportingParagraphs() throws IOException {
    write("paragraphs.json", "[\"0:Ann\\nA painter.\", \"1:Tarn\\nA town.\"]");
    write(
        "questions.json",
        "[{\"id\":\"q\",\"question\":\"Where?\",\"answer\":\"x\",\"supporting\":[\"1\",0,\"1\"]},"
            + "{\"id\":\"r\",\"question\":\"Why?\",\"answer\":\"x\"}]");
    assertThat(RetrievalData.read(folder).queries())
        .containsExactly(new RetrievalQuery("q", "Where?", Map.of("0", 1, "1", 1)));
  }

  @ParameterizedTest
  @CsvSource({"q1 d1 1, Three columns", "q1|d1|x, The grade \"x\" is not an integer."})
  void namesTheLineOfAnInvalidGrade(String line, String problem) throws IOException {
    writeBeir("query-id\tcorpus-id\tscore\n" + line.replace('|', '\t') + "\n");
    assertThatThrownBy(() -> RetrievalData.read(folder))
        .isInstanceOf(CorpusException.class)
        .hasMessageStartingWith(folder.resolve("qrels/test.tsv") + ", line 2: " + problem);
  }

  @Test
  void namesTheMissingFiles() throws IOException {
    assertThatThrownBy(() -> RetrievalData.read(folder))
        .isInstanceOf(CorpusException.class)
        .hasMessageContaining("corpus.jsonl");
    write("corpus.jsonl", "");
    assertThatThrownBy(() -> RetrievalData.read(folder)).hasMessageContaining("queries.jsonl");
  }

  @Test
  void readsRealData() {
    Path data = Path.of(System.getProperty("arag.data", "none"), "musique_train100");
    assumeTrue(Files.isDirectory(data));
    RetrievalData read = RetrievalData.read(data);
    assertThat(read.documents()).hasSize(1886);
    assertThat(read.queries()).hasSize(100);
  }
}
