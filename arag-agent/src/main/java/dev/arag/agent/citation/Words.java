package dev.arag.agent.citation;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The words of a text in order; in scripts without spaces each character is one. */
final class Words {
  /** Words that turn a statement round, or count; apostrophes are left out before comparing. */
  private static final Set<String> WEIGHTY =
      Set.of(
          ("not no never none nothing nobody nowhere neither nor without except unless hardly barely"
                  + " cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent hadnt"
                  + " wouldnt couldnt shouldnt mustnt neednt non nicht kein keine keinen keiner nie"
                  + " ohne ne pas jamais sans nunca jamas sin nao mai senza ikke inte niet geen"
                  + " zero one two three four five six seven eight nine ten eleven twelve thirteen"
                  + " fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty"
                  + " sixty seventy eighty ninety hundred thousand million billion dozen half third"
                  + " quarter first second fourth fifth sixth seventh eighth ninth tenth last twice"
                  + " once both all every fail failed fails unable lack lacks lacked")
              .split(" "));

  /** What may stand behind a number without being its unit. */
  private static final Set<String> LINKS =
      Set.of(
          ("and or in of by at on for to from with the a an as which when while but it was were is"
                  + " are had has have that who where")
              .split(" "));

  private final ComparedText text;
  private final List<String> words = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();

  private Words(ComparedText text) {
    this.text = text;
  }

  static Words of(ComparedText text) {
    Words words = new Words(text);
    words.readAll();
    return words;
  }

  int size() {
    return words.size();
  }

  String get(int i) {
    return words.get(i);
  }

  List<String> asList() {
    return words;
  }

  /** What words {@code from} to {@code to} stand for in the source. */
  Span sourceOf(int from, int to) {
    return text.sourceOf(spans.get(from).start(), spans.get(to - 1).end());
  }

  /** The word as its source has it. */
  String written(int i) {
    Span span = sourceOf(i, i + 1);
    return text.source().substring(span.start(), span.end());
  }

  /**
   * Whether a quote may differ in this word: it is in small letters, no negation, no number and no
   * number's unit.
   */
  boolean isHarmless(int i) {
    boolean isUnit = i > 0 && endsInDigit(words.get(i - 1)) && !LINKS.contains(words.get(i));
    return !isUnit
        && !WEIGHTY.contains(words.get(i))
        && written(i)
            .codePoints()
            .filter(CharacterClass::isWordPart)
            .allMatch(Character::isLowerCase);
  }

  private static boolean endsInDigit(String word) {
    return Character.isDigit(word.charAt(word.length() - 1));
  }

  private void readAll() {
    String from = text.text();
    for (int i = 0; i < from.length(); ) {
      int end = wordEnd(from, i);
      if (end > i && !text.isPercentAt(i)) {
        words.add(from.substring(i, end));
        spans.add(new Span(i, end));
      }
      i = Math.max(end, i + 1);
    }
  }

  private int wordEnd(String from, int start) {
    int end = text.isSignAt(start) ? start + 1 : start;
    while (end < from.length()) {
      int character = from.codePointAt(end);
      if (!CharacterClass.isWordPart(character) && !(end > start && text.isNumberMarkAt(end))) {
        return text.isPercentAt(end) ? end + 1 : end;
      }
      boolean isOneWord = CharacterClass.isUnspacedScript(character);
      if (isOneWord && end > start) {
        return end;
      }
      end += Character.charCount(character);
      if (isOneWord) {
        return end;
      }
    }
    return end;
  }
}
