package dev.arag.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A few documents to try things on: the handbook of an invented company. */
final class Handbook {
  private Handbook() {}

  /** A new temporary folder with the documents; the caller may delete it. */
  static Path write() throws IOException {
    Path folder = Files.createTempDirectory("handbook");
    Files.writeString(
        folder.resolve("invoices.md"),
        """
        # Invoices

        ## Approval
        An invoice of up to 1,000 euros is approved by the team that ordered. Larger invoices are
        approved by the head of purchasing. Above 10,000 euros the treasurer signs as well.

        ## Payment
        Approved invoices are paid on the next Thursday.
        """);
    Files.writeString(
        folder.resolve("people.md"),
        """
        # People

        The treasurer is Oda Fenwick. She has been with the company since 2011.
        The head of purchasing is Bertil Aske, who also looks after the warehouse in Orsgate.
        """);
    Files.writeString(
        folder.resolve("travel.txt"),
        """
        Travel

        Trains are booked at the front desk. A hotel may cost up to 120 euros a night.
        """);
    return folder;
  }

  /** Where an example puts its index: the place given, or a new temporary one. */
  static Path place(String[] args, int position) throws IOException {
    return args.length > position
        ? Path.of(args[position])
        : Files.createTempDirectory("arag-example").resolve("handbook.arag");
  }

  /** What an example indexes: the folder given, or the handbook. */
  static Path documents(String[] args) throws IOException {
    return args.length > 0 ? Path.of(args[0]) : write();
  }
}
