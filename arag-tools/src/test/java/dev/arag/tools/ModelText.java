package dev.arag.tools;

import static dev.arag.tools.ChunkBuilder.chunk;

import dev.arag.core.corpus.Corpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.SectionId;
import dev.arag.tools.call.ContextTracker;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.RetrievalTool;
import dev.arag.tools.call.ToolArguments;
import dev.arag.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Renders the texts of this module that a model reads, for comparison with the golden files. {@link
 * #main} writes the golden files. Run it only after an intended change to a text.
 */
final class ModelText {
  static final Path FOLDER = Path.of("src/test/resources/golden");
  static final String TOOLS = "tools.txt";
  static final String OBSERVATIONS = "observations.txt";

  private static final Predicate<SectionId> IN_REQUEST = chunk -> true;

  private ModelText() {}

  /** Writes the golden files. The working directory must be the directory of this module. */
  public static void main(String[] args) throws IOException {
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve(TOOLS), tools());
    Files.writeString(FOLDER.resolve(OBSERVATIONS), observations());
  }

  /** Returns the name, description, schema and example of each tool. */
  static String tools() {
    Corpus corpus = ToolConversation.corpus();
    return definitions(Toolbox.of(corpus))
        + definitions(Toolbox.exploring(corpus).without(Toolbox.CHUNK_READ));
  }

  static String definitions(Toolbox tools) {
    StringBuilder out = new StringBuilder();
    for (RetrievalTool tool : tools.tools()) {
      out.append("== ").append(tool.name()).append('\n');
      out.append(tool.description()).append('\n');
      out.append(tool.parameters()).append('\n');
      out.append(tool.example().orElse("")).append('\n');
    }
    return out.toString();
  }

  /** Returns typical, unusual and invalid calls with their observations. */
  static String observations() {
    return searches() + reads() + tables() + rejections() + exploring();
  }

  private static String searches() {
    CallScript script = new CallScript(Toolbox.of(corpus()));
    script.call("keyword_search", "{\"keywords\":[\"Mira Voss\",\"bridge\"]}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"top_k\":1}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"top_k\":\"1\",\"offset\":1}");
    script.call("keyword_search", "{\"keywords\":\"Tarn\",\"offset\":99}");
    script.call("keyword_search", "{\"keywords\":[\"Atlantis\",\"line\\nbreak\"]}");
    script.call("keyword_search", "{\"keywords\":\"Sukru Sina\",\"top_k\":500}");
    script.call("keyword_search", "{\"keywords\":\"part\"}");
    script.call("keyword_search", "{\"keywords\":\"needle\"}");
    script.call("semantic_search", "{\"query\":\"Mira Voss was born in Tarn\",\"top_k\":2}");
    script.call("semantic_search", "{\"query\":\"born in Tarn\",\"offset\":3}");
    script.call("semantic_search", "{\"query\":\"born in Tarn\",\"offset\":99}");
    script.call("chunk_read", "{\"chunk_ids\":[\"q7k2m#12\"]}");
    script.callWithTextAbove("keyword_search", "{\"keywords\":[\"Mira Voss\",\"1901\"]}");
    script.call("keyword_search", "{\"keywords\":\"ferry\"}");
    script.call("semantic_search", "{\"query\":\"The ferry crosses the lake.\",\"top_k\":1}");
    CallScript empty = new CallScript(Toolbox.of(ToolConversation.corpus()));
    empty.call("semantic_search", "{\"query\":\"anything\"}");
    return script.text() + empty.text();
  }

  private static String reads() {
    CallScript script = new CallScript(Toolbox.of(corpus()));
    script.call("chunk_read", "{\"chunk_ids\":[\"q7k2m#99\"]}");
    script.call("keyword_search", "{\"keywords\":\"needle\"}");
    script.call("chunk_read", "{\"chunk_ids\":[\"[q#3] Part 3\",\"110\"],\"neighbors\":1}");
    script.callWithTextAbove("chunk_read", "{\"chunk_ids\":[\"q#3\",\"q#0\"]}");
    script.call("chunk_read", "{\"chunk_ids\":[\"a1\",\"a2\",\"a3\",\"a4\",\"q#0\"]}");
    script.call("chunk_read", "{\"chunk_ids\":[\"q#0\",\"q#1\"],\"neighbors\":9}");
    script.call("chunk_read", "{\"chunk_ids\":\"q#0, q#1, q#5, q#6, k1, k2, b3xw8#0\"}");
    script.call("chunk_read", "{\"chunk_ids\":\"[]\"}");
    CallScript sections = new CallScript(Toolbox.of(corpus()));
    sections.call("chunk_read", "{\"chunk_ids\":[\"ferries.1\"]}");
    sections.call("chunk_read", "{\"chunk_ids\":[\"ferries\",\"q7k2m#12.0\"]}");
    sections.call("chunk_read", "{\"chunk_ids\":[\"q7k2m#12.1\"],\"neighbors\":1}");
    sections.call("chunk_read", "{\"chunk_ids\":[\"ferries.7\",\"110.1\"]}");
    CallScript small = new CallScript(Toolbox.of(corpus()).withMaxResultTokens(100));
    small.call("chunk_read", "{\"chunk_ids\":\"long\"}");
    small.call("chunk_read", "{\"chunk_ids\":\"long\"}");
    return script.text() + sections.text() + small.text();
  }

  private static String tables() {
    CallScript script = new CallScript(Toolbox.of(TableTest.CUT));
    script.call("keyword_search", "{\"keywords\":[\"Net sales\",\"Tax\"]}");
    script.call("semantic_search", "{\"query\":\"Tax of the year\",\"top_k\":1}");
    CallScript longOne = new CallScript(Toolbox.of(TableTest.LONG));
    longOne.call("keyword_search", "{\"keywords\":[\"Item 731\",\"Item 902\"]}");
    CallScript read = new CallScript(Toolbox.of(TableTest.CUT));
    read.call("chunk_read", "{\"chunk_ids\":[\"k2\"],\"neighbors\":1}");
    return script.text() + longOne.text() + read.text();
  }

  private static String rejections() {
    CallScript script = new CallScript(Toolbox.of(corpus()).with(new Foreign()));
    script.call("search", "{}");
    script.call("keyword_search", "{\"keyword\":[\"a\"]}");
    script.call("keyword_search", "{\"keywords\":[\"a\"]}");
    script.call("keyword_search", "{\"keywords\":[\" \"]}");
    script.call("keyword_search", "{\"keywords\":[]}");
    script.call("keyword_search", "{\"keywords\":[{}]}");
    script.call("keyword_search", "{\"keywords\":\"1 2 3\",\"top_k\":\"many\"}");
    script.call(
        "keyword_search",
        "{\"keywords\":[\"b1\",\"b2\",\"b3\",\"b4\",\"b5\",\"b6\",\"b7\",\"b8\",\"b9\",\"c1\",\"c2\"]}");
    script.call("semantic_search", "");
    script.call("semantic_search", "{\"query\":\" \"}");
    script.call("semantic_search", "{\"query\":[\"one\",\"two\"]}");
    script.call("semantic_search", "[]");
    script.call("semantic_search", "{");
    script.call("semantic_search", " ".repeat(70_000));
    script.call("foreign", "{\"does\":\"answer\"}");
    script.call("foreign", "{\"does\":\"long\"}");
    script.call("foreign", "{\"does\":\"refuse\"}");
    script.call("foreign", "{\"does\":\"reject\"}");
    script.call("foreign", "{\"does\":\"fail\"}");
    CallScript none = new CallScript(Toolbox.empty());
    none.call("find", "{}");
    return script.text() + none.text();
  }

  private static String exploring() {
    CallScript script =
        new CallScript(Toolbox.exploring(ExploringTest.reports()).showing("date", "version"));
    script.call("outline", "{}");
    script.call("outline", "{\"words\":\"ferry\",\"offset\":1}");
    script.call("outline", "{\"document\":\"reports/2023.pdf\"}");
    script.call("outline", "{\"document\":\"reports/2023.pdf\",\"level\":1}");
    script.call("outline", "{\"section\":\"r#0.1\"}");
    script.call("outline", "{\"document\":\"report/2023.pdf\"}");
    script.call("keyword_search", "{\"keywords\":\"lake\",\"documents\":[\"r#1\",\"a\"]}");
    script.call("semantic_search", "{\"query\":\"the lake\",\"documents\":[\"a\"]}");
    script.call("keyword_search", "{\"keywords\":\"old\",\"documents\":[\"n1\"]}");
    script.call("find", "{\"words\":\"lake\",\"count_by\":\"document\",\"top_k\":1}");
    script.call("find", "{\"near\":[\"ice\",\"harbour\"],\"documents\":[\"reports/2023.pdf\"]}");
    script.call("find", "{\"pattern\":\"(ice\"}");
    return script.text();
  }

  static Corpus corpus() {
    ChunkBuilder parts = chunk("parts");
    IntStream.rangeClosed(1, 7).forEach(i -> parts.sentence("Item " + i + " is a part."));
    parts.filler();
    ChunkBuilder longOne = chunk("long").under("Long");
    IntStream.range(0, 12).forEach(i -> longOne.sentence("Row " + i + " " + "x ".repeat(10) + "."));
    Chunk[] chunks = {
      chunk("q7k2m#12")
          .under("Old Bridge")
          .sentence("The Old Bridge was designed by Mira Voss.")
          .under("Old Bridge", "Repairs")
          .sentence("Mira Voss repaired it\n  in 1901.")
          .sentence("It still stands.")
          .build(),
      chunk("b3xw8#0").title("Mira Voss").sentence("Mira Voss was born in Tarn in 1881.").build(),
      chunk("110").sentence("A bridge crosses the Tarn.").build(),
      chunk("k1").sentence("Şükrü Sina Gürel became minister.").build(),
      chunk("k2").sentence("word ".repeat(80) + "needle" + " tail".repeat(80)).build(),
      chunk("docs/a long name.md").sentence("<|im_start|> Mira Voss <<<aaaaaa").build(),
      parts.build(),
      longOne.build(),
      chunk("ferries")
          .heading("North")
          .sentence("A ferry leaves at noon.")
          .heading("South")
          .sentence("The ferry crosses the lake.")
          .filler()
          .sentence("Every ferry is blue.")
          .heading("West")
          .sentence("There is no boat.")
          .build(),
      part(0, null, "q#1"),
      part(1, "q#0", "q#2"),
      part(2, "q#1", "q#3"),
      part(3, "q#2", "q#4"),
      part(4, "q#3", "q#5"),
      part(5, "q#4", "q#6"),
      part(6, "q#5", null)
    };
    return ToolConversation.corpus(chunks);
  }

  private static Chunk part(int number, String previous, String next) {
    return chunk("q#" + number)
        .under("Part " + number)
        .sentence("Text of part " + number + ".")
        .between(previous, next)
        .build();
  }

  /** A custom tool, which is not part of this library. */
  private record Foreign() implements RetrievalTool {
    @Override
    public String name() {
      return "foreign";
    }

    @Override
    public String description() {
      return "Does what it is asked to.";
    }

    @Override
    public String parameters() {
      return "{\"type\":\"object\",\"properties\":{\"does\":{\"type\":\"string\"}}}";
    }

    @Override
    public Observation call(ToolArguments arguments, ContextTracker context) {
      return switch (arguments.text("does")) {
        case "answer" -> new Observation.Found("An answer.", List.of());
        case "long" -> new Observation.Found("word ".repeat(7_000), List.of());
        case "reject" -> new Observation.Rejected("Ask for something else.");
        case "refuse" -> throw new IllegalArgumentException("Not this one.");
        default -> throw new IllegalStateException("not shown to the model");
      };
    }
  }

  /** The calls of one conversation and their observations. */
  static final class CallScript {
    private static final int LONGEST = 3_000;
    private final Toolbox tools;
    private final ToolConversation conversation;
    private final StringBuilder out = new StringBuilder();

    CallScript(Toolbox tools) {
      this.tools = tools;
      conversation = ToolConversation.over(tools);
    }

    void call(String tool, String arguments) {
      add(tool, arguments, conversation.call(tool, arguments));
    }

    void callWithTextAbove(String tool, String arguments) {
      ToolCall call = ToolCall.of("1", tool, arguments);
      add(tool, arguments, tools.call(call, conversation.context, IN_REQUEST));
    }

    private void add(String tool, String arguments, Observation observation) {
      out.append("== ").append(tool).append(' ').append(cut(arguments)).append('\n');
      out.append(cut(observation.text())).append("\n\n");
    }

    /** Removes the middle of a very long text, so that the golden file does not become large. */
    private static String cut(String text) {
      return text.length() <= LONGEST
          ? text
          : text.substring(0, 40) + "[...]" + text.substring(text.length() - 60);
    }

    String text() {
      return out.toString();
    }
  }
}
