package dev.arag.agent.internal.text;

import dev.arag.core.internal.fold.Folding;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words for numbers in European languages. */
public final class NumberWords {
  /** English, from 0. */
  private static final List<String> UNITS =
      List.of(
          ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
                  + " fifteen sixteen seventeen eighteen nineteen")
              .split(" "));

  private static final List<String> ORDINALS =
      List.of(
          ("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
                  + " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth")
              .split(" "));

  private static final List<String> TENS =
      List.of("twenty thirty forty fifty sixty seventy eighty ninety".split(" "));

  /** Further numerals, by language, and words that are as decisive, such as "all". */
  private static final List<String> NUMERALS =
      List.of(
          "hundred hundreds thousand thousands million millions billion billions trillion trillions"
              + " dozens half halves thirds quarter quarters double triple hundredth thousandth last"
              + " thrice both all every",
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
          .map(NumberWords::plain)
          .toList();

  private static final Map<String, Integer> SCALES =
      Map.ofEntries(
          Map.entry("k", 3),
          Map.entry("thousand", 3),
          Map.entry("tausend", 3),
          Map.entry("m", 6),
          Map.entry("mn", 6),
          Map.entry("mln", 6),
          Map.entry("mio", 6),
          Map.entry("million", 6),
          Map.entry("millions", 6),
          Map.entry("millionen", 6),
          Map.entry("millones", 6),
          Map.entry("bn", 9),
          Map.entry("mrd", 9),
          Map.entry("billion", 9),
          Map.entry("billions", 9),
          Map.entry("milliarde", 9),
          Map.entry("milliarden", 9),
          Map.entry("milliards", 9),
          Map.entry("trillion", 12),
          Map.entry("trillions", 12));

  private static final Map<String, Integer> VALUES = values();
  private static final Set<String> ALL = all();

  private NumberWords() {}

  private static Map<String, Integer> values() {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < UNITS.size(); i++) {
      numbers.put(UNITS.get(i), i);
      numbers.put(ORDINALS.get(i), i);
    }
    for (int i = 0; i < TENS.size(); i++) {
      numbers.put(TENS.get(i), 20 + 10 * i);
      numbers.put(TENS.get(i).replace("y", "ieth"), 20 + 10 * i);
    }
    numbers.put("dozen", 12);
    numbers.put("once", 1);
    numbers.put("twice", 2);
    return Map.copyOf(numbers);
  }

  private static Set<String> all() {
    Set<String> words = new HashSet<>(VALUES.keySet());
    NUMERALS.forEach(list -> words.addAll(List.of(plain(list).split(" "))));
    return Set.copyOf(words);
  }

  private static String plain(String text) {
    return Folding.foldWithoutDiacritics(text).text();
  }

  /**
   * Whether a word is a numeral, an ordinal or a word such as "half" or "all", in any of the
   * languages.
   *
   * @param word the folded word, without diacritics
   */
  public static boolean isNumeral(String word) {
    return ALL.contains(word) || ENDS.stream().anyMatch(word::endsWith);
  }

  /** Whether a word is an English cardinal number from two on, up to "hundred". */
  public static boolean isCount(String word) {
    return UNITS.indexOf(word) > 1 || TENS.contains(word) || word.equals("hundred");
  }

  /** Returns the value of an English cardinal or ordinal number below 100; null for other words. */
  public static @Nullable Integer value(String word) {
    return VALUES.get(word);
  }

  /**
   * Returns the number of zeros that a word after a figure stands for, such as 6 for "million";
   * null for other words.
   *
   * @param word the word in lower case
   */
  public static @Nullable Integer zeros(String word) {
    return SCALES.get(word);
  }
}
