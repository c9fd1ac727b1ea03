package dev.arag.cli.internal;

import static dev.arag.cli.internal.CliResult.arag;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Tests the commands with one small index, including the fields of their JSON output. */
final class CliTest {
  @TempDir static Path folder;
  private static Path index;

  /** An index of one document with three sections. */
  private static Path sectioned;

  @BeforeAll
  static void indexOnce() throws IOException {
    Path docs = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(
        docs.resolve("bridge.md"),
        "# The Old Bridge\n\nThe Old Bridge was designed by Mira Voss. Eggs are sold on it.\n");
    Files.writeString(
        docs.resolve("voss.md"), "# Mira Voss\n\nMira Voss was born in Tarn in 1881.\n");
    Files.writeString(docs.resolve("picture.png"), "\0\1\2\3");
    index = folder.resolve("all.arag");
    CliResult result = arag("index", "--json", index, docs, "--meta", "tenant=acme").endedWith(0);
    assertFields(
        result.json(),
        "documents chunks sentences embedded reused deleted added updated unchanged omittedLines"
            + " skipped warnings moved refusedPrunes seconds");
    assertThat(result.json().get("documents").asInt()).isEqualTo(2);
    assertThat(result.json().get("embedded").asInt()).isEqualTo(5);
    assertFields(result.json().get("skipped").get(0), "source reason");
    assertThat(result.json().get("skipped").get(0).get("source").asText())
        .isEqualTo("docs/picture.png");
  }

  @BeforeAll
  static void indexSectionsOnce() throws IOException {
    Path places = Files.createDirectory(folder.resolve("places"));
    Files.writeString(
        places.resolve("places.md"),
        "# Places\n\n## Tarn\n\nTarn is a port.\n\n## Quill\n\nQuill is a village.\n\n"
            + "## Brannock\n\nBrannock is a town.\n");
    sectioned = folder.resolve("places.arag");
    arag("index", sectioned, places).endedWith(0);
  }

