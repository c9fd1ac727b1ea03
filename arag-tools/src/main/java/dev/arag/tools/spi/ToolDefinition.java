package dev.arag.tools.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The name, description and parameters of a tool, as sent to the model. Descriptions and schemas
 * are resources.
 *
 * @param parameters the JSON schema of the arguments. The schemas of this library have no
 *     constraints such as {@code minimum}, because LangChain4j does not send them to every model
 */
public record ToolDefinition(String name, String description, String parameters) {
  public ToolDefinition {
    requireNonNull(name, "name");
    requireNonNull(description, "description");
    requireNonNull(parameters, "parameters");
  }

  /**
   * Reads the resources {@code TOOL.txt}, the description, and {@code TOOL.json}, the schema.
   *
   * @param owner a class of the package and module that contain the resources
   * @param tool the name of the tool
   */
  public static ToolDefinition read(Class<?> owner, String tool) {
    requireNonNull(tool, "tool");
    return read(owner, tool, tool + ".txt", tool + ".json");
  }

  /**
   * Reads a definition from resources.
   *
   * @param owner the class in whose package the resources are
   * @param name the name of the tool
   * @param description the name of the resource with the description
   * @param parameters the name of the resource with the JSON schema
   */
  public static ToolDefinition read(
      Class<?> owner, String name, String description, String parameters) {
    requireNonNull(owner, "owner");
    requireNonNull(name, "name");
    requireNonNull(description, "description");
    requireNonNull(parameters, "parameters");
    return new ToolDefinition(name, resource(owner, description), resource(owner, parameters));
  }

  private static String resource(Class<?> owner, String file) {
    try (InputStream in = owner.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            file + " is missing beside the class " + owner.getName() + ". Rebuild its jar.");
      }
      return new String(in.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file + " beside " + owner.getName(), e);
    }
  }
}
