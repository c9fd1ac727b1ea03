package dev.arag.core.internal.fold;

import org.jspecify.annotations.Nullable;

/**
 * Replacements for letters that people often type without their stroke, hook or ligature, but that
 * have no Unicode decomposition. Only lower-case letters are included, because folded text is in
 * lower case.
 */
final class PlainLetters {
  private PlainLetters() {}

  /** Returns the ASCII replacement of a letter, or null for any other code point. */
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
