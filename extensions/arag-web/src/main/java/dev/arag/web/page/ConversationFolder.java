package dev.arag.web.page;

import static java.util.Objects.requireNonNull;

import dev.arag.core.corpus.Catalogue;
import dev.arag.web.internal.page.ConversationFiles;
import java.nio.file.Path;

/**
 * The folder in which a page stores its conversations, see {@link
 * PageServer.Builder#conversations}. The files contain text of the documents that the model was
 * shown, so programs that delete documents must call a method of this class. Pages that are open
 * may use the folder at the same time.
 */
public final class ConversationFolder {
  private static final String INDEX = ".arag";

  private ConversationFolder() {}

  /**
   * Returns the folder that {@code arag serve} uses: {@code handbook.conversations.arag} beside the
   * index {@code handbook.arag}. A sync ignores files and folders with names that end in {@code
   * .arag}.
   *
   * @param index the directory of the index
   */
  public static Path beside(Path index) {
    Path directory = requireNonNull(index, "index").toAbsolutePath().normalize();
    String name = String.valueOf(directory.getFileName());
    String stem = name.endsWith(INDEX) ? name.substring(0, name.length() - INDEX.length()) : name;
    return directory.resolveSibling(stem + ".conversations" + INDEX);
  }

  /**
   * Deletes the conversations that contain text of documents that are not in the corpus. Call this
   * method after deleting documents.
   *
   * @param folder the folder; has no effect if it does not exist
   * @param corpus all documents from which questions were answered
   * @return the number of deleted conversations
   * @throws dev.arag.core.error.AragException if a file cannot be read or deleted
   */
  public static int deleteOutdated(Path folder, Catalogue corpus) {
    return new ConversationFiles(folder).deleteOutdated(corpus, false).size();
  }

  /**
   * Does what {@link #deleteOutdated} does, and also deletes the conversations that contain text of
   * earlier versions of documents. Call this method after {@link dev.arag.index.Index#purge}.
   *
   * @param folder the folder; has no effect if it does not exist
   * @param corpus all documents from which questions were answered
   * @return the number of deleted conversations
   * @throws dev.arag.core.error.AragException if a file cannot be read or deleted
   */
  public static int purge(Path folder, Catalogue corpus) {
    ConversationFiles files = new ConversationFiles(folder);
    return files.deleteOutdated(corpus, true).size() + files.deleteOutdated(corpus, false).size();
  }
}
