package dev.arag.strategies.internal.iterative;

import dev.arag.agent.spi.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a strategy has learned: evidence for the question, and the answers to search questions. */
final class Memory {
  private final List<Note> evidence = new ArrayList<>();
  private final List<Answered> pathway = new ArrayList<>();

  /**
   * @param answer the answer, whose text is blank if the texts do not state it
   */
  private record Answered(String question, Note answer) {
    String line() {
      return "- "
          + question
          + " "
          + (answer.text().isBlank() ? "(not answered)" : answer.text().strip());
    }
  }

  void addEvidence(List<Note> notes) {
    evidence.addAll(notes);
  }

  void addAnswer(String question, Note answer) {
    pathway.add(new Answered(question, answer));
  }

  /** The notes with at least one checked quote. Only these may support an answer. */
  List<Note> quoted() {
    return Stream.concat(evidence.stream(), pathway.stream().map(Answered::answer))
        .filter(note -> !note.quotes().isEmpty())
        .toList();
  }

  String evidenceText() {
    return lines(evidence.stream().map(note -> "- " + note.text().strip()));
  }

  String pathwayText() {
    return lines(pathway.stream().map(Answered::line));
  }

  /** The texts of the notes with quotes and the answered questions with quotes. */
  String quotedText() {
    Stream<String> texts =
        evidence.stream()
            .filter(note -> !note.quotes().isEmpty())
            .map(note -> "- " + note.text().strip());
    Stream<String> answers =
        pathway.stream().filter(each -> !each.answer().quotes().isEmpty()).map(Answered::line);
    return lines(Stream.concat(texts, answers));
  }

  private static String lines(Stream<String> lines) {
    String text = lines.distinct().collect(Collectors.joining("\n"));
    return text.isEmpty() ? "(none)" : text;
  }
}
