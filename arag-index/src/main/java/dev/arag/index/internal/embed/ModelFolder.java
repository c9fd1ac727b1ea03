package dev.arag.index.internal.embed;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.arag.core.error.EmbeddingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A model in a folder with the layout that Hugging Face uses. The folder contains {@code
 * config.json} and {@code tokenizer.json}. The graph is in the folder or in its subfolder {@code
 * onnx}.
 */
public final class ModelFolder implements ModelFiles {
  private static final String USUAL_GRAPH = "model.onnx";
  private static final String TOKENIZER = "tokenizer.json";

  private final Path folder;
  private final Path graph;

  private ModelFolder(Path folder, Path graph) {
    this.folder = folder;
    this.graph = graph;
  }

  /**
   * @param folder the folder, or the path of one graph if the folder contains several graphs
   */
  public static ModelFolder of(Path folder) {
    if (folder.getFileName() != null && folder.getFileName().toString().endsWith(".onnx")) {
      return new ModelFolder(folderOf(folder), folder);
    }
    if (!Files.isDirectory(folder)) {
      throw new EmbeddingException("The model folder " + folder + " does not exist.");
    }
    return new ModelFolder(folder, graph(folder));
  }

  /**
   * Returns the model folder of a graph. This is the folder that contains the graph, or the parent
   * of that folder if {@code tokenizer.json} is not next to the graph.
   */
  private static Path folderOf(Path graph) {
    Path folder = parent(graph);
    Path above = parent(folder);
    return Files.exists(folder.resolve(TOKENIZER)) ? folder : above;
  }

  private static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? path.toAbsolutePath() : parent;
  }

  private static Path graph(Path folder) {
    List<Path> graphs =
        Stream.of(folder, folder.resolve("onnx"))
            .flatMap(each -> files(each).stream())
            .filter(file -> file.toString().endsWith(".onnx"))
            .toList();
    return graphs.stream()
        .filter(file -> file.endsWith(USUAL_GRAPH))
        .findFirst()
        .orElseGet(() -> onlyOne(graphs, folder));
  }

  private static Path onlyOne(List<Path> graphs, Path folder) {
    if (graphs.size() != 1) {
      throw new EmbeddingException(
          graphs.isEmpty()
              ? "There is no ONNX graph ("
                  + USUAL_GRAPH
                  + ") in "
                  + folder
                  + " or its subfolder onnx."
              : "There are several ONNX graphs, and none is named "
                  + USUAL_GRAPH
                  + ". Specify the path of one graph instead of the folder: "
                  + graphs);
    }
    return graphs.get(0);
  }

  private static List<Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /** Reads a JSON file. Returns a {@link MissingNode} if the file does not exist. */
  JsonNode json(String name) {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      return MissingNode.getInstance();
    }
    try {
      return new JsonMapper().readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Reads {@code config.json}, which must exist. */
  JsonNode config() {
    return json(require("config.json").getFileName().toString());
  }

  @Override
  public byte[] tokenizer() {
    Path file = require(TOKENIZER);
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private Path require(String name) {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new EmbeddingException(
          "There is no " + name + " in " + folder + ". Copy it from the source of the model.");
    }
    return file;
  }

  /**
   * Opens the graph by path, so that ONNX Runtime finds weights in other files next to the graph.
   */
  @Override
  public OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException {
    return environment.createSession(graph.toAbsolutePath().toString(), options);
  }

  @Override
  public String hash(String salt) {
    try {
      SampledHash sample = new SampledHash();
      sample.add(salt);
      sample.add(require(TOKENIZER));
      for (Path file : weights()) {
        sample.add(file);
      }
      return sample.digits(12);
    } catch (IOException e) {
      throw unreadable(graph, e);
    }
  }

  /**
   * Returns the graph and the files next to it that may contain its weights. Files whose names
   * begin with the name of another graph are excluded.
   */
  private List<Path> weights() {
    List<Path> beside = files(parent(graph));
    List<String> others =
        beside.stream()
            .filter(file -> file.toString().endsWith(".onnx"))
            .map(ModelFolder::name)
            .filter(name -> !name.equals(name(graph)))
            .toList();
    return beside.stream()
        .filter(file -> file.endsWith(graph.getFileName()) || isWeights(name(file), others))
        .toList();
  }

  private static boolean isWeights(String name, List<String> otherGraphs) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Stream.of(".json", ".txt", ".md", ".jinja", ".py", ".model", ".safetensors", ".bin")
            .noneMatch(lower::endsWith)
        && !name.startsWith(".")
        && otherGraphs.stream().noneMatch(name::startsWith);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static EmbeddingException unreadable(Path file, IOException cause) {
    return new EmbeddingException(file + " cannot be read: " + cause, cause);
  }

  @Override
  public String toString() {
    return graph.toString();
  }
}
