package dev.arag.tools.internal.text;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.InvisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes untrusted text safe to show to a model.
 *
 * <ul>
 *   <li>Invisible characters are removed.
 *   <li>Control characters and unpaired surrogates become U+FFFD. A vertical tab, form feed,
 *       U+0085, U+2028 or U+2029 ends a line and becomes a line feed.
 *   <li>Special tokens of chat templates and tool-call syntax get a space after the first
 *       character, so that a model reads them as plain text. For example, {@code <|im_start|>}
 *       becomes {@code < |im_start|>}.
 *   <li>Lines that look like a line of a {@link Fence}, or that start with a name in brackets as an
 *       entry of a result does, also get a space after the first character.
 * </ul>
 *
 * When quotes in an answer are checked, these spaces are ignored. Sanitizing takes time linear in
 * the length of the text. Sanitizing a text twice has the same result as sanitizing it once.
 */
public final class TextSanitizer {
  private static final int MAX_NAME_LENGTH = 64;
  private static final String BARS = "|\uFF5C";

  /** The names of special tokens that common model families write in angle brackets. */
  private static final Set<String> TAG_NAMES =
      Set.of(
          ("s bos eos pad unk mask sop eop sys start_of_turn end_of_turn start_of_image end_of_image"
                  + " tool_call tool_calls tool_response tool_responses tool_result tool_results"
                  + " tool_code tool_output function_call function_calls function_response"
                  + " function_results think bos_token eos_token pad_token eoh eoa eom eot"
                  + " start_of_role end_of_role end_of_text fim_prefix fim_suffix fim_middle fim_pad"
                  + " repo_name file_sep gmask im_start im_end startoftext endoftext begin_of_text"
                  + " extra_id special reserved unused_token")
              .split(" "));

  /** The prefixes of special tokens that common model families write in angle brackets. */
  private static final List<String> TAG_PREFIXES =
      List.of("function=", "parameter=", "invoke ", "minimax:", "seed:", "antml:");

  /** The names of special tokens that common model families write in square brackets. */
  private static final Set<String> BRACKET_NAMES =
      Set.of(
          ("INST SYS BOS EOS PAD UNK MASK CLS SEP gMASK sMASK TOOL_CALLS TOOL_CALL"
                  + " TOOL_RESULTS TOOL_RESULT TOOL_CONTENT AVAILABLE_TOOLS SYSTEM_PROMPT ARGS"
                  + " CALL_ID THINK PREFIX SUFFIX MIDDLE IMG IMG_BREAK IMG_END AUDIO"
                  + " MODEL_SETTINGS")
              .split(" "));

  private TextSanitizer() {}

  /** Returns the text without character sequences that have a special meaning for a model. */
  public static String sanitize(String untrusted) {
    String visible = InvisibleText.strip(untrusted);
    int first = firstToChange(visible, 0);
    if (first == visible.length()) {
      return visible;
    }
    StringBuilder out = new StringBuilder(visible.length() + 16);
    int from = 0;
    for (int at = first; at < visible.length(); at = firstToChange(visible, at + 1)) {
      out.append(visible, from, at);
      out.append(replacementAt(visible, at));
      from = at + 1;
    }
    return out.append(visible, from, visible.length()).toString();
  }

  private static String replacementAt(String text, int at) {
    if (isUnusualLineBreak(text.charAt(at))) {
      return "\n";
    }
    return isSpecialAt(text, at) ? text.charAt(at) + " " : "\uFFFD";
  }

  /**
   * Returns the index of the first character of which something is left when the text is sanitized
   * and white space at its start is removed.
   */
  public static int firstVisible(String untrusted) {
    int at = 0;
    while (at < untrusted.length() && sanitize(untrusted.substring(at, at + 1)).isBlank()) {
      at++;
    }
    return at;
  }

