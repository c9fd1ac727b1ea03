package dev.arag.agent.internal.quote;

import dev.arag.agent.internal.text.NumberWords;
import dev.arag.core.internal.fold.Folding;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Negations of European languages, and the {@link NumberWords}. A quote that differs from the text
 * in one of these words has a different meaning. The words are compared without accents and
 * apostrophes. If this list contains an unnecessary word, a correct quote may not get the verdict
 * NEAR. If the list lacks a word, a wrong quote may get this verdict, which is worse.
 */
public final class CriticalWords {
  private static final List<String> NEGATIONS =
      List.of(
          // English, including words that are almost negations, such as "hardly".
          "not no never none nothing nobody nowhere neither nor without except unless hardly barely"
              + " scarcely cannot cant wont dont doesnt didnt isnt arent wasnt werent hasnt havent"
              + " hadnt wouldnt couldnt shouldnt mustnt neednt mightnt shant darent aint non fail"
              + " failed fails failing unable lack lacks lacked lacking deny denies denied refuse"
              + " refuses refused",
          // German, Dutch, Danish, Norwegian, Swedish.
          "nicht kein keine keinen keiner keinem keines nie niemals niemand niemanden nichts nirgends"
              + " weder ohne kaum nein niet geen nooit niemand niets zonder ikke aldrig aldri"
              + " ingen intet inget inga uden uten inte ej utan",
          // French, Spanish, Portuguese, Italian, Catalan, Romanian.
          "ne pas jamais sans aucun aucune rien ni nul nulle nunca jamás ningún ninguno"
              + " ninguna nada nadie tampoco sin não nenhum nenhuma ninguém nem sem non mai nessuno"
              + " nessuna niente senza né mai sense nu niciodată nimeni nimic fără",
          // Polish, Czech, Slovak, Croatian, Hungarian, Finnish, Turkish.
          "nie nigdy nikt nic bez żaden żadna nikdy nikdo není nejsou nebyl nebyla nebylo nije nisu"
              + " nikada nem nincs sem soha nélkül ei eivät ilman değil yok hiç hiçbir",
          // Russian, Ukrainian, Bulgarian, Greek.
          "не нет ни никогда никто ничего без нельзя ні немає ніколи ніхто няма никой δεν δε μην μη"
              + " όχι ούτε ποτέ χωρίς κανείς καμία");

  private static final Set<String> ALL =
      NEGATIONS.stream()
          .flatMap(words -> Stream.of(plain(words).split(" ")))
          .collect(Collectors.toUnmodifiableSet());

  private CriticalWords() {}

  private static String plain(String text) {
    return Folding.foldWithoutDiacritics(text).text();
  }

  /**
   * Whether a word is a negation or a numeral.
   *
   * @param word the word in the form of {@link NormalizedText}
   */
  static boolean contains(String word) {
    String plain = plain(word);
    return ALL.contains(plain) || NumberWords.isNumeral(plain);
  }
}
