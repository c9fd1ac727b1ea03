package dev.arag.graph.internal.phrase;

import dev.arag.core.internal.fold.CharacterClass;
import java.util.Arrays;
import java.util.Set;

/**
 * Words that are not part of a phrase: articles, pronouns, prepositions, conjunctions, auxiliary
 * verbs and numerals of several European languages. A word that is a common noun or verb in another
 * of these languages is not in the list. Frequent words of other languages are recognized by their
 * frequency when the mentions are read.
 */
final class StopWords {
  private static final int MAX_LENGTH = 12;

  /** Words that can be in the middle of a name. */
  private static final Set<String> CONNECTORS =
      words(
          """
          of the de del della delle dei di da das do dos du des la las le les los el al van von der
          den dem zum zur bin ibn
          """);

  private static final Set<String> ALL =
      words(
          """
          a about above after again against ago all almost along already also although always am
          among an and another any anyone anything are around as at away back be became because
          been before began behind being below between both but by came can cannot could did do
          does doing done down during each either else enough even ever every few finally first
          for from further gave get given go goes going gone got had has have having he hence her
          here hers herself him himself his how however if in including indeed instead into is it
          its itself just last later least less let like made mainly make many may me might more
          moreover most mostly much must my myself near nearly neither never next no nobody none
          nor not nothing now nowhere of off often on once one only onto or other others our ours
          out over own per perhaps quite rather really same second several shall she should since
          so some someone something sometimes soon still such than that the their theirs them
          themselves then there therefore these they this those though three through throughout
          thus to together too toward towards two under until up upon us use used using usually
          very via was we well went were what whatever when where whereas whether which while who
          whom whose why will with within without would yet you your yours
          four five six seven eight nine ten third fourth fifth i
          der das den dem des ein eine einen einem einer eines und oder aber nicht auch ist sind
          wurde wurden wird werden sein seine seiner seinem seinen ihr ihre ihrer ihrem ihren mit
          von vom zum zur zu im ins auf aus bei beim nach über unter für durch gegen ohne um bis
          seit als wie wenn weil dass daß sich er sie es ich wir noch nur schon sehr mehr hat
          haben hatte hatten kann können konnte soll sollte muss müssen diese dieser dieses diesem
          diesen jede jeder jedes alle einige viele zwischen während zwei drei vier erste ersten
          le la les l un une du des et ou où mais ne pas plus est sont était étaient été être
          avoir avait ont il elle ils elles nous vous je tu ce cet cette ces son sa ses leur leurs
          mon ma mes qui que quoi dont dans sur sous avec sans pour par entre chez vers depuis
          pendant aussi très comme si au aux en y se premier première deux trois
          el los las lo una unos unas y o u pero no más es son era eran fue fueron ser estar está
          ha han había su sus mi tu que quien cual cuando donde como con sin por para entre sobre
          desde hasta del al se muy también este esta estos estas ese esa eso primero primera dos
          il gli i uno di da del dello della dei degli delle nel nella nei nelle dal dalla dai al
          allo alla ai agli alle sul sulla e ed ma non più sono erano stato stata che chi cui
          quando dove con per tra fra anche molto questo questa questi queste suo sua suoi due
          os um uma uns umas do da dos das no na nos nas ao aos à às em e mas não mais é são foi
          foram seu sua seus suas que quem quando onde como com sem por pelo pela entre sobre
          desde até também muito este esta isto dois duas
          het een en maar niet ook zijn wordt werd werden heeft hebben had hun haar met van voor
          naar bij uit aan om te dat dit deze die wie wat waar door tussen tijdens twee
          """);

  private StopWords() {}

  private static Set<String> words(String list) {
    return Set.copyOf(Arrays.asList(list.trim().split("\\s+")));
  }

  /**
   * @param word a word in lower case
   */
  static boolean contains(String word) {
    return ALL.contains(word);
  }

  /**
   * Returns whether a word can be in the middle of a name, such as "of".
   *
   * @param word a word in lower case
   */
  static boolean isConnector(String word) {
    return CONNECTORS.contains(word);
  }

  /** Returns a word in lower case; empty if it is too long for a stop word. */
  static String lowerCase(String text, int start, int end) {
    if (end - start > MAX_LENGTH) {
      return "";
    }
    char[] lower = new char[end - start];
    for (int i = start; i < end; i++) {
      char unit = text.charAt(i);
      if (unit >= 0x80) {
        return CharacterClass.toLowerCase(text.substring(start, end));
      }
      lower[i - start] = unit >= 'A' && unit <= 'Z' ? (char) (unit + 'a' - 'A') : unit;
    }
    return new String(lower);
  }
}
