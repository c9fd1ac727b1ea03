package dev.arag.agent.internal.citation;

import dev.arag.core.internal.fold.Folding;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Negations and numerals of European languages. A quote that differs from the text in one of these
 * words has a different meaning. The words are compared without accents and apostrophes. If this
 * list contains a word too many, a correct quote may not get the verdict NEAR. If the list lacks a
 * word, a wrong quote may get this verdict, which is worse.
 */
final class CriticalWords {
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

  private static final List<String> NUMBERS =
      List.of(
          "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
              + " fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy"
              + " eighty ninety hundred hundreds thousand thousands million millions billion billions"
              + " trillion trillions dozen dozens half halves third thirds quarter quarters double"
              + " triple first second fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
              + " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
              + " twentieth thirtieth hundredth thousandth last twice once thrice both all every",
          "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf million millionen"
              + " milliarde milliarden billion billionen dutzend halb halbe hälfte drittel viertel"
              + " doppelt erste ersten erster zweite zweiten zweiter dritte dritten dritter vierte"
              + " vierten fünfte fünften sechste siebte achte neunte zehnte letzte letzten einmal"
              + " zweimal dreimal beide alle jede jeder",
          "nul een twee drie vijf zes zeven negen tien elf twaalf dertien veertien miljoen miljard"
              + " half eerste tweede derde laatste",
          "deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt"
              + " trente quarante cinquante soixante cent cents mille millions milliard milliards"
              + " moitié tiers quart premier première deuxième seconde troisième dernier dernière",
          "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
              + " veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil"
              + " millón millones mitad tercio cuarto primer primero primera segundo segunda tercer"
              + " tercero tercera último última",
          "dois duas três quatro sete oito nove dez doze treze vinte trinta quarenta cinquenta cem"
              + " cento milhão milhões metade terço primeiro primeira terceiro terceira",
          "due tre quattro cinque sei sette otto nove dieci undici dodici tredici venti trenta"
              + " quaranta cinquanta sessanta settanta ottanta novanta cento duecento mille duemila"
              + " milione milioni miliardo miliardi metà terzo primo prima secondo seconda ultimo",
          "два две три четыре пять шесть семь восемь девять десять двадцать тридцать сорок сто"
              + " тысяча тысячи тысяч миллион миллионов первый первая второй вторая третий",
          "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć sto tysiąc milion");

  /** Endings of German and Dutch numerals. These languages write a compound numeral as one word. */
  private static final List<String> ENDS =
      List.of(
              ("zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend"
                      + " tien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend")
                  .split(" "))
          .stream()
          .map(CriticalWords::plain)
          .toList();

  private static final Set<String> ALL = all();

  private CriticalWords() {}

  private static Set<String> all() {
    Set<String> words = new HashSet<>();
    for (List<String> lists : List.of(NEGATIONS, NUMBERS)) {
      for (String list : lists) {
        words.addAll(List.of(plain(list).split(" ")));
      }
    }
    return Set.copyOf(words);
  }

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
    return ALL.contains(plain) || ENDS.stream().anyMatch(plain::endsWith);
  }
}
