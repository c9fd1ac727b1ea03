package dev.arag.tools.internal;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.InvisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Foreign text as a model may be shown it. Invisible characters are left out; control characters
 * and halves of surrogate pairs become U+FFFD; and what a chat template reads as a mark between
 * messages, or a server as a call of a tool, gets a space inside, so that it is only text: {@code <
 * |im_start|>}, {@code [ INST]}. So does a line that looks like one of our fence. Comparing quotes
 * passes over such spaces.
 *
 * <p>Time grows linearly with the text. Done twice it changes nothing more.
 */
public final class ShownText {
  private static final int LONGEST_NAME = 64;
  private static final String BARS = "|\uFF5C";

  /** Names that templates of common model families read when alone in angle brackets. */
  private static final Set<String> TAGS =
      Set.of(
          ("s bos eos pad unk mask sop eop sys start_of_turn end_of_turn start_of_image end_of_image"
                  + " tool_call tool_calls tool_response tool_responses tool_result tool_results"
                  + " tool_code tool_output function_call function_calls function_response"
                  + " function_results think bos_token eos_token pad_token eoh eoa eom eot"
                  + " start_of_role end_of_role end_of_text fim_prefix fim_suffix fim_middle fim_pad"
                  + " repo_name file_sep gmask im_start im_end startoftext endoftext begin_of_text"
                  + " extra_id special reserved unused_token")
              .split(" "));

  /** What begins a tag of theirs, whatever follows. */
  private static final List<String> TAG_STARTS =
      List.of("function=", "parameter=", "invoke ", "minimax:", "seed:", "antml:");

  /** Names in square brackets. */
  private static final Set<String> BRACKETED =
      Set.of(
          ("INST SYS BOS EOS PAD UNK MASK CLS SEP gMASK sMASK TOOL_CALLS TOOL_CALL"
                  + " TOOL_RESULTS TOOL_RESULT TOOL_CONTENT AVAILABLE_TOOLS SYSTEM_PROMPT ARGS"
                  + " CALL_ID THINK PREFIX SUFFIX MIDDLE IMG IMG_BREAK IMG_END AUDIO"
                  + " MODEL_SETTINGS")
              .split(" "));

  private ShownText() {}

  /** The text without what could be more than text. */
  public static String of(String foreign) {
    String visible = InvisibleText.strip(foreign);
    int first = firstToChange(visible, 0);
    if (first == visible.length()) {
      return visible;
    }
    StringBuilder out = new StringBuilder(visible.length() + 16);
    int from = 0;
    for (int at = first; at < visible.length(); at = firstToChange(visible, at + 1)) {
      out.append(visible, from, at);
      boolean isMark = isMarkAt(visible, at);
      out.append(isMark ? visible.charAt(at) + " " : "\uFFFD");
      from = at + 1;
    }
    return out.append(visible, from, visible.length()).toString();
  }

  private static int firstToChange(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      if (isBroken(text, i) || isMarkAt(text, i)) {
        return i;
      }
    }
    return text.length();
  }

  /** A control character that is no white space, or half of a surrogate pair. */
  private static boolean isBroken(String text, int at) {
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

  private static boolean isMarkAt(String text, int at) {
    return switch (text.charAt(at)) {
      case '<' -> opensTag(text, at) || isFenceLine(text, at);
      case '>' -> isFenceLine(text, at);
      case '[' -> opensBracketed(text, at);
      default -> false;
    };
  }

  /** {@code <|name}, {@code <name|>}, {@code <tool_call>}, {@code </s>}, {@code <function=x>}. */
  private static boolean opensTag(String text, int at) {
    int start = at + 1;
    if (isBar(text, start)) {
      return nameEnd(text, skipSlash(text, start + 1)) > start + 1;
    }
    start = skipSlash(text, start);
    int end = nameEnd(text, start);
    return end > start
        && (isBar(text, end) || isTag(text, start, end) || opensTagOfTheirs(text, start));
  }

  private static boolean isTag(String text, int start, int end) {
    boolean isClosed = end < text.length() && text.charAt(end) == '>';
    String name = isClosed ? text.substring(start, end).toLowerCase(Locale.ROOT) : "";
    return TAGS.contains(name) || TAGS.contains(withoutNumber(name));
  }

  private static boolean opensTagOfTheirs(String text, int start) {
    return TAG_STARTS.stream()
        .anyMatch(tag -> text.regionMatches(true, start, tag, 0, tag.length()));
  }

  /** Families number some: extra_id_0, reserved_106. */
  private static String withoutNumber(String name) {
    int end = name.length();
    while (end > 0 && (Character.isDigit(name.charAt(end - 1)) || name.charAt(end - 1) == '_')) {
      end--;
    }
    return name.substring(0, end);
  }

  /** {@code [INST]}, {@code [/INST]}, {@code [|name|]}. */
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
        && BRACKETED.contains(text.substring(start, end));
  }

  private static boolean isBar(String text, int at) {
    return at < text.length() && BARS.indexOf(text.charAt(at)) >= 0;
  }

  private static int skipSlash(String text, int at) {
    return at < text.length() && text.charAt(at) == '/' ? at + 1 : at;
  }

  private static int nameEnd(String text, int start) {
    int end = start;
    while (end < text.length() && end - start < LONGEST_NAME && isOfName(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** DeepSeek's names have U+2581 for a space. */
  private static boolean isOfName(char character) {
    return Character.isLetterOrDigit(character) || character == '_' || character == '\u2581';
  }

  /** Three angle brackets and a code alone on a line. */
  private static boolean isFenceLine(String text, int at) {
    char bracket = text.charAt(at);
    boolean startsLine = at == 0 || isLineEnd(text.charAt(at - 1));
    boolean isTriple = startsLine && at + 2 < text.length() && text.charAt(at + 1) == bracket;
    if (!isTriple || text.charAt(at + 2) != bracket) {
      return false;
    }
    int end = at + 3;
    while (end < text.length() && isOfCode(text.charAt(end))) {
      end++;
    }
    boolean isCode = end - at - 3 == Fence.CODE_LENGTH;
    return isCode && (end == text.length() || isLineEnd(text.charAt(end)));
  }

  private static boolean isLineEnd(char character) {
    return character == '\n' || character == '\r';
  }

  private static boolean isOfCode(char character) {
    return (character >= 'a' && character <= 'z') || (character >= '2' && character <= '7');
  }
}
