import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the size of the main code of each module: Java files, and lines of code without comments,
 * blank lines, package and import declarations. Also prints the number of files that contain {@code
 * PAPER}, the top-level types by their visibility, the largest packages, the size of the documents,
 * and the number of classes that {@link SmallRun} loads from the packages {@code dev.arag}.
 */
class Count {
  private static final String BLOCK = "\"\"\"";
  private static final Pattern PAPER = Pattern.compile("\\bPAPER\\b");
  /** A line of the log of class loading. */
  private static final Pattern LOADED = Pattern.compile("\\] (dev\\.arag\\.\\S+) ");

  private static final List<String> CORE =
      List.of("arag-core", "arag-index", "arag-tools", "arag-agent");

  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern PUBLIC = Pattern.compile("^public ", Pattern.MULTILINE);
  private static final int LARGE = 25;

  private int codeOfCore;
  private int filesOfCore;
  private int code;
  private int files;
  private int paper;
  private int publicTypes;
  private int typesOfAuthors;
  private int hiddenTypes;
  private final Map<String, Integer> typesOfPackages = new TreeMap<>();

  public static void main(String[] args) throws Exception {
    new Count().run();
  }

  private void run() throws Exception {
    for (Path module : modules()) {
      count(module);
      if (module.endsWith(CORE.get(CORE.size() - 1))) {
        print("(these four)", codeOfCore, filesOfCore);
      }
    }
    print("all", code, files);
    print("files with PAPER", paper);
    print("public types of the four, without spi", publicTypes);
    print("public types in their spi packages", typesOfAuthors);
    print("hidden types in public packages", hiddenTypes);
    typesOfPackages.values().removeIf(types -> types <= LARGE);
    System.out.printf(Locale.ROOT, "%-40s %s%n", "packages over 25 types", typesOfPackages);
    print("bytes of documents", bytesOfDocuments());
    System.out.printf(Locale.ROOT, "%-40s %s%n", "classes loaded by the small run", classesLoaded());
  }

  /** The modules of the core first, then the others, in the order of their names. */
  private static List<Path> modules() throws IOException {
    List<Path> modules = CORE.stream().map(Path::of).collect(Collectors.toCollection(ArrayList::new));
    try (Stream<Path> top = Files.list(Path.of(""));
        Stream<Path> extensions = Files.list(Path.of("extensions"))) {
      Stream.concat(top, extensions)
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .filter(folder -> !modules.contains(folder))
          .sorted()
          .forEachOrdered(modules::add);
    }
    return modules;
  }

  private void count(Path module) throws IOException {
    int codeOfModule = 0;
    List<Path> sources;
    try (Stream<Path> all = Files.walk(module.resolve("src/main/java"))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    for (Path source : sources) {
      String text = Files.readString(source);
      codeOfModule += codeLines(text);
      paper += PAPER.matcher(text).find() ? 1 : 0;
      if (!source.endsWith("package-info.java")) {
        countType(text, CORE.contains(module.toString()));
      }
    }
    print(module.toString(), codeOfModule, sources.size());
    code += codeOfModule;
    files += sources.size();
    if (CORE.contains(module.toString())) {
      codeOfCore += codeOfModule;
      filesOfCore += sources.size();
    }
  }

  private void countType(String text, boolean isCore) {
    Matcher found = PACKAGE.matcher(text);
    String owner = found.find() ? found.group(1) : "";
    typesOfPackages.merge(owner, 1, Integer::sum);
    if (owner.contains(".internal")) {
      return;
    }
    if (!PUBLIC.matcher(text).find()) {
      hiddenTypes++;
    } else if (!isCore) {
      return;
    } else if (owner.contains(".spi")) {
      typesOfAuthors++;
    } else {
      publicTypes++;
    }
  }

  /** The Markdown files at the top and in docs. */
  private static long bytesOfDocuments() throws IOException {
    long bytes = 0;
    try (Stream<Path> top = Files.list(Path.of(""));
        Stream<Path> docs = Files.walk(Path.of("docs"))) {
      for (Path file : Stream.concat(top, docs).filter(f -> f.toString().endsWith(".md")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static int codeLines(String text) {
    return (int)
        withoutComments(text)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
            .count();
  }

  private static String withoutComments(String text) {
    StringBuilder code = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      int start = i;
      if (text.startsWith("/*", i)) {
        i = text.indexOf("*/", i + 2) + 2;
      } else if (text.startsWith("//", i)) {
        i = text.indexOf('\n', i);
      } else {
        i = text.charAt(i) == '"' || text.charAt(i) == '\'' ? endOfLiteral(text, i) : i + 1;
        code.append(text, start, i);
      }
    }
    return code.toString();
  }

  /** Returns the end of a text block, string or character. */
  private static int endOfLiteral(String text, int start) {
    String quote = text.startsWith(BLOCK, start) ? BLOCK : text.substring(start, start + 1);
    int i = start + quote.length();
    while (!text.startsWith(quote, i)) {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return i + quote.length();
  }

  private static void print(String name, long value) {
    System.out.printf(Locale.ROOT, "%-40s %14d%n", name, value);
  }

  private static void print(String name, int code, int files) {
    System.out.printf(Locale.ROOT, "%-40s %7d lines %6d files%n", name, code, files);
  }

  private static String classesLoaded() throws IOException, InterruptedException {
    Path jar = Path.of("extensions/arag-cli/target/arag.jar");
    if (!Files.exists(jar)) {
      return "unknown: run mvn -DskipTests package first";
    }
    Path log = Files.createTempFile("classes", ".log");
    try {
      int exit =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xlog:class+load:file=" + log,
                  "-cp",
                  jar.toString(),
                  ".ci/SmallRun.java")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor();
      if (exit != 0) {
        return "unknown: the small run failed";
      }
      List<String> classes;
      try (Stream<String> lines = Files.lines(log)) {
        classes =
            lines
                .map(LOADED::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .filter(name -> !name.contains("$$Lambda"))
                .toList();
      }
      long topLevel = classes.stream().filter(name -> !name.contains("$")).count();
      return String.format(Locale.ROOT, "%7d (%d without nested classes)", classes.size(), topLevel);
    } finally {
      Files.delete(log);
    }
  }
}
