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
 * config.json} and {@code tokenizer.json}. The model is in the folder or in its subfolder {@code
 * onnx}.
 */
public final class ModelFolder implements ModelFiles {
  private static final String USUAL_NAME = "model.onnx";
  private static final String TOKENIZER = "tokenizer.json";

  private final Path folder;
  private final Path onnxFile;

  private ModelFolder(Path folder, Path onnxFile) {
    this.folder = folder;
    this.onnxFile = onnxFile;
  }

  /**
   * @param folder the folder, or the path of one model if the folder contains several models
   */
  public static ModelFolder of(Path folder) {
    if (folder.getFileName() != null && folder.getFileName().toString().endsWith(".onnx")) {
      return new ModelFolder(folderOf(folder), folder);
    }
    if (!Files.isDirectory(folder)) {
      throw new EmbeddingException("The model folder " + folder + " does not exist.");
    }
    return new ModelFolder(folder, onnxFile(folder));
  }

  /**
   * Returns the model folder of a model. This is the folder that contains the model, or the parent
   * of that folder if {@code tokenizer.json} is not next to the model.
   */
  private static Path folderOf(Path onnxFile) {
    Path folder = parent(onnxFile);
    Path above = parent(folder);
    return Files.exists(folder.resolve(TOKENIZER)) ? folder : above;
  }

  private static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? path.toAbsolutePath() : parent;
  }

  private static Path onnxFile(Path folder) {
    List<Path> models =
        Stream.of(folder, folder.resolve("onnx"))
            .flatMap(each -> files(each).stream())
            .filter(file -> file.toString().endsWith(".onnx"))
            .toList();
    return models.stream()
        .filter(file -> file.endsWith(USUAL_NAME))
        .findFirst()
        .orElseGet(() -> onlyOne(models, folder));
  }

  private static Path onlyOne(List<Path> models, Path folder) {
    if (models.size() != 1) {
      throw new EmbeddingException(
          models.isEmpty()
              ? "There is no ONNX model ("
                  + USUAL_NAME
                  + ") in "
                  + folder
                  + " or its subfolder onnx."
              : "There are several ONNX models, and none is named "
                  + USUAL_NAME
                  + ". Specify the path of one model instead of the folder: "
                  + models);
    }
    return models.get(0);
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

  /** Opens the model by path, so that ONNX Runtime finds weights in other files next to it. */
  @Override
  public OrtSession open(OrtEnvironment environment, SessionOptions options) throws OrtException {
    return environment.createSession(onnxFile.toAbsolutePath().toString(), options);
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
      throw unreadable(onnxFile, e);
    }
  }

  /**
   * Returns the model and the files next to it that may contain its weights. Files whose names
   * begin with the name of another model are excluded.
   */
  private List<Path> weights() {
    List<Path> beside = files(parent(onnxFile));
    List<String> others =
        beside.stream()
            .filter(file -> file.toString().endsWith(".onnx"))
            .map(ModelFolder::name)
            .filter(name -> !name.equals(name(onnxFile)))
            .toList();
    return beside.stream()
        .filter(file -> file.endsWith(onnxFile.getFileName()) || isWeights(name(file), others))
        .toList();
  }

  private static boolean isWeights(String name, List<String> otherModels) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Stream.of(".json", ".txt", ".md", ".jinja", ".py", ".model", ".safetensors", ".bin")
            .noneMatch(lower::endsWith)
        && !name.startsWith(".")
        && otherModels.stream().noneMatch(name::startsWith);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static EmbeddingException unreadable(Path file, IOException cause) {
    return new EmbeddingException(file + " cannot be read: " + cause, cause);
  }

  @Override
  public String toString() {
    return onnxFile.toString();
  }
}
