import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the size of the main code of each module: Java files, and lines of code without comments,
 * blank lines, package and import declarations. Also prints the number of files that contain {@code
 * PAPER}, and the number of classes that {@link SmallRun} loads from the packages {@code dev.arag}.
 */
class Count {
  private static final String BLOCK = "\"\"\"";
  private static final Pattern PAPER = Pattern.compile("\\bPAPER\\b");
  /** A line of the log of class loading. */
  private static final Pattern LOADED = Pattern.compile("\\] (dev\\.arag\\.\\S+) ");

  private static final List<String> CORE =
      List.of("arag-core", "arag-index", "arag-tools", "arag-agent");

  private int codeOfCore;
  private int filesOfCore;
  private int code;
  private int files;
  private int paper;

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
    System.out.printf(Locale.ROOT, "%-40s %7s %6d%n", "files with PAPER", "", paper);
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
    }
    print(module.toString(), codeOfModule, sources.size());
    code += codeOfModule;
    files += sources.size();
    if (CORE.contains(module.toString())) {
      codeOfCore += codeOfModule;
      filesOfCore += sources.size();
    }
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
