package dev.arag.cli.internal.task;

import dev.arag.cli.internal.console.Formatting;
import dev.arag.cli.internal.console.TextPage;
import dev.arag.cli.internal.option.CorpusLocation;
import dev.arag.cli.internal.option.OpenCorpus;
import dev.arag.web.page.ConversationFolder;

/** Deletes the conversations of {@code arag serve} that contain text of deleted documents. */
public final class PageConversations {
  private PageConversations() {}

  public static int deleteOutdated(CorpusLocation location, OpenCorpus index) {
    return location.solr().isPresent()
        ? 0
        : ConversationFolder.deleteOutdated(
            ConversationFolder.beside(location.path()), index.catalogue());
  }

  /** Also deletes those with text of earlier versions of documents. */
  public static int purge(CorpusLocation location, OpenCorpus index) {
    return location.solr().isPresent()
        ? 0
        : ConversationFolder.purge(ConversationFolder.beside(location.path()), index.catalogue());
  }

  public static void write(TextPage out, int conversations) {
    if (conversations > 0) {
      out.line("Deleted " + text(conversations) + ".");
    }
  }

  /** Returns what was deleted, such as "2 conversations of arag serve with text of ...". */
  public static String text(int conversations) {
    return Formatting.count(conversations, "conversation")
        + " of arag serve with text of documents that are no longer in the index";
  }
}
