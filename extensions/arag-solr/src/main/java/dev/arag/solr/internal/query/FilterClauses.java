package dev.arag.solr.internal.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Combines queries to filters of any size. Lucene refuses a query with more than 1,024 leaves, also
 * if they are nested, and the configuration of a collection cannot raise this limit. A combination
 * of more leaves therefore consists of groups. Each group is a parameter of the request, and {@code
 * {!parent which=$group}} refers to it: without children, this query of Solr matches the documents
 * of the group, and Lucene counts it as one leaf.
 */
final class FilterClauses {
  /** Less than the default limit, which an operator can lower. */
  private static final int MAX_LEAVES = 500;

  /** The parameters to which clauses refer, by name. */
  private final Map<String, String> params = new LinkedHashMap<>();

  void addTo(ModifiableSolrParams request) {
    params.forEach(request::set);
  }

  /** Returns a query for documents that have any of the terms in a field. */
  FilterClause terms(String field, Collection<String> terms) {
    return terms.size() == 1
        ? FilterClause.leaf(field + ":" + terms.iterator().next())
        : FilterClause.leaf("{!terms f=" + field + " v=$" + param(String.join(",", terms)) + "}");
  }

  /** Returns a query that matches if any clause matches. */
  FilterClause any(List<FilterClause> clauses) {
    return combine("", clauses);
  }

  /** Returns a query that matches if all clauses match. */
  FilterClause all(List<FilterClause> clauses) {
    return combine("+", clauses);
  }

  /** Returns a query that matches if the first clause matches and the second does not. */
  FilterClause without(FilterClause clause, FilterClause excluded) {
    FilterClause left = atMost(MAX_LEAVES / 2, clause);
    FilterClause right = atMost(MAX_LEAVES / 2, excluded);
    return new FilterClause(
        "(+" + left.text() + " -" + right.text() + ")", left.leaves() + right.leaves());
  }

  private FilterClause atMost(int leaves, FilterClause clause) {
    return clause.leaves() <= leaves ? clause : reference(clause);
  }

  private FilterClause combine(String occur, List<FilterClause> clauses) {
    List<FilterClause> operands = clauses;
    while (leaves(operands) > MAX_LEAVES) {
      operands = groups(occur, operands);
    }
    return join(occur, operands);
  }

  /** Each group has at least one clause. A group of one leaf is this leaf. */
  private List<FilterClause> groups(String occur, List<FilterClause> clauses) {
    List<FilterClause> groups = new ArrayList<>();
    int start = 0;
    while (start < clauses.size()) {
      int end = start + 1;
      int leaves = clauses.get(start).leaves();
      while (end < clauses.size() && leaves + clauses.get(end).leaves() <= MAX_LEAVES) {
        leaves += clauses.get(end++).leaves();
      }
      groups.add(atMost(1, join(occur, clauses.subList(start, end))));
      start = end;
    }
    return groups;
  }

  private FilterClause reference(FilterClause clause) {
    return FilterClause.leaf("{!parent which=$" + param(clause.text()) + "}");
  }

  private static FilterClause join(String occur, List<FilterClause> clauses) {
    if (clauses.size() == 1) {
      return clauses.get(0);
    }
    String text =
        clauses.stream()
            .map(each -> occur + each.text())
            .collect(Collectors.joining(" ", "(", ")"));
    return new FilterClause(text, leaves(clauses));
  }

  private static int leaves(List<FilterClause> clauses) {
    return clauses.stream().mapToInt(FilterClause::leaves).sum();
  }

  private String param(String value) {
    String name = "scope" + params.size();
    params.put(name, value);
    return name;
  }
}
