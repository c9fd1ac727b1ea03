package dev.arag.index.embed;

/** A program that embeds one query and prints the dimension of the vector, or the exception. */
final class EmbedOnce {
  private EmbedOnce() {}

  public static void main(String[] arguments) {
    try (OnnxEmbedder embedder = OnnxEmbedder.bgeSmallEnglish()) {
      System.out.println("dimension " + embedder.embedQuery("hello").dimension());
    } catch (RuntimeException e) {
      System.out.println(e);
    }
  }
}
