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
 * A query for literal keywords. They are folded once: NFC, simple case folding, runs of white space
 * as one space, quotes and dashes in ASCII. Immutable and safe for use by several threads.
 */
public final class KeywordQuery {
  /** The maximum number of keywords. */
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
   * @param keywords 1 to {@value #MAX_KEYWORDS} keywords; keywords that are equal after folding
   *     count once, with the first spelling
   * @throws IllegalArgumentException if there are none or too many, or if one is blank or a single
   *     Latin letter, digit or symbol
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

  /** The keywords as given, without duplicates after folding. */
  public List<String> keywords() {
    return keywords.stream().map(Keyword::given).toList();
  }

  /** The profile, which decides the order of hits. */
  public Profile profile() {
    return profile;
  }

  /**
   * A query that ignores accents for some keywords, used when they have no hit.
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
   * Finds the keywords in a text that is already folded; empty if none occurs.
   *
   * @param folded a chunk's text folded by {@link Folding#fold}
   */
  public Optional<Occurrences> occurrencesIn(String folded) {
    Occurrences occurrences = new Occurrences(keywords.size());
    return count(folded, occurrences) ? Optional.of(occurrences) : Optional.empty();
  }

  /**
   * Counts the keywords in a text that is already folded.
   *
   * @param folded a chunk's text folded by {@link Folding#fold}
   * @param occurrences of this query; overwritten
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
   * The search terms, in the order of {@link #keywords()}: each keyword folded, and without accents
   * where these are ignored. A keyword occurs in a folded text exactly where the text contains its
   * term, if the text is ASCII or no accents are ignored.
   */
  public List<String> folded() {
    return keywords.stream().map(Keyword::folded).toList();
  }

  /** Whether accents are ignored for any keyword. */
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