  private static int firstToChange(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (isUnusualLineBreak(text.charAt(i)) || isInvalidAt(text, i) || isSpecialAt(text, i)) {
        return i;
      }
    }
    return text.length();
  }

  /**
   * Whether a control character other than white space or an unpaired surrogate is at this index.
   */
  private static boolean isInvalidAt(String text, int at) {
    char character = text.charAt(at);
    if (!Character.isSurrogate(character)) {
      return Character.isISOControl(character) && !CharacterClass.isWhiteSpace(character);
    }
    boolean isPaired =
        Character.isHighSurrogate(character)
            ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
            : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    return !isPaired;
  }

  private static boolean isSpecialAt(String text, int at) {
    return switch (text.charAt(at)) {
      case '<' -> opensTag(text, at) || isFenceLine(text, at);
      case '>' -> isFenceLine(text, at);
      case '[' -> opensBracketed(text, at) || isEntryLine(text, at);
      default -> false;
    };
  }

  /**
   * Whether a tag starts at this index: {@code <|name}, {@code <name|>}, {@code <tool_call>},
   * {@code </s>} or {@code <function=x>}.
   */
  private static boolean opensTag(String text, int at) {
    int start = at + 1;
    if (isBar(text, start)) {
      return nameEnd(text, skipSlash(text, start + 1)) > start + 1;
    }
    start = skipSlash(text, start);
    int end = nameEnd(text, start);
    return end > start
        && (isBar(text, end) || isTag(text, start, end) || hasTagPrefix(text, start));
  }

  private static boolean isTag(String text, int start, int end) {
    boolean isClosed = end < text.length() && text.charAt(end) == '>';
    String name = isClosed ? text.substring(start, end).toLowerCase(Locale.ROOT) : "";
    return TAG_NAMES.contains(name) || TAG_NAMES.contains(removeNumber(name));
  }

  private static boolean hasTagPrefix(String text, int start) {
    return TAG_PREFIXES.stream()
        .anyMatch(tag -> text.regionMatches(true, start, tag, 0, tag.length()));
  }

  /** Removes the number at the end of tokens such as extra_id_0 and reserved_106. */
  private static String removeNumber(String name) {
    int end = name.length();
    while (end > 0 && (Character.isDigit(name.charAt(end - 1)) || name.charAt(end - 1) == '_')) {
      end--;
    }
    return name.substring(0, end);
  }

  /**
   * Whether a token in square brackets starts at this index: {@code [INST]}, {@code [/INST]} or
   * {@code [|name|]}.
   */
  private static boolean opensBracketed(String text, int at) {
    int start = at + 1;
    if (isBar(text, start)) {
      return nameEnd(text, start + 1) > start + 1;
    }
    start = skipSlash(text, start);
    int end = nameEnd(text, start);
    return end > start
        && end < text.length()
        && text.charAt(end) == ']'
        && BRACKET_NAMES.contains(text.substring(start, end));
  }

  /**
   * Whether a line starts at this index as an entry of a result does: with a name in brackets that
   * starts with a letter and contains a digit, such as {@code [q7k2m#12.4]}.
   */
  private static boolean isEntryLine(String text, int at) {
    int end = at + 1;
    boolean hasDigit = false;
    while (end < text.length() && end - at <= MAX_NAME_LENGTH && isEntryName(text.charAt(end))) {
      hasDigit |= text.charAt(end) >= '0' && text.charAt(end) <= '9';
      end++;
    }
    boolean startsLine = at == 0 || CharacterClass.isLineBreak(text.charAt(at - 1));
    return startsLine
        && hasDigit
        && !Character.isDigit(text.charAt(at + 1))
        && end < text.length()
        && text.charAt(end) == ']';
  }

  private static boolean isEntryName(char character) {
    boolean isLetter = (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
    return isLetter || (character >= '0' && character <= '9') || "_.:#-".indexOf(character) >= 0;
  }

  private static boolean isBar(String text, int at) {
    return at < text.length() && BARS.indexOf(text.charAt(at)) >= 0;
  }

  private static int skipSlash(String text, int at) {
    return at < text.length() && text.charAt(at) == '/' ? at + 1 : at;
  }

  private static int nameEnd(String text, int start) {
    int end = start;
    while (end < text.length()
        && end - start < MAX_NAME_LENGTH
        && isNameCharacter(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /**
   * Whether a character may be part of a token name. DeepSeek's tokens contain U+2581 instead of a
   * space.
   */
  private static boolean isNameCharacter(char character) {
    return Character.isLetterOrDigit(character) || character == '_' || character == '\u2581';
  }

  /** Whether a line that consists of three angle brackets and a code starts at this index. */
  private static boolean isFenceLine(String text, int at) {
    char bracket = text.charAt(at);
    boolean startsLine = at == 0 || CharacterClass.isLineBreak(text.charAt(at - 1));
    boolean isTriple = startsLine && at + 2 < text.length() && text.charAt(at + 1) == bracket;
    if (!isTriple || text.charAt(at + 2) != bracket) {
      return false;
    }
    int end = at + 3;
    while (end < text.length() && isCodeCharacter(text.charAt(end))) {
      end++;
    }
    boolean isCode = end - at - 3 == Fence.CODE_LENGTH;
    return isCode && (end == text.length() || CharacterClass.isLineBreak(text.charAt(end)));
  }

  private static boolean isUnusualLineBreak(char character) {
    return CharacterClass.isLineBreak(character) && character != '\n' && character != '\r';
  }

  private static boolean isCodeCharacter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= '2' && character <= '7');
  }
}
