package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

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
 * A query for literal keywords. The keywords are folded when the query is created. Folding
 * normalizes them to NFC, applies simple case folding, replaces each run of white space with one
 * space, and converts quotes and dashes to ASCII. Immutable and thread-safe.
 */
public final class KeywordQuery {
  /** The maximum number of keywords. */
  public static final int MAX_KEYWORDS = 10;

  private final List<Keyword> keywords;
  private final Profile profile;

  /**
   * One keyword: as given by the caller, as folded for the search, and whether the search ignores
   * its accents.
   */
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

  /** Creates a query with the default profile. */
  public static KeywordQuery of(Collection<String> keywords) {
    return of(keywords, Profile.DEFAULT);
  }

  /**
   * @param keywords 1 to {@value #MAX_KEYWORDS} keywords; if keywords are equal after folding, only
   *     the first is kept
   * @throws IllegalArgumentException if there are no keywords or too many, or if a keyword is blank
   *     or is a single Latin letter, ASCII digit or ASCII symbol
   */
  public static KeywordQuery of(Collection<String> keywords, Profile profile) {
    requireNonNull(keywords, "keywords");
    requireNonNull(profile, "profile");
    Map<String, Keyword> distinct = new LinkedHashMap<>();
    for (String given : keywords) {
      String folded = Folding.key(requireNonNull(given, "keyword"));
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

  /** The keywords as given by the caller, without those that are duplicates after folding. */
  public List<String> keywords() {
    return keywords.stream().map(Keyword::given).toList();
  }

  /** The profile, which determines the order of hits. */
  public Profile profile() {
    return profile;
  }

  /**
   * Returns a query that ignores the accents of some keywords. A search uses this query when these
   * keywords have no hit. The paper profile ignores no accents, so it returns this query.
   *
   * @param given the keywords whose accents to ignore, spelled as in {@link #keywords()}
   */
  public KeywordQuery withoutDiacritics(Set<String> given) {
    requireNonNull(given, "given");
    if (profile == Profile.PAPER) {
      return this;
    }
    return new KeywordQuery(
        keywords.stream()
            .map(keyword -> given.contains(keyword.given()) ? keyword.ignoringAccents() : keyword)
            .toList(),
        profile);
  }

  /** Finds the keywords in a chunk. Returns empty if no keyword occurs. */
  public Optional<KeywordMatch> match(Chunk chunk) {
    requireNonNull(chunk, "chunk");
    FoldedText folded = Folding.fold(chunk.text());
    return occurrencesIn(folded.text())
        .map(occurrences -> new KeywordMatch(this, chunk, folded, occurrences));
  }

  /**
   * Finds the keywords in a text that is already folded. Returns empty if no keyword occurs.
   *
   * @param folded a chunk's text folded by {@link Folding#fold}
   */
  public Optional<Occurrences> occurrencesIn(String folded) {
    requireNonNull(folded, "folded");
    Occurrences occurrences = new Occurrences(keywords.size());
    return count(folded, occurrences) ? Optional.of(occurrences) : Optional.empty();
  }

  /**
   * Counts the keywords in a text that is already folded.
   *
   * @param folded a chunk's text folded by {@link Folding#fold}
   * @param occurrences receives the counts, which replace its previous content; created for the
   *     number of keywords of this query
   * @return whether any keyword occurs
   */
  public boolean count(String folded, Occurrences occurrences) {
    requireNonNull(folded, "folded");
    requireNonNull(occurrences, "occurrences");
    String bare = ignoresAccents() ? Folding.dropDiacritics(folded) : folded;
    occurrences.clear();
    for (int i = 0; i < keywords.size(); i++) {
      Keyword keyword = keywords.get(i);
      occurrences.count(i, keyword.ignoresAccents() ? bare : folded, keyword.folded());
    }
    return !occurrences.isEmpty();
  }

  /**
   * The search terms, in the order of {@link #keywords()}. Each term is a folded keyword; its
   * accents are removed if they are ignored. In a folded text that is ASCII, the occurrences of a
   * keyword are the occurrences of its term. For other texts, this is true only if the query
   * ignores no accents.
   */
  public List<String> folded() {
    return keywords.stream().map(Keyword::folded).toList();
  }

  /** Whether the query ignores the accents of any keyword. */
  public boolean ignoresAccents() {
    return keywords.stream().anyMatch(Keyword::ignoresAccents);
  }

  /**
   * Whether the query ignores the accents of one keyword.
   *
   * @param keyword the index of the keyword in {@link #keywords()}
   */
  public boolean ignoresAccents(int keyword) {
    return keywords.get(keyword).ignoresAccents();
  }

  List<Keyword> parts() {
    return keywords;
  }

  @Override
  public String toString() {
    return keywords() + " " + profile;
  }
}
