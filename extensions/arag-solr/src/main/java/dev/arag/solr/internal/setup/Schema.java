package dev.arag.solr.internal.setup;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.solr.common.util.NamedList;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The fields and field types of a schema.
 *
 * @param parts the settings of each part, such as {@code field kind}
 */
public record Schema(Map<String, Map<String, String>> parts) {
  /** The parts of a schema as the Schema API names them, and as the file does. */
  private static final Map<String, String> LISTS =
      Map.of(
          "fields", "field",
          "fieldTypes", "fieldType",
          "dynamicFields", "dynamicField",
          "copyFields", "copyField");

  /** Reads the file of a schema. */
  public static Schema parse(String xml) {
    Map<String, Map<String, String>> parts = new TreeMap<>();
    try {
      Element root =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(xml)))
              .getDocumentElement();
      for (Element element : children(root)) {
        Map<String, String> settings = new TreeMap<>();
        addAttributes("", element, settings);
        String name = settings.remove("name");
        parts.put(element.getTagName() + (name == null ? "" : " " + name), settings);
        if (element.getTagName().equals("uniqueKey")) {
          settings.put("", element.getTextContent());
        }
      }
      return new Schema(parts);
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new IllegalStateException(
          "The arag-solr JAR is corrupt: cannot read the resource schema.xml.", e);
    }
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static void addAttributes(String prefix, Element element, Map<String, String> settings) {
    NamedNodeMap attributes = element.getAttributes();
    for (int i = 0; i < attributes.getLength(); i++) {
      settings.put(prefix + attributes.item(i).getNodeName(), attributes.item(i).getNodeValue());
    }
    children(element)
        .forEach(child -> addAttributes(prefix + child.getTagName() + ".", child, settings));
  }

  /** Reads the answer of the Schema API, which has maps of both kinds. */
  public static Schema of(Object answer) {
    Map<String, Map<String, String>> parts = new TreeMap<>();
    forEach(
        answer,
        (key, value) -> {
          String part = LISTS.get(key);
          if (part != null) {
            ((List<?>) value).forEach(each -> addNamed(part, each, parts));
          } else if (key.equals("uniqueKey") || key.equals("similarity")) {
            Map<String, String> settings = new TreeMap<>();
            addSettings("", value, settings);
            parts.put(key, settings);
          }
        });
    return new Schema(parts);
  }

  private static void forEach(Object answer, BiConsumer<String, Object> action) {
    if (answer instanceof NamedList<?> list) {
      list.forEach((key, value) -> action.accept(key, value));
    } else {
      ((Map<?, ?>) answer).forEach((key, value) -> action.accept(String.valueOf(key), value));
    }
  }

  private static void addNamed(String part, Object answer, Map<String, Map<String, String>> parts) {
    Map<String, String> settings = new TreeMap<>();
    addSettings("", answer, settings);
    String name = settings.remove("name");
    parts.put(part + " " + (name == null ? settings.get("source") : name), settings);
  }

  private static void addSettings(String prefix, Object value, Map<String, String> settings) {
    if (value instanceof NamedList<?> || value instanceof Map<?, ?>) {
      String start = prefix.isEmpty() ? "" : prefix + ".";
      forEach(value, (key, each) -> addSettings(start + key, each, settings));
    } else {
      settings.put(prefix, String.valueOf(value));
    }
  }

  /** Lists what is different in another schema. */
  public List<String> differences(Schema other) {
    List<String> differences = new ArrayList<>();
    parts.forEach(
        (part, expected) -> {
          Map<String, String> found = other.parts.get(part);
          if (found == null) {
            differences.add(part + " is missing");
          } else {
            addDifferences(part, expected, found, differences);
          }
        });
    other.parts.keySet().stream()
        .filter(part -> !parts.containsKey(part))
        .forEach(part -> differences.add(part + " is not known"));
    return differences;
  }

  private static void addDifferences(
      String part,
      Map<String, String> expected,
      Map<String, String> found,
      List<String> differences) {
    Map<String, String> all = new TreeMap<>(expected);
    all.putAll(found);
    for (String setting : all.keySet()) {
      String was = found.getOrDefault(setting, "not set");
      String should = expected.getOrDefault(setting, "not set");
      if (!was.equals(should)) {
        differences.add(
            String.format(Locale.ROOT, "%s: %s is %s, must be %s", part, setting, was, should));
      }
    }
  }
}
