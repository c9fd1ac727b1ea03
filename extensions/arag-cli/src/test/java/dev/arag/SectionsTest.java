package dev.arag;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.arag.core.corpus.CatalogueEntry;
import dev.arag.core.corpus.KeywordHit;
import dev.arag.core.corpus.SectionHit;
import dev.arag.core.corpus.Slice;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.Document;
import dev.arag.core.text.Section;
import dev.arag.core.text.Sentence;
import dev.arag.index.Index;
import dev.arag.index.source.Source;
import dev.arag.pdf.PdfParser;
import dev.arag.pdf.SamplePdfs;
import dev.arag.tika.OfficeFiles;
import dev.arag.tika.TikaParser;
import dev.arag.tools.Toolbox;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections of documents of each kind and language: found by a word, and read by their ids. */
class SectionsTest {
  @TempDir Path folder;

  private Index index() {
    return Index.builder(folder.resolve("my.arag")).withoutEmbeddings().openOrCreate();
  }

  @Test
  void officeFiles() throws IOException {
    Path files = Files.createDirectory(folder.resolve("office"));
    for (Map.Entry<String, byte[]> file : OfficeFiles.all().entrySet()) {
      Files.write(files.resolve(file.getKey()), file.getValue());
    }
    try (Index index = index()) {
      assertThat(index.sync(Source.path(files).parser(new TikaParser())).skipped()).isEmpty();
      List<Section> sections = requireReadable(index);
      assertThat(sections).filteredOn(section -> section.count() > 1).hasSizeGreaterThan(5);
    }
  }

  @Test
  void pdfFiles() throws IOException {
    Path file = folder.resolve("report.pdf");
    Files.write(
        file,
        SamplePdfs.pages(
            "Harbor\n\nThe harbor of Tarn was built in 1881. It is deep.",
            "Bridge\n\nThe Old Bridge was designed by Mira Voss."));
    try (Index index = index()) {
      index.sync(Source.path(file).parser(new PdfParser()));
      assertThat(requireReadable(index)).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de", "ru", "tr", "zh", "th", "ar", "hi"})
  void languages(String language) throws IOException {
    Path data = Path.of(System.getProperty("arag.data", "none"), "xquad_mini", language);
    Assumptions.assumeTrue(Files.exists(data), "real data is absent");
    StringBuilder text = new StringBuilder();
    JsonNode paragraphs = new ObjectMapper().readTree(data.resolve("paragraphs.json").toFile());
    List<Document.Heading> headings = new ArrayList<>();
    for (JsonNode paragraph : paragraphs) {
      String title = paragraph.asText().split(":", 2)[0];
      headings.add(new Document.Heading(text.length(), List.of(title)));
      text.append(title).append('\n').append(paragraph.asText().split(":", 2)[1]).append("\n\n");
    }
    Document.Builder document = Document.builder(language, text.toString());
    headings.forEach(heading -> document.heading(heading.offset(), heading.path()));
    try (Index index = index()) {
      index.put("xquad", List.of(document.build()));
      List<Section> sections = requireReadable(index);
      assertThat(sections).extracting(Section::heading).contains(headings.get(0).path());
      assertThat(sections.size()).isGreaterThanOrEqualTo(paragraphs.size());
    }
  }

  @Test
  void aDocumentWithoutHeadings() {
    String text = "The lake of Tarn is deep and cold in winter. ".repeat(300);
    try (Index index = index()) {
      index.put("plain", List.of(Document.of("lake", text)));
      List<Section> sections = requireReadable(index);
      assertThat(sections).hasSizeGreaterThan(2).allMatch(section -> section.count() == 1);
    }
  }

  @Test
  void aDocumentWithFiveThousandHeadings() {
    StringBuilder text = new StringBuilder();
    Document.Builder document = Document.builder("many", headed(text));
    for (int i = 0, at = 0; i < 5_000; i++) {
      document.heading(at, List.of("Part " + i));
      at = text.indexOf("\n\n", at) + 2;
    }
    try (Index index = index()) {
      index.put("many", List.of(document.build()));
      List<Chunk> chunks = index.chunksOf("many");
      assertThat(chunks.stream().mapToInt(chunk -> chunk.sections().size()).sum())
          .isBetween(5_000, 5_000 + chunks.size());
      KeywordHit hit = index.keywordSearch(List.of("word4711"), 1).hits().get(0);
      assertThat(hit.sections()).singleElement().satisfies(SectionsTest::isPart4711);
      requireReadable(index, List.of(chunks.get(0), chunks.get(chunks.size() - 1)));
    }
  }

  private static void isPart4711(SectionHit hit) {
    assertThat(hit.section().heading()).containsExactly("Part 4711");
    assertThat(hit.isComplete()).isTrue();
  }

  private static String headed(StringBuilder text) {
    IntStream.range(0, 5_000)
        .forEach(i -> text.append("Part " + i + "\nThis part has the word" + i + ".\n\n"));
    return text.toString();
  }

  private static List<Section> requireReadable(Index index) {
    List<Chunk> chunks = new ArrayList<>();
    for (CatalogueEntry document : index.documents(Slice.first(1_000))) {
      chunks.addAll(index.chunksOf(document.id()));
    }
    return requireReadable(index, chunks);
  }

  /** Returns the sections of the chunks, each of which was read and found by each long word. */
  private static List<Section> requireReadable(Index index, List<Chunk> chunks) {
    List<Section> all = new ArrayList<>();
    for (Chunk chunk : chunks) {
      List<Section> sections = chunk.sections();
      assertThat(sections.stream().map(Section::text).collect(Collectors.joining()))
          .isEqualTo(chunk.text());
      for (Section section : sections) {
        requireRead(index, section);
        requireFound(index, chunk, section);
      }
      all.addAll(sections);
    }
    return all;
  }

  private static void requireRead(Index index, Section section) {
    Toolbox tools = Toolbox.of(index);
    String id = section.id().toString();
    ToolCall call = ToolCall.of("chunk_read", Map.of("chunk_ids", List.of(id)));
    Observation read = tools.call(call, Toolbox.newContext());
    assertThat(read.shown()).singleElement();
    assertThat(read.shown().get(0).section()).isEqualTo(section.id());
    for (Sentence sentence : section.sentences()) {
      assertThat(words(read.text())).containsSubsequence(words(sentence.text()));
    }
  }

  private static List<String> words(String text) {
    return List.of(text.replaceAll("[^\\p{L}\\p{N}]+", " ").strip().split(" "));
  }

  private static void requireFound(Index index, Chunk chunk, Section section) {
    Set<String> longWords =
        section.body().stream()
            .flatMap(sentence -> words(sentence.text()).stream())
            .filter(word -> word.length() > 6)
            .limit(3)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (String word : longWords) {
      List<SectionHit> found =
          index.keywordSearch(List.of(word), 1_000).hits().stream()
              .filter(hit -> hit.chunkId().equals(chunk.id()))
              .flatMap(hit -> hit.sections().stream())
              .toList();
      assertThat(found).as(word).isNotEmpty();
      assertThat(found).allMatch(hit -> chunk.sections().contains(hit.section()));
    }
  }
}
