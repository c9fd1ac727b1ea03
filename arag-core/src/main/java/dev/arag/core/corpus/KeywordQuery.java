package dev.arag.core.corpus;

import static java.util.Objects.requireNonNull;

import dev.arag.core.internal.fold.CharacterClass;
import dev.arag.core.internal.fold.FoldedText;
import dev.arag.core.internal.fold.Folding;
import dev.arag.core.internal.query.TextKeywords;
import dev.arag.core.text.Chunk;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A query for literal keywords. The keywords are folded when the query is created, and are compared
 * with the folded text of chunks. Folding normalizes a text to NFC, applies simple case folding,
 * replaces each run of white space with one space, and converts quotes and dashes to ASCII. An
 * occurrence is a whole word if no letter, digit or mark is adjacent to it; in scripts without
 * spaces between words, each occurrence is a whole word. Accents are all diacritics. Immutable and
 * thread-safe.
 *
 * <p>Three operators refine a query: {@link #extend} adds a keyword, {@link #emphasize} gives a
 * keyword a weight, and {@link #exclude} removes chunks from the result. {@link KeywordOperators}
 * reads them from a text. A query without operators has the weight 1 for each keyword and excludes
 * nothing.
 */
public final class KeywordQuery {
  /** The maximum number of keywords. */
  public static final int MAX_KEYWORDS = 10;

  /** The maximum number of excluded keywords. */
  public static final int MAX_EXCLUDED = 10;

  /**
   * The smallest weight of a keyword. It is positive, because a search may skip a chunk if enough
   * other chunks contain the same keywords as whole words, and more. Each keyword must therefore
   * add to the {@linkplain KeywordCounts#rarities rarity} of a chunk.
   */
  public static final double MIN_WEIGHT = 0.1;

  /** The largest weight of a keyword. */
  public static final double MAX_WEIGHT = 100;

  private final List<Keyword> keywords;
  private final List<Keyword> excluded;
  private final RankingRules rules;

  /**
   * One keyword: as given by the caller, as folded for the search, whether the search ignores its
   * accents, and 100 times its weight.
   */
  record Keyword(
      String given, String folded, int length, boolean ignoresAccents, int weightInHundredths) {
    static Keyword of(String given) {
      String folded = Folding.key(requireNonNull(given, "keyword"));
      requireSearchable(given, folded);
      return new Keyword(given.strip(), folded, length(folded), false, 100);
    }

    Keyword ignoringAccents() {
      String bare = Folding.foldWithoutDiacritics(given).text().strip();
      return bare.isEmpty()
          ? this
          : new Keyword(given, bare, length(bare), true, weightInHundredths);
    }

    Keyword withWeight(int hundredths) {
      return new Keyword(given, folded, length, ignoresAccents, hundredths);
    }

    private static int length(String folded) {
      return folded.codePointCount(0, folded.length());
    }
  }

  private KeywordQuery(List<Keyword> keywords, List<Keyword> excluded, RankingRules rules) {
    this.keywords = List.copyOf(keywords);
    this.excluded = List.copyOf(excluded);
    this.rules = rules;
  }

  /** Creates a query with the {@linkplain RankingRules#standard() standard ranking rules}. */
  public static KeywordQuery of(Collection<String> keywords) {
    return of(keywords, RankingRules.standard());
  }

  /**
   * Creates a query.
   *
   * @param keywords 1 to {@value #MAX_KEYWORDS} keywords; if keywords are equal after folding, only
   *     the first is kept
   * @throws IllegalArgumentException if there are no keywords or too many, or if a keyword is blank
   *     or is a single Latin letter, ASCII digit or ASCII symbol
   */
  public static KeywordQuery of(Collection<String> keywords, RankingRules rules) {
    requireNonNull(keywords, "keywords");
    requireNonNull(rules, "rules");
    List<Keyword> distinct = new ArrayList<>();
    keywords.forEach(given -> addDistinct(Keyword.of(given), distinct));
    requireCount(distinct);
    return new KeywordQuery(distinct, List.of(), rules);
  }

  /**
   * Creates a query from a text that a user typed into a search box, with the {@linkplain
   * RankingRules#standard() standard ranking rules}. Never throws an exception because of the text.
   *
   * <ul>
   *   <li>A text in straight or typographic double quotes is a phrase, which is searched literally
   *       without punctuation at its end. Without the closing quote, its words are single keywords.
   *   <li>Everything else is words. Punctuation at their ends is removed, and separates them, but
   *       {@code O'Neil}, {@code e-mail}, {@code U.S}, {@code 1,000}, {@code AT&T}, {@code
   *       user_name}, {@code C++}, {@code C#}, {@code .NET} and {@code #tag} are words. In scripts
   *       without spaces, the text between two punctuation marks is one word.
   *   <li>English stop words are left out, unless there is nothing else. So is what {@link #of}
   *       does not accept, such as a single Latin letter or digit.
   *   <li>Of more than {@value #MAX_KEYWORDS} different keywords, the phrases are used first, then
   *       words with an upper-case letter or a digit, then the longest words. Keywords are in the
   *       order of the text.
   * </ul>
   *
   * <p>Operators have no meaning here; {@link KeywordOperators} reads them.
   *
   * @param text any text, also an empty one
   * @return the query; empty if the text contains nothing to search for
   */
  public static Optional<KeywordQuery> fromText(String text) {
    requireNonNull(text, "text");
    List<String> keywords = TextKeywords.of(text, KeywordQuery::isSearchable, MAX_KEYWORDS);
    return keywords.isEmpty() ? Optional.empty() : Optional.of(of(keywords));
  }

  private static void addDistinct(Keyword added, List<Keyword> keywords) {
    if (keywords.stream().noneMatch(other -> other.folded().equals(added.folded()))) {
      keywords.add(added);
    }
  }

  private static void requireCount(List<Keyword> keywords) {
    if (keywords.isEmpty() || keywords.size() > MAX_KEYWORDS) {
      throw new IllegalArgumentException(
          "A search takes 1 to " + MAX_KEYWORDS + " keywords, was " + keywords.size());
    }
  }

  private static void requireSearchable(String given, String folded) {
    if (folded.isEmpty()) {
      throw new IllegalArgumentException("A keyword must not be blank.");
    }
    if (!isSearchable(folded)) {
      throw new IllegalArgumentException(
          "The keyword \"" + given + "\" is a single character: give a whole word.");
    }
  }

  private static boolean isSearchable(String folded) {
    if (folded.isEmpty()) {
      return false;
    }
    int first = folded.codePointAt(0);
    boolean isOneCharacter = folded.length() == Character.charCount(first);
    return !isOneCharacter || !(first < 0x80 || CharacterClass.isLatin(first));
  }

  /**
   * Returns a query with an additional keyword. If the query has a keyword that is equal after
   * folding, the result has the same keywords as this query.
   *
   * @throws IllegalArgumentException if the query has {@value #MAX_KEYWORDS} other keywords, if it
   *     excludes the keyword, or if {@link #of} does not accept the keyword
   */
  public KeywordQuery extend(String keyword) {
    List<Keyword> all = new ArrayList<>(keywords);
    addDistinct(withoutConflict(keyword, excluded), all);
    requireCount(all);
    return new KeywordQuery(all, excluded, rules);
  }

  /** Reads a keyword and requires that it is not one of others. */
  private static Keyword withoutConflict(String given, List<Keyword> others) {
    Keyword keyword = Keyword.of(given);
    if (isIn(others, keyword.folded())) {
      throw new IllegalArgumentException(
          "\"" + keyword.given() + "\" cannot be both a keyword and excluded");
    }
    return keyword;
  }

  /**
   * Returns a query in which a keyword has another weight. Each occurrence of the keyword then
   * scores the weight times the length of the keyword instead of the length alone (equation 1 of
   * the A-RAG paper), and the rarity of the keyword is multiplied by the weight. Weights change
   * scores and the order of hits, but not which chunks are hits. They do not change the selection
   * of the sentences that a hit shows.
   *
   * @param keyword a keyword of this query; the spellings are compared after folding
   * @param weight the weight, which replaces an earlier one; {@value #MIN_WEIGHT} to {@value
   *     #MAX_WEIGHT}. It is rounded half up to two decimals, so 0.105 becomes 0.11.
   * @throws IllegalArgumentException if the query does not have the keyword, or the weight is out
   *     of range
   */
  public KeywordQuery emphasize(String keyword, double weight) {
    String folded = Folding.key(requireNonNull(keyword, "keyword"));
    if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
      throw new IllegalArgumentException(
          "The weight of \"" + keyword + "\" must be 0.1 to 100, was " + weight);
    }
    if (!isIn(keywords, folded)) {
      throw new IllegalArgumentException("\"" + keyword + "\" is not one of " + keywords());
    }
    int hundredths = hundredths(weight);
    List<Keyword> weighted =
        keywords.stream()
            .map(each -> isGiven(each, folded) ? each.withWeight(hundredths) : each)
            .toList();
    return new KeywordQuery(weighted, excluded, rules);
  }

  /**
   * Rounds a weight half up to hundredths. The decimal text of the weight is rounded, because the
   * value of the double 0.145 is slightly less than 0.145.
   */
  private static int hundredths(double weight) {
    return BigDecimal.valueOf(weight)
        .setScale(2, RoundingMode.HALF_UP)
        .unscaledValue()
        .intValueExact();
  }

  private static boolean isIn(List<Keyword> keywords, String folded) {
    return keywords.stream().anyMatch(each -> isGiven(each, folded));
  }

  /**
   * Whether a keyword, as given by the caller, is equal to a folded text. The search term is not
   * compared, because its accents may have been removed.
   */
  private static boolean isGiven(Keyword keyword, String folded) {
    return Folding.key(keyword.given()).equals(folded);
  }

  /**
   * Returns a query that also excludes all chunks in which a keyword occurs as a whole word.
   * Excluded chunks are not hits, and the result does not count them. Only the number of chunks in
   * scope, N in the formula of {@link KeywordCounts#rarities}, includes them. The accents of
   * excluded keywords are never ignored.
   *
   * @param keywords keywords that are not in {@link #keywords()}, in addition to those already
   *     excluded, together at most {@value #MAX_EXCLUDED}; duplicates are ignored
   * @throws IllegalArgumentException if there are too many keywords, if this query searches for one
   *     of them, or if {@link #of} does not accept one of them
   */
  public KeywordQuery exclude(Collection<String> keywords) {
    requireNonNull(keywords, "keywords");
    List<Keyword> all = new ArrayList<>(excluded);
    for (String given : keywords) {
      addDistinct(withoutConflict(given, this.keywords), all);
    }
    if (all.size() > MAX_EXCLUDED) {
      throw new IllegalArgumentException(
          "A search excludes at most " + MAX_EXCLUDED + " keywords, was " + all.size());
    }
    return new KeywordQuery(this.keywords, all, rules);
  }

  /** The keywords as given by the caller, without those that are duplicates after folding. */
  public List<String> keywords() {
    return keywords.stream().map(Keyword::given).toList();
  }

  /**
   * The weight of a keyword, rounded to two decimals; 1 if it was not {@linkplain #emphasize
   * emphasized}.
   *
   * @param keyword the index of the keyword in {@link #keywords()}
   */
  public double weight(int keyword) {
    return weightInHundredths(keyword) / 100.0;
  }

  /**
   * The weight of a keyword times 100. It is an integer, so a search server can compute scores
   * without rounding errors: for each keyword, the number of occurrences times the length of {@link
   * #folded()} in code points times this value, summed over all keywords. {@link
   * KeywordHit#score()} is this sum divided by 100.
   *
   * @param keyword the index of the keyword in {@link #keywords()}
   */
  public int weightInHundredths(int keyword) {
    return keywords.get(keyword).weightInHundredths();
  }

  /** The {@linkplain #exclude excluded} keywords, as given by the caller. */
  public List<String> excluded() {
    return excluded.stream().map(Keyword::given).toList();
  }

  /**
   * The search terms of {@link #excluded()}: the folded keywords. A chunk is excluded if one of
   * them occurs in its folded text as a whole word.
   */
  public List<String> foldedExcluded() {
    return excluded.stream().map(Keyword::folded).toList();
  }

  /** The ranking rules, which determine the order of hits. */
  public RankingRules rules() {
    return rules;
  }

  /**
   * Returns a query that ignores the accents of some keywords. A corpus searches again with the
   * result if these keywords have no hit. Returns this query if its rules do not {@linkplain
   * RankingRules#ignoresAccents() ignore accents}.
   *
   * @param given the keywords whose accents to ignore, spelled as in {@link #keywords()}
   */
  public KeywordQuery withoutDiacritics(Set<String> given) {
    requireNonNull(given, "given");
    if (!rules.ignoresAccents()) {
      return this;
    }
    return new KeywordQuery(
        keywords.stream()
            .map(keyword -> given.contains(keyword.given()) ? keyword.ignoringAccents() : keyword)
            .toList(),
        excluded,
        rules);
  }

  /**
   * Finds the keywords in a chunk. Returns empty if no keyword occurs or an excluded keyword occurs
   * as a whole word.
   */
  public Optional<KeywordMatch> match(Chunk chunk) {
    requireNonNull(chunk, "chunk");
    FoldedText folded = Folding.fold(chunk.text());
    FoldedText bare = ignoresAccents() ? Folding.dropDiacritics(folded) : folded;
    Occurrences occurrences = new Occurrences(keywords.size());
    countAll(folded.text(), bare.text(), occurrences);
    return occurrences.isEmpty() || isExcluded(folded.text())
        ? Optional.empty()
        : Optional.of(new KeywordMatch(this, chunk, folded, bare, occurrences));
  }

  /**
   * Finds the keywords in a text that is already folded. Returns empty if no keyword occurs or an
   * excluded keyword occurs as a whole word.
   *
   * @param folded the text of a chunk, {@linkplain dev.arag.core.spi.MatchingRules#fold folded}
   */
  public Optional<Occurrences> occurrencesIn(String folded) {
    requireNonNull(folded, "folded");
    Occurrences occurrences = new Occurrences(keywords.size());
    return count(folded, occurrences) ? Optional.of(occurrences) : Optional.empty();
  }

  /**
   * Counts the keywords in a text that is already folded.
   *
   * @param folded the text of a chunk, {@linkplain dev.arag.core.spi.MatchingRules#fold folded}
   * @param occurrences receives the counts, which replace its previous content; created for the
   *     number of keywords of this query
   * @return whether any keyword occurs and no excluded keyword occurs as a whole word
   */
  public boolean count(String folded, Occurrences occurrences) {
    requireNonNull(folded, "folded");
    requireNonNull(occurrences, "occurrences");
    countAll(folded, occurrences);
    return !occurrences.isEmpty() && !isExcluded(folded);
  }

  /** Counts the keywords in a folded text, even if the text is excluded. */
  void countAll(String folded, Occurrences occurrences) {
    countAll(folded, ignoresAccents() ? Folding.dropDiacritics(folded) : folded, occurrences);
  }

  private void countAll(String folded, String bare, Occurrences occurrences) {
    occurrences.clear();
    for (int i = 0; i < keywords.size(); i++) {
      Keyword keyword = keywords.get(i);
      occurrences.count(i, keyword.ignoresAccents() ? bare : folded, keyword.folded());
    }
  }

  private boolean isExcluded(String folded) {
    if (excluded.isEmpty()) {
      return false;
    }
    Occurrences occurrences = new Occurrences(excluded.size());
    for (int i = 0; i < excluded.size(); i++) {
      occurrences.count(i, folded, excluded.get(i).folded());
    }
    return occurrences.hasWhole();
  }

  /**
   * The search terms, in the order of {@link #keywords()}. Each term is a folded keyword; its
   * accents are removed if they are ignored. The occurrences of a keyword in a folded text are
   * those of its term. If its accents are ignored, this is true only for texts that are ASCII.
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
    String weights =
        IntStream.range(0, keywords.size())
            .filter(i -> weight(i) != 1)
            .mapToObj(i -> " " + keywords.get(i).given() + "^" + weight(i))
            .collect(Collectors.joining());
    String without = excluded.isEmpty() ? "" : " without " + excluded();
    return keywords() + weights + without + " " + rules;
  }
}
