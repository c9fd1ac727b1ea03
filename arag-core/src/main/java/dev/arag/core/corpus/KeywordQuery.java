package dev.arag.core.corpus;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.text.Chunk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keywords to find literally, folded once: NFC, simple case folding, white-space runs as one space,
 * quotes and dashes as in ASCII. Immutable and safe for use by several threads.
 */
public final class KeywordQuery {
  /** More keywords than this are refused. */
  public static final int MAX_KEYWORDS = 10;

  private final List<Keyword> keywords;
  private final Profile profile;

  /** One keyword as given, as searched, and whether accents are ignored for it. */
  record Keyword(String given, String folded, int length, boolean ignoresAccents) {
    static Keyword exact(String given, String folded) {
      return new Keyword(given, folded, folded.codePointCount(0, folded.length()), false);
    }

    Keyword ignoringAccents() {
      String bare = Folding.foldWithoutDiacritics(given).text().strip();
      return bare.isEmpty()
          ? this
          : new Keyword(given, bare, bare.codePointCount(0, bare.length()), true);
    }
  }

  private KeywordQuery(List<Keyword> keywords, Profile profile) {
    this.keywords = List.copyOf(keywords);
    this.profile = profile;
  }

  /** Keywords in the default profile. */
  public static KeywordQuery of(Collection<String> keywords) {
    return of(keywords, Profile.DEFAULT);
  }

  /**
   * @param keywords 1 to {@value #MAX_KEYWORDS}; those equal after folding count once, under the
   *     first spelling
   * @throws IllegalArgumentException if there are none or too many, or if one is blank or a single
   *     Latin letter, digit or sign
   */
  public static KeywordQuery of(Collection<String> keywords, Profile profile) {
    Map<String, Keyword> distinct = new LinkedHashMap<>();
    for (String given : keywords) {
      String folded = Folding.key(given);
      requireSearchable(given, folded);
      distinct.putIfAbsent(folded, Keyword.exact(given.strip(), folded));
    }
    if (distinct.isEmpty() || distinct.size() > MAX_KEYWORDS) {
      throw new IllegalArgumentException(
          "A search takes 1 to " + MAX_KEYWORDS + " keywords, was " + distinct.size());
    }
    return new KeywordQuery(new ArrayList<>(distinct.values()), profile);
  }

  private static void requireSearchable(String given, String folded) {
    if (folded.isEmpty()) {
      throw new IllegalArgumentException("A keyword must not be blank.");
    }
    int first = folded.codePointAt(0);
    boolean isOneCharacter = folded.length() == Character.charCount(first);
    if (isOneCharacter && (first < 0x80 || CharacterClass.isLatin(first))) {
      throw new IllegalArgumentException(
          "The keyword \"" + given + "\" is a single character: give a whole word.");
    }
  }

  /** The keywords as given, without those that fold to the same text. */
  public List<String> keywords() {
    return keywords.stream().map(Keyword::given).toList();
  }

  /** The rules of order. */
  public Profile profile() {
    return profile;
  }

  /**
   * A query that ignores accents for some keywords, for a second try after they had no hit.
   *
   * @param given keywords as {@link #keywords()} lists them
   */
  public KeywordQuery withoutDiacritics(Set<String> given) {
    return new KeywordQuery(
        keywords.stream()
            .map(keyword -> given.contains(keyword.given()) ? keyword.ignoringAccents() : keyword)
            .toList(),
        profile);
  }

  /** Finds the keywords in a chunk; empty if none occurs. */
  public Optional<KeywordMatch> match(Chunk chunk) {
    FoldedText folded = Folding.fold(chunk.text());
    return occurrencesIn(folded.text())
        .map(occurrences -> new KeywordMatch(this, chunk, folded, occurrences));
  }

  /**
   * Finds the keywords in a text that is folded already, as an index keeps it; empty if none
   * occurs.
   *
   * @param folded what {@link Folding#fold} made of a chunk's text
   */
  public Optional<Occurrences> occurrencesIn(String folded) {
    Occurrences occurrences = new Occurrences(keywords.size());
    return count(folded, occurrences) ? Optional.of(occurrences) : Optional.empty();
  }

  /**
   * Counts the keywords in a text that is folded already.
   *
   * @param folded what {@link Folding#fold} made of a chunk's text
   * @param occurrences of this query; forgets what it held
   * @return whether any keyword occurs
   */
  public boolean count(String folded, Occurrences occurrences) {
    String bare = ignoresAccents() ? Folding.dropDiacritics(folded) : folded;
    occurrences.clear();
    for (int i = 0; i < keywords.size(); i++) {
      Keyword keyword = keywords.get(i);
      occurrences.count(i, keyword.ignoresAccents() ? bare : folded, keyword.folded());
    }
    return !occurrences.isEmpty();
  }

  /**
   * What is looked for, in the order of {@link #keywords()}: each keyword folded, and without its
   * accents where they are ignored. In a folded text that is all ASCII they occur where it holds
   * one of these; so they do in every folded text, unless {@link #ignoresAccents()}.
   */
  public List<String> folded() {
    return keywords.stream().map(Keyword::folded).toList();
  }

  /** Whether any keyword is searched without its accents. */
  public boolean ignoresAccents() {
    return keywords.stream().anyMatch(Keyword::ignoresAccents);
  }

  List<Keyword> parts() {
    return keywords;
  }

  @Override
  public String toString() {
    return keywords() + " " + profile;
  }
}
