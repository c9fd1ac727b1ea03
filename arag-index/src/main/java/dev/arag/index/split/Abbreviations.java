package dev.arag.index.split;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** English words that end with a dot of their own, and words that open sentences. */
final class Abbreviations {
  /** Stand before a name or a number; a sentence never ends with one. */
  private static final Set<String> LEADING =
      words(
          "mr mrs ms mx dr prof hon rev fr msgr messrs mme mlle sgt cpl pvt capt cmdr lt col gen maj"
              + " adm brig gov sen rep pres supt amb sec mt ft hr hrn dra sra srta ing mgr"
              + " shri smt ste e.g i.e cf viz vs v al fig figs eq eqs tab approx ca incl resp nr n°");

  /** Stand before a number; before anything else they are plain words. */
  private static final Set<String> NUMBERED =
      words(
          "no nos nr vol vols ch chap sec sect art arts fig figs eq eqs p pp pg pt pts par para v"
              + " ver op c ca b d r est ed f ff l ll a.d b.c u.s rd rte rt cty hwy jan feb mar apr jun jul aug sep sept oct"
              + " nov dec st n° s");

  /** May stand in the middle or at the end of a sentence. */
  private static final Set<String> EITHER =
      words(
          "inc co corp ltd bros jr sr esq dept univ assn ave blvd rd st hwy etc approx est"
              + " ed eds vol vols no nos jan feb mar apr jun jul aug sep sept oct nov dec mon"
              + " tue tues wed thu thurs fri sat sun mass conn calif penn wash ala ariz fla ga"
              + " ill ind ky md mich minn miss mo mont neb nev okla ore tenn tex va vt wis wyo"
              + " ph.d m.d b.a m.a d.c a.d b.c a.m p.m u.s u.k e.u u.n u.s.a u.s.s.r"
              + " mus chap op pt rel trans cie gmbh plc bldg ext int natl intl gov govt");

  private static final Set<String> STARTERS =
      words(
          "the an this that these those he she it they we you his her its their our my your in on"
              + " at by for from with after before during when while where what who why how"
              + " which whose did do does is are was were has have had can could will would"
              + " should may but and or so if as although though however there then thus also"
              + " since because both each some many most all another other no not yes upon"
              + " under over despite according today later here once until between among such"
              + " since several they're it's he's she's i'm let's that's a i please let see"
              + " its nor yet instead meanwhile moreover furthermore therefore");

  private Abbreviations() {}

  static boolean isLeading(String word) {
    return LEADING.contains(lower(word));
  }

  static boolean isNumbered(String word) {
    return NUMBERED.contains(lower(word));
  }

  static boolean isEither(String word) {
    return EITHER.contains(lower(word));
  }

  static boolean startsSentences(String word) {
    return STARTERS.contains(lower(word));
  }

  private static Set<String> words(String words) {
    return Set.copyOf(Arrays.asList(words.split(" ")));
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