  static void assertFields(JsonNode object, String fields) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    assertThat(names).containsExactly(fields.split(" "));
  }

  private static String firstId(String word) {
    JsonNode found = arag("keyword", "--json", index, word).json();
    return found.get("hits").get(0).get("id").asText();
  }

  @Nested
  class Find {
    @Test
    void findsAndCountsSentences() {
      JsonNode found =
          arag("find", "--json", index, "Mira Voss", "--pattern", "18[0-9]+", "--count-by", "type")
              .endedWith(0)
              .json();
      assertFields(found, "sentences units documents searchedChunks totalChunks counts matches");
      assertThat(found.get("sentences").asInt()).isEqualTo(1);
      assertThat(found.get("counts").toString()).isEqualTo("[{\"value\":\"md\",\"units\":1}]");
      assertFields(found.at("/matches/0"), "id document title heading page text");
      assertThat(found.at("/matches/0/text").asText())
          .isEqualTo("Mira Voss was born in Tarn in 1881.");
      assertThat(arag("find", index, "--near", "eggs", "--near", "sold").endedWith(0).out())
          .contains(
              "1 sentence in 1 document.", "docs/bridge.md: The Old Bridge", "  - Eggs are sold");
      assertThat(arag("find", index, "voss", "--top-k", "1", "--in", "document").out())
          .contains("3 sentences in 2 documents.", "2 more: --offset 1");
    }

    @Test
    void wrongConditionsAreReported() {
      arag("find", index).failedWith(2, "WORD, --near or --pattern is required");
      arag("find", index, "--pattern", "a(").failedWith(2, "The pattern is invalid at character 1");
      arag("find", index, "--near", "one").failedWith(2, "Near words must be 2 to 10");
    }
  }

  @Nested
  class Outline {
    @Test
    void countsAndListsTheDocuments() {
      JsonNode all = arag("outline", "--json", index, "--limit", "1").endedWith(0).json();
      assertFields(all, "documents counts titles");
      assertThat(all.get("documents").asInt()).isEqualTo(2);
      assertThat(all.at("/counts/type/md").asInt()).isEqualTo(2);
      assertFields(all.at("/titles/0"), "id source title characters");
      assertThat(all.get("titles")).hasSize(1);
      assertThat(arag("outline", index, "--words", "voss").endedWith(0).out())
          .contains("1 document", "by type: md 1", "docs/voss.md: Mira Voss (")
          .doesNotContain("bridge");
      assertThat(arag("outline", index, "--limit", "1").out()).contains("1 more: --offset 1");
    }

    @Test
    void showsHeadingsWithIdsThatReadAccepts() {
      JsonNode places =
          arag("outline", "--json", sectioned, "places/places.md").endedWith(0).json();
      assertFields(places, "document title level deepest sections tokens total headings");
      JsonNode quill = places.at("/headings/1");
      assertFields(quill, "id heading page sections tokens");
      assertThat(quill.get("heading").toString()).isEqualTo("[\"Places\",\"Quill\"]");
      assertThat(arag("read", sectioned, quill.get("id").asText()).endedWith(0).out())
          .contains("Quill is a village.")
          .doesNotContain("Tarn");
      assertThat(arag("outline", sectioned, "places/places.md", "--level", "1").out())
          .contains("headings to level 1 of 3", "Places (3 sections, ");
      arag("outline", sectioned, "places.md")
          .failedWith(2, "not in the index: places.md (did you mean places/places.md?)");
      arag("outline", sectioned, "--level", "-1").failedWith(2, "--level must be at least 0");
    }
  }

  @Nested
  class Keyword {
    @Test
    void keywordFindsWords() {
      JsonNode found = arag("keyword", "--json", index, "Old Bridge", "Tarn").endedWith(0).json();
      assertFields(found, "keywords total hits");
      assertThat(found.get("total").asInt()).isEqualTo(2);
      JsonNode hit = found.get("hits").get(0);
      assertFields(
          hit,
          "id score rarity document title heading counts wholeCounts sentences omitted sections");
      assertThat(hit.get("document").asText()).isEqualTo("docs/bridge.md");
      assertThat(hit.get("counts").get("Old Bridge").asInt()).isEqualTo(2);
      assertThat(hit.get("wholeCounts").get("Old Bridge").asInt()).isEqualTo(2);
      assertFields(hit.get("sentences").get(0), "text heading");
    }

    @Test
    void hitsOfEqualFilesNameTheirDocuments() throws IOException {
      for (String name : List.of("first", "second")) {
        Path source = Files.createDirectories(folder.resolve("equal/" + name));
        Files.writeString(source.resolve("n.md"), "# Notes\n\nTarn is a port.\n");
      }
      Path equal = folder.resolve("equal.arag");
      arag("index", equal, folder.resolve("equal/first"), folder.resolve("equal/second"))
          .endedWith(0);
      for (String command : List.of("keyword", "semantic")) {
        assertThat(arag(command, equal, "Tarn").endedWith(0).out())
            .contains("] first/n.md: Notes (", "] second/n.md: Notes (");
      }
    }

    @Test
    void keywordDistinguishesWholeWordsFromPartsOfWords() {
      String text = arag("keyword", index, "Voss", "bridg").endedWith(0).out();
      assertThat(text)
          .contains("2 chunks: \"Voss\" 2, \"bridg\" 0, and 1 inside longer words.")
          .contains("bridg x2 inside longer");
      JsonNode hits = arag("keyword", "--json", index, "bridg").endedWith(0).json().get("hits");
      assertThat(hits.get(0).get("counts").get("bridg").asInt()).isEqualTo(2);
      assertThat(hits.get(0).get("wholeCounts")).isEmpty();
    }

    @Test
    void keywordAppliesOperators() {
      JsonNode all = arag("keyword", "--json", index, "Voss").endedWith(0).json();
      JsonNode rest =
          arag("keyword", "--json", index, "Voss", "--operators", "\"Old Bridge\"^3 -Tarn")
              .endedWith(0)
              .json();
      assertFields(rest, "keywords total hits");
      assertThat(rest.get("keywords"))
          .extracting(JsonNode::asText)
          .containsExactly("Voss", "Old Bridge");
      assertThat(rest.get("total").asInt()).isLessThan(all.get("total").asInt());
      CliResult wrong =
          arag("keyword", "--json", index, "Voss", "--operators", "Tarn^x").endedWith(0);
      assertThat(wrong.err())
          .contains(
              "The operators were not applied: The weight after ^ must be a number: Tarn^x. Their"
                  + " words were searched as plain keywords.");
      assertThat(wrong.json().get("keywords"))
          .extracting(JsonNode::asText)
          .containsExactly("Voss", "Tarn");
    }

    @Test
    void keywordSupportsPagingAndProfiles() {
      JsonNode second =
          arag("keyword", "--json", index, "Mira Voss", "--top-k", "1", "--offset", "1")
              .endedWith(0)
              .json();
      assertThat(second.get("hits")).hasSize(1);
      arag("keyword", index, "Voss", "--profile", "paper").endedWith(0);
      arag("keyword", index, "Voss", "--profile", "other").failedWith(2, "--profile");
    }

    @Test
    void noHitsIsNotAFailure() {
      CliResult result = arag("keyword", index, "zeppelin").endedWith(0);
      assertThat(result.out()).contains("0 chunks").contains("\"zeppelin\" 0");
      assertThat(arag("keyword", "--json", index, "zeppelin").json().get("hits")).isEmpty();
    }
  }

  @Nested
  class Search {
    @Test
    void searchFusesBothSearches() {
      JsonNode found =
          arag("search", "--json", index, "\"Old", "Bridge\",", "birthplace?").endedWith(0).json();
      assertFields(found, "query hits");
      assertThat(found.get("query").asText()).isEqualTo("\"Old Bridge\", birthplace?");
      List<JsonNode> byMeaning = new ArrayList<>();
      arag("semantic", "--json", index, "\"Old Bridge\", birthplace?")
          .json()
          .get("hits")
          .forEach(byMeaning::add);
      List<JsonNode> byWords = new ArrayList<>();
      arag("keyword", "--json", index, "Old Bridge", "birthplace")
          .json()
          .get("hits")
          .forEach(byWords::add);
      assertThat(found.get("hits"))
          .isNotEmpty()
          .allMatch(hit -> byMeaning.contains(hit) || byWords.contains(hit));
      assertThat(arag("search", index, "--top-k", "1", "birthplace").endedWith(0).out())
          .startsWith("1 chunk.");
      arag("search", index, " ").failedWith(2, "TEXT must not be blank");
      arag("search", index, "Tarn", "--top-k", "0").failedWith(2, "--top-k must be at least 1");
    }

    @Test
    void searchFindsWordsWithoutEmbeddings() {
      Path words = folder.resolve("words.arag");
      arag("index", words, folder.resolve("docs"), "--embedder", "none").endedWith(0);
      assertThat(arag("search", words, "Voss,").endedWith(0).out()).contains("Voss x");
      assertThat(arag("search", words, "a").endedWith(0).out()).isEqualTo("No hits.\n");
    }
  }

  @Nested
  class Semantic {
    @Test
    void semanticFindsByMeaning() {
      JsonNode found =
          arag("semantic", "--json", index, "the birthplace of Mira").endedWith(0).json();
      assertFields(found, "query hits");
      JsonNode hit = found.get("hits").get(0);
      assertFields(hit, "id score rankScore document title heading sentences sections");
      assertThat(hit.get("document").asText()).isEqualTo("docs/voss.md");
      assertFields(hit.get("sentences").get(0), "text heading score");
      assertThat(hit.get("sentences").findValuesAsText("score"))
          .contains(hit.get("score").asText());
      JsonNode paper =
          arag("semantic", "--json", index, "the birthplace of Mira", "--profile", "paper")
              .endedWith(0)
              .json()
              .at("/hits/0");
      assertThat(paper.get("document").asText()).isEqualTo("docs/voss.md");
      assertThat(paper.get("rankScore")).isEqualTo(paper.get("score"));
    }

    @Test
    void searchesNameSectionsThatReadShows() {
      JsonNode hit =
          arag("keyword", "--json", sectioned, "Tarn", "Brannock")
              .endedWith(0)
              .json()
              .at("/hits/0");
      String chunk = hit.get("id").asText();
      assertFields(hit.at("/sections/0"), "id heading complete sentences table");
      assertThat(hit.get("sections").findValuesAsText("id"))
          .containsExactly(chunk + ".0", chunk + ".2");
      assertThat(hit.at("/sections/1/heading").toString()).isEqualTo("[\"Places\",\"Brannock\"]");
      assertThat(hit.at("/sections/1/complete").asBoolean()).isTrue();
      assertThat(hit.at("/sections/1/sentences").toString()).isEqualTo("[\"Brannock is a town.\"]");
      assertThat(arag("keyword", sectioned, "Tarn", "Brannock").out())
          .contains("[" + chunk + ".0] places/places.md: Places > Tarn (")
          .contains("\n[" + chunk + ".2] Places > Brannock\n  - Brannock is a town.");
      assertThat(arag("semantic", "--json", sectioned, "a town").json().at("/hits/0/sections"))
          .isNotEmpty();

      JsonNode read =
          arag("read", "--json", sectioned, chunk + ".2", "[" + chunk + ".1]", chunk + ".3")
              .endedWith(0)
              .json();
      assertThat(read.get("chunks").findValuesAsText("section"))
          .containsExactly(chunk + ".2", chunk + ".1");
      assertThat(read.get("chunks").findValuesAsText("id")).containsExactly(chunk, chunk);
      assertThat(read.at("/chunks/0/text").asText())
          .isEqualTo("## Brannock\n\nBrannock is a town.\n");
      assertThat(read.at("/chunks/0/heading").toString()).isEqualTo("[\"Places\",\"Brannock\"]");
      assertThat(read.get("missing").toString()).isEqualTo("[\"" + chunk + ".3\"]");
      assertThat(arag("read", sectioned, chunk + ".2").out())
          .startsWith("[" + chunk + ".2] Places > Brannock\n")
          .contains("Brannock is a town.")
          .doesNotContain("Tarn is a port.");
      assertThat(
              arag("read", "--json", sectioned, chunk + ".2", "--neighbors", "1")
                  .json()
                  .get("chunks")
                  .findValuesAsText("section"))
          .containsExactly(chunk + ".1", chunk + ".2");
      assertThat(arag("read", "--json", sectioned, chunk).json().at("/chunks/0/section").isNull())
          .isTrue();
    }
  }

  @Nested
  class Read {
    @Test
    void readShowsWholeChunksAndListsMissingIds() {
      String id = firstId("Tarn");
      JsonNode read = arag("read", "--json", index, id, "nowhere#0").endedWith(0).json();
      assertFields(read, "chunks missing documents");
      assertThat(read.get("documents")).isEmpty();
      assertFields(
          read.get("chunks").get(0),
          "id document title heading page text previous next language section table");
      assertThat(read.get("chunks").get(0).get("text").asText())
          .isEqualTo("# Mira Voss\n\nMira Voss was born in Tarn in 1881.\n");
      assertThat(read.get("missing").get(0).asText()).isEqualTo("nowhere#0");
      assertThat(arag("read", index, id).out()).contains("Mira Voss was born in Tarn in 1881.");
    }

    @Test
    void readShowsWholeDocuments() throws IOException {
      Path pages = Files.createDirectory(folder.resolve("pages"));
      Files.writeString(
          pages.resolve("my page.html"),
          "<h1>Stock</h1><p>The clerk counts.</p><h2>Rooms</h2><p>There are five.</p>");
      Path own = folder.resolve("pages.arag");
      arag("index", own, pages, folder.resolve("docs"), "--embedder", "none").endedWith(0);
      assertThat(arag("read", own, "pages/my page.html").endedWith(0).out().replaceAll("\\s+", " "))
          .isEqualTo("pages/my page.html: Stock Stock The clerk counts. Rooms There are five. ");
      String id = arag("keyword", "--json", own, "Tarn").json().at("/hits/0/id").asText();
      JsonNode read =
          arag("read", "--json", own, "docs/voss.md", id, "no", "docs/voss.md").endedWith(0).json();
      assertThat(read.get("chunks").findValuesAsText("id")).containsExactly(id);
      assertThat(read.get("missing").toString()).isEqualTo("[\"no\"]");
      assertThat(read.get("documents")).hasSize(1);
      JsonNode document = read.get("documents").get(0);
      assertFields(document, "id title text metadata");
      assertThat(document.get("id").asText()).isEqualTo("docs/voss.md");
      assertThat(document.get("title").asText()).isEqualTo("Mira Voss");
      assertThat(document.get("text").asText())
          .isEqualTo(Files.readString(folder.resolve("docs/voss.md")));
    }

    /** A document whose id is also that of a chunk of another document. */
    @Test
    void anIdOfAChunkComesBeforeThatOfADocument() throws IOException {
      Path both = Files.createDirectory(folder.resolve("both"));
      Files.writeString(both.resolve("note.txt"), "The text of the note.");
      Files.writeString(both.resolve("chunks.json"), "[\"both/note.txt:The text of the chunk.\"]");
      Path own = folder.resolve("both.arag");
      arag("index", own, both, "--embedder", "none").endedWith(0);
      assertThat(arag("read", own, "both/note.txt").endedWith(0).out())
          .contains("The text of the chunk.")
          .doesNotContain("note.\n");
      assertThat(
              arag("read", own, "both/note.txt", "--document", "both/note.txt").endedWith(0).out())
          .contains("The text of the note.")
          .doesNotContain("chunk");
    }

    @Test
    void readSuggestsSimilarIds() {
      CliResult result =
          arag("read", index, "voss.md", "docs/vos.md", "docs", "nothing").endedWith(0);
      assertThat(result.out())
          .contains("Unknown id: voss.md (did you mean docs/voss.md?)\n")
          .contains("Unknown id: docs/vos.md (did you mean docs/voss.md?)\n")
          .contains("Unknown id: docs (a folder with 2 documents; use document ids)\n")
          .contains("Unknown id: nothing\nUse an id of a chunk from arag keyword");
      assertThat(arag("read", index, "docs/voss.md", "--scope", "tenant=other").out())
          .startsWith("Unknown id: docs/voss.md\n");
      assertThat(arag("delete", index, "docs/vos.md").endedWith(0).out())
          .contains("Not in the index: docs/vos.md (did you mean docs/voss.md?)");
    }

    @Test
    void readAcceptsCopiedIds() {
      String id = firstId("Tarn");
      JsonNode read =
          arag("read", "--json", index, "[" + id + "]", "chunk " + id.toUpperCase(Locale.ROOT), "#")
              .endedWith(0)
              .json();
      assertThat(read.get("chunks").findValuesAsText("id")).containsExactly(id);
      assertThat(read.get("missing")).hasSize(1);
    }

    @Test
    void scopeRestrictsSearchesAndReads() {
      String id = firstId("Tarn");
      for (String scope : List.of("tenant=acme", "tenant=other", "colour=red")) {
        int expected = scope.equals("tenant=acme") ? 1 : 0;
        JsonNode words = arag("keyword", "--json", index, "Tarn", "--scope", scope).json();
        assertThat(words.get("hits")).hasSize(expected);
        JsonNode read = arag("read", "--json", index, id, "--scope", scope).json();
        assertThat(read.get("chunks")).hasSize(expected);
        JsonNode near = arag("semantic", "--json", index, "Tarn", "--scope", scope).json();
        assertThat(near.get("hits")).hasSize(2 * expected);
      }
      arag("keyword", index, "Tarn", "--scope", "tenant")
          .failedWith(2, "--scope must be key=value");
    }
  }

  @Nested
  class Documents {
    @Test
    void documentsListsTheDocuments() {
      JsonNode listed = arag("documents", "--json", index).endedWith(0).json();
      assertFields(listed, "documents");
      assertThat(listed.get("documents")).hasSize(2);
      JsonNode bridge = listed.get("documents").get(0);
      assertFields(bridge, "id source title characters chunks metadata");
      assertThat(bridge.get("id").asText()).isEqualTo("docs/bridge.md");
      assertThat(bridge.get("source").asText()).isEqualTo("docs");
      assertThat(bridge.get("title").asText()).isEqualTo("The Old Bridge");
      assertThat(bridge.get("characters").asInt()).isEqualTo(81);
      assertThat(bridge.get("chunks").asInt()).isEqualTo(1);
      assertThat(bridge.get("metadata").get("tenant").asText()).isEqualTo("acme");
      assertThat(arag("documents", index).endedWith(0).out())
          .contains("docs/bridge.md: The Old Bridge (81 characters, 1 chunk)")
          .doesNotContain("--offset");
    }

    @Test
    void documentsSupportsPagingAndScopes() {
      assertThat(arag("documents", index, "--limit", "1").endedWith(0).out())
          .contains("docs/bridge.md")
          .doesNotContain("docs/voss.md")
          .contains("For more documents: --offset 1");
      assertThat(documentIds("--offset", "1")).containsExactly("docs/voss.md");
      assertThat(documentIds("--offset", "2147483647")).isEmpty();
      assertThat(
              arag("documents", index, "--offset", "1", "--limit", "2147483647").endedWith(0).out())
          .contains("docs/voss.md")
          .doesNotContain("--offset");
      assertThat(documentIds("--source", "docs")).hasSize(2);
      assertThat(documentIds("--source", "other")).isEmpty();
      assertThat(documentIds("--scope", "tenant=other")).isEmpty();
      assertThat(documentIds("--document", "docs/voss.md")).containsExactly("docs/voss.md");
      CliResult other = arag("documents", index, "--source", "other").endedWith(0);
      assertThat(other.out()).contains("No documents.");
      assertThat(other.err())
          .isEqualTo("--source: no document has the source \"other\"; the sources are docs\n");
      assertThat(arag("documents", index, "--source", "docs", "--scope", "tenant=other").err())
          .isEmpty();
      arag("documents", index, "--limit", "0").failedWith(2, "--limit");
      arag("documents", index, "--source", " ").failedWith(2, "name must not be blank");
    }

    private static List<String> documentIds(String option, String value) {
      JsonNode listed = arag("documents", "--json", index, option, value).endedWith(0).json();
      return listed.get("documents").findValuesAsText("id");
    }

    @Test
    void documentRestrictsSearchesAndReads() {
      String id = firstId("Tarn");
      for (String document : List.of("docs/voss.md", "docs/bridge.md", "docs/none.md")) {
        int expected = document.equals("docs/voss.md") ? 1 : 0;
        CliResult words = arag("keyword", "--json", index, "Tarn", "--document", document);
        assertThat(words.json().get("total").asInt()).isEqualTo(expected);
        assertThat(words.err().contains("not in the index: docs/none.md"))
            .isEqualTo(document.equals("docs/none.md"));
        JsonNode read = arag("read", "--json", index, id, "--document", document).json();
        assertThat(read.get("chunks")).hasSize(expected);
      }
      JsonNode near =
          arag("semantic", "--json", index, "Where is Tarn?", "--document", "docs/bridge.md")
              .json();
      assertThat(near.get("hits").findValuesAsText("document")).containsExactly("docs/bridge.md");
      JsonNode both =
          arag(
                  "keyword",
                  "--json",
                  index,
                  "Mira",
                  "--document",
                  "docs/voss.md",
                  "--document",
                  "docs/bridge.md")
              .json();
      assertThat(both.get("total").asInt()).isEqualTo(2);
      arag("keyword", index, "Tarn", "--document", " ").failedWith(2, "id must not be blank");
    }
  }

  @Nested
  class StatsAndVerify {
    @Test
    void statsShowsTheContentsOfTheIndex() {
      JsonNode stats = arag("stats", index, "--json").endedWith(0).json();
      assertFields(
          stats,
          "documents chunks sentences dimension embedder graph bytes generation segments warnings"
              + " skipped");
      assertThat(stats.get("documents").asInt()).isEqualTo(2);
      assertThat(stats.get("dimension").asInt()).isEqualTo(384);
      assertThat(arag("stats", index).out()).contains("2 documents, 2 chunks, 5 sentences");
    }

    @Test
    void verifyReadsEveryByte() {
      JsonNode report = arag("verify", "--json", index).endedWith(0).json();
      assertFields(report, "ok files problems");
      assertThat(report.get("ok").asBoolean()).isTrue();
    }
  }

  @Nested
  class Help {
    @Test
    void textOutputFitsEightyColumns() {
      CliResult result = arag("keyword", index, "Mira Voss", "Old Bridge", "Eggs").endedWith(0);
      assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
      assertThat(result.out()).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "index",
          "embed",
          "extract",
          "stats",
          "search",
          "keyword",
          "semantic",
          "read",
          "ask",
          "batch",
          "verify",
          "demo",
          "delete",
          "purge"
        })
    void helpOfEachCommandHasAnExample(String command) {
      CliResult result = arag(command, "--help").endedWith(0);
      assertThat(result.out())
          .startsWith("Usage: arag " + command)
          .contains("Example: arag " + command);
      assertThat(result.out().lines()).allMatch(line -> line.length() <= 80);
      assertThat(result.err()).isEmpty();
    }

    /** Picocli breaks lines also within words, such as {@code chunks.json}. */
    @Test
    void helpBreaksNoWordAndNoLineThatMustNotBeWrapped() {
      Commands.all()
          .forEach(
              (name, command) -> {
                String help = arag(name, "--help").endedWith(0).out();
                for (ArgSpec argument : CommandSpec.forAnnotatedObject(command).args()) {
                  for (String line : argument.description()) {
                    assertThat(line).matches(text -> text.matches(".*[.}]") || help.contains(text));
                    assertThat(help.split("\\s+")).contains(line.split("\\s+"));
                  }
                }
              });
    }

    @Test
    void helpShowsOptionsInGroups() {
      assertThat(headings("ask"))
          .containsExactly(
              "Options:", "Documents to use:", "Limits and cost of a run:", "Solr:", "Output:");
      assertThat(headings("index")).containsExactly("Options:", "Sources:", "Solr:", "Output:");
      assertThat(headings("verify")).containsExactly("Output:");
      Commands.all()
          .forEach(
              (name, command) -> {
                String help = arag(name, "--help").out();
                for (var option : CommandSpec.forAnnotatedObject(command).options()) {
                  assertThat(
                          help.lines()
                              .filter(line -> line.matches(" .*" + option.longestName() + "\\b.*")))
                      .as(name + " " + option.longestName())
                      .isNotEmpty();
                }
              });
    }

    private static List<String> headings(String command) {
      return arag(command, "--help")
          .out()
          .lines()
          .filter(line -> line.matches("[A-Z][a-z A-Z]*:"))
          .toList();
    }

    @Test
    void helpIsShownWithoutACommand() {
      CliResult result = arag().endedWith(0);
      assertThat(result.out()).startsWith("Usage: arag").contains("Get started:", "demo");
      assertThat(result.out().substring(0, result.out().indexOf("Get started:")).lines())
          .as("descriptions end with a full stop, or continue on the next line")
          .anyMatch(line -> line.endsWith("writes one line per run to a folder."))
          .anyMatch(line -> line.endsWith("measures rankings without a model."))
          .anyMatch(line -> line.endsWith("such as Claude Desktop, Cursor or VS Code."));
      assertThat(arag("help").endedWith(0).out()).isEqualTo(result.out());
      assertThat(arag("help", "ask").endedWith(0).out()).isEqualTo(arag("ask", "--help").out());
      arag("help", "idnex").failedWith(2, "unknown command: 'idnex'; did you mean index?");
      assertThat(arag("--version").endedWith(0).out()).startsWith("arag ");
    }
  }
}
