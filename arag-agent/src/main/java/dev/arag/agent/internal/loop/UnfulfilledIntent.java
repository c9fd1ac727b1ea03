package dev.arag.agent.internal.loop;

import java.util.regex.Pattern;

/** Detects a reply that announces a search or a read but does not call the tool. */
final class UnfulfilledIntent {
  private static final int MAX_LENGTH = 600;
  private static final int MAX_END_LENGTH = 240;

  private static final Pattern NEXT_STEP =
      Pattern.compile(
          "\\b(?:let me|let's|let us|i will|i'll|i am going to|i'm going to|i need to|i should"
              + "|next,? i|now i|first,? i|ich werde|ich muss|lass mich|lassen sie mich)\\b"
              + "[^.!?\\n]{0,120}\\b(?:search|look|read|check|find|call|use|try|query|retrieve|examine"
              + "|open|fetch|suche|suchen|lese|lesen|nachsehen|prüfen|nachschlagen)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private UnfulfilledIntent() {}

  static boolean isIn(String text) {
    String straight = text.strip().replace('’', '\'');
    return straight.length() <= MAX_LENGTH
        && NEXT_STEP
            .matcher(straight.substring(Math.max(0, straight.length() - MAX_END_LENGTH)))
            .find();
  }
}
