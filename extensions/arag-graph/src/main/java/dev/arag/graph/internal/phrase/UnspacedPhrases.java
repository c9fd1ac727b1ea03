package dev.arag.graph.internal.phrase;

import dev.arag.core.internal.fold.CharacterClass;

/**
 * Finds phrases in a run of characters of a script without spaces, without a dictionary. Hiragana
 * and frequent Chinese function characters end a phrase. Takes linear time.
 */
final class UnspacedPhrases {
  /** Characters that are seldom part of a name: particles, pronouns, auxiliary verbs, adverbs. */
  private static final String FUNCTION_CHARACTERS = "的了是在与與及或也不为為于於之而被把从從这這们們他她它我你就很并並着吗嗎呢吧啊么麼没沒";

  private static final int MAX_WHOLE = 8;
  private static final int MAX_PIECE = 32;

  private final String text;
  private final int end;
  private final PhraseConsumer phrases;

  /** The starts of the characters of the current phrase, and its end. */
  private final int[] starts = new int[MAX_PIECE + 1];

  private int length;
  private Script script = Script.NONE;
  private int at;

  private enum Script {
    NONE,
    HAN,
    KATAKANA,
    OTHER
  }

  /** Receives the start and the end of a phrase. */
  @FunctionalInterface
  interface PhraseConsumer {
    void accept(int start, int end);
  }

  UnspacedPhrases(String text, int start, int end, PhraseConsumer phrases) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.phrases = phrases;
  }

  void run() {
    while (at < end) {
      int codePoint = text.codePointAt(at);
      if (!CharacterClass.isMark(codePoint) || length == 0) {
        Script next = script(codePoint);
        if (next != script || length == MAX_PIECE) {
          finish();
          script = next;
        }
        if (next != Script.NONE) {
          starts[length++] = at;
        }
      }
      at += Character.charCount(codePoint);
    }
    finish();
  }

  private static Script script(int codePoint) {
    if (isIn(codePoint, 0x3040, 0x309f) || FUNCTION_CHARACTERS.indexOf(codePoint) >= 0) {
      return Script.NONE;
    }
    if (isIn(codePoint, 0x30a0, 0x30ff)
        || isIn(codePoint, 0x31f0, 0x31ff)
        || isIn(codePoint, 0xff66, 0xff9f)) {
      return Script.KATAKANA;
    }
    boolean isOther =
        isIn(codePoint, 0x0e00, 0x0eff)
            || isIn(codePoint, 0x1000, 0x109f)
            || isIn(codePoint, 0x1780, 0x19ff)
            || isIn(codePoint, 0xa9e0, 0xaa7f);
    return isOther ? Script.OTHER : Script.HAN;
  }

  private static boolean isIn(int codePoint, int first, int last) {
    return codePoint >= first && codePoint <= last;
  }

  private void finish() {
    starts[length] = at;
    switch (script) {
      case KATAKANA -> addParts(length, length);
      case HAN -> {
        addParts(2, 3);
        addWhole(4);
      }
      case OTHER -> {
        addParts(4, 6);
        addWhole(7);
      }
      default -> {}
    }
    length = 0;
  }

  private void addWhole(int shortest) {
    if (length >= shortest && length <= MAX_WHOLE) {
      addParts(length, length);
    }
  }

  private void addParts(int shortest, int longest) {
    for (int start = 0; start < length; start++) {
      for (int size = Math.max(2, shortest); size <= longest && start + size <= length; size++) {
        phrases.accept(starts[start], starts[start + size]);
      }
    }
  }
}
