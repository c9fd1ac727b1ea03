package dev.arag.index.internal.split;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The languages in the resource {@code language-rules.txt}, which is read at first use. */
final class Languages {
  private static final String RESOURCE = "language-rules.txt";
  private static final List<String> LISTS =
      List.of("lead", "number", "either", "end", "words", "open", "letters");
  private static final String COMMON = "*";

  static final List<Language> ALL = load();

  private Languages() {}

  /** Returns the language for a tag such as {@code de} or {@code de-CH}; null if unknown. */
  static @Nullable Language of(String tag) {
    String code = primary(tag);
    return ALL.stream().filter(language -> language.code().equals(code)).findFirst().orElse(null);
  }

  /** Returns the first part of a tag, such as {@code de} for {@code de-CH}, {@code de_CH} or DE. */
  static String primary(String tag) {
    String code = tag.strip().toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < code.length() && code.charAt(end) >= 'a' && code.charAt(end) <= 'z') {
      end++;
    }
    return code.substring(0, end);
  }

  /** Returns an unknown language in a script, without word lists. */
  static Language plain(Script script) {
    return new Language("und", script, false, empty());
  }

  private static Map<String, Set<String>> empty() {
    return LISTS.stream().collect(Collectors.toMap(name -> name, name -> Set.<String>of()));
  }

  private static List<Language> load() {
    try (InputStream in = Languages.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "The arag-index JAR is incomplete: it does not contain the resource " + RESOURCE);
      }
      return parse(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The arag-index JAR is corrupt: cannot read the resource " + RESOURCE, e);
    }
  }

  private static List<Language> parse(BufferedReader lines) throws IOException {
    Map<Script, Language> common = new HashMap<>();
    List<Language> languages = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("[")) {
        Language language = open(line.substring(1, line.length() - 1).split(" "), common);
        if (language.code().equals(COMMON)) {
          common.put(language.script(), language);
        } else {
          languages.add(language);
        }
        readLists(language, lines);
      }
    }
    return List.copyOf(languages);
  }

  private static Language open(String[] head, Map<Script, Language> common) {
    Script script = Script.valueOf(head[1].toUpperCase(Locale.ROOT));
    boolean ordinals = head.length > 2 && head[2].equals("ordinals");
    Map<String, Set<String>> lists = new HashMap<>();
    Language shared = common.get(script);
    for (String name : LISTS) {
      lists.put(name, new HashSet<>(shared == null ? Set.of() : shared.list(name)));
    }
    return new Language(head[0], script, ordinals, lists);
  }

  /** Reads the word lists of one language, up to the next empty line. */
  private static void readLists(Language language, BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
      int space = line.indexOf(' ');
      String name = space < 0 ? line : line.substring(0, space);
      if (space > 0) {
        language.list(name).addAll(Arrays.asList(line.substring(space + 1).split(" +")));
      }
    }
  }
}
