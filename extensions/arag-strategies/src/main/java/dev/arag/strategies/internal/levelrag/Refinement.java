package dev.arag.strategies.internal.levelrag;

import dev.arag.core.corpus.KeywordQuery;
import dev.arag.strategies.reply.ReplyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The operations that change one keyword of a query. */
enum Refinement {
  /** Adds a keyword. */
  EXTEND {
    @Override
    KeywordQuery apply(String keyword, KeywordQuery query) {
      return query.extend(keyword);
    }
  },

  /** Adds 1 to the weight of a keyword of the query. */
  EMPHASIZE {
    @Override
    KeywordQuery apply(String keyword, KeywordQuery query) {
      int index = index(keyword, query);
      return index < 0
          ? query
          : query.emphasize(keyword, Math.min(query.weight(index) + 1, KeywordQuery.MAX_WEIGHT));
    }
  },

  /** Removes a keyword of the query, or excludes chunks with any other keyword. */
  FILTER {
    @Override
    KeywordQuery apply(String keyword, KeywordQuery query) {
      int index = index(keyword, query);
      return index < 0 ? query.exclude(List.of(keyword)) : without(index, query);
    }
  };

  private static final String NONE = "none";

  /**
   * @throws IllegalArgumentException if the keyword or the changed query is not allowed
   */
  abstract KeywordQuery apply(String keyword, KeywordQuery query);

  /**
   * Returns the queries that a reply of the form {@code EXTEND: keyword} describes, in the order of
   * the operations. A keyword that is not allowed is ignored.
   */
  static List<KeywordQuery> read(String reply, KeywordQuery query) {
    return Stream.of(values()).flatMap(each -> each.readOwn(reply, query).stream()).toList();
  }

  private Optional<KeywordQuery> readOwn(String reply, KeywordQuery query) {
    return ReplyText.line(reply, name())
        .filter(keyword -> !keyword.equalsIgnoreCase(NONE))
        .flatMap(keyword -> tryApply(keyword, query));
  }

  private Optional<KeywordQuery> tryApply(String keyword, KeywordQuery query) {
    try {
      return Optional.of(apply(keyword, query));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static int index(String keyword, KeywordQuery query) {
    return query.folded().indexOf(KeywordQuery.of(List.of(keyword)).folded().get(0));
  }

  private static KeywordQuery without(int index, KeywordQuery query) {
    List<String> rest = new ArrayList<>(query.keywords());
    rest.remove(index);
    KeywordQuery changed = KeywordQuery.of(rest, query.rules()).exclude(query.excluded());
    for (int i = 0; i < query.keywords().size(); i++) {
      if (i != index) {
        changed = changed.emphasize(query.keywords().get(i), query.weight(i));
      }
    }
    return changed;
  }
}
