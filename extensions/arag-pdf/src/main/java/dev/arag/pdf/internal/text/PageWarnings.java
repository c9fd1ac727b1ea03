package dev.arag.pdf.internal.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Collects warnings about pages. Pages with the same warning are listed in one sentence. */
final class PageWarnings {
  private static final int NAMED_PAGES = 10;
  private static final int MAX_NOTES = 20;

  private final Map<String, List<Integer>> notes = new LinkedHashMap<>();

  void add(int page, String note) {
    if (notes.size() < MAX_NOTES || notes.containsKey(note)) {
      notes.computeIfAbsent(note, first -> new ArrayList<>()).add(page);
    }
  }

  boolean isEmpty() {
    return notes.isEmpty();
  }

  List<String> sentences() {
    return notes.entrySet().stream()
        .map(note -> named(note.getValue()) + " " + note.getKey())
        .toList();
  }

  private static String named(List<Integer> pages) {
    String numbers =
        pages.stream().limit(NAMED_PAGES).map(String::valueOf).collect(Collectors.joining(", "));
    int more = pages.size() - NAMED_PAGES;
    String rest = more > 0 ? " and " + more + " more:" : ":";
    return (pages.size() == 1 ? "page " : "pages ") + numbers + rest;
  }
}
