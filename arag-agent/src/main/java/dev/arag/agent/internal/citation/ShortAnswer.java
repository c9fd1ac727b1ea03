package dev.arag.agent.internal.citation;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.Locale;
import java.util.Set;

/**
 * Extracts the short answer: the first line that contains a letter or digit, without Markdown and
 * without labels such as "Answer:".
 */
final class ShortAnswer {
  private static final Set<String> LABELS =
      Set.of("answer", "short answer", "final answer", "line 1", "antwort", "réponse", "respuesta");

  private ShortAnswer() {}

  static String of(String text) {
    return text.lines()
        .map(ShortAnswer::bare)
        .filter(line -> line.codePoints().anyMatch(CharacterClass::isLetterOrDigit))
        .findFirst()
        .orElse("");
  }

  private static String bare(String line) {
    String bare = withoutMarks(line);
    int colon = bare.indexOf(':');
    boolean hasLabel =
        colon > 0
            && LABELS.contains(withoutMarks(bare.substring(0, colon)).toLowerCase(Locale.ROOT));
    return hasLabel ? withoutMarks(bare.substring(colon + 1)) : bare;
  }

  private static String withoutMarks(String line) {
    String plain = line.replace("**", "").replace("__", "").strip();
    int start = 0;
    while (start < plain.length() && "#>*• `".indexOf(plain.charAt(start)) >= 0) {
      start++;
    }
    boolean isBullet = plain.startsWith("- ", start);
    String bare = plain.substring(isBullet ? start + 2 : start).strip();
    return bare.endsWith("`") || bare.endsWith("*") ? bare.substring(0, bare.length() - 1) : bare;
  }
}
