package dev.arag.core.internal.fold;

import org.jspecify.annotations.Nullable;

/**
 * Letters commonly typed without their stroke, hook or ligature that have no Unicode decomposition.
 * Lower case only, as in folded text.
 */
final class PlainLetters {
  private PlainLetters() {}

  /** The ASCII replacement, or null for every other code point. */
  static @Nullable String of(int codePoint) {
    return switch (codePoint) {
      case 'æ' -> "ae";
      case 'œ' -> "oe";
      case 'ß' -> "ss";
      case 'þ' -> "th";
      case 'ø' -> "o";
      case 'ł' -> "l";
      case 'đ', 'ð', 'ɗ' -> "d";
      case 'ı', 'ɨ' -> "i";
      case 'ħ' -> "h";
      case 'ŧ' -> "t";
      case 'ƀ', 'ɓ' -> "b";
      case 'ƙ' -> "k";
      case 'ƴ' -> "y";
      default -> null;
    };
  }
}
