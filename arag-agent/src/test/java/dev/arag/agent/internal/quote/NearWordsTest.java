package dev.arag.agent.internal.quote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.CitationReader;
import dev.arag.agent.citation.Verdict;
import dev.arag.core.memory.InMemoryCorpus;
import dev.arag.core.text.Chunk;
import dev.arag.core.text.ChunkId;
import dev.arag.core.text.Document;
import dev.arag.tools.call.Snippet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a quote never gets the verdict NEAR if it differs from the text in a number, a name,
 * or a negation, whatever the language.
 */
class NearWordsTest {
  private static Verdict verdict(String text, String quote) {
    Chunk chunk = InMemoryCorpus.of(Document.of("k1", text)).read(ChunkId.of("k1")).orElseThrow();
    Snippet shown = new Snippet(chunk.id(), chunk.location(), text, 0, 9, true);
    return CitationReader.read("So it is [k1: \"" + quote + "\"].", List.of(shown))
        .citations()
        .get(0)
        .verdict();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the house on the hill shant be sold to the man from the valley; shant",
        "a nova lei da cidade não foi aprovada pelo conselho na reunião de ontem; não",
        "la nueva ley de la ciudad jamás fue aprobada por el consejo en la tarde; jamás",
        "la loi de la ville était votée sans aucun vote contraire par le conseil entier; aucun",
        "das neue gesetz der stadt wurde von den räten niemals in der sitzung angenommen; niemals",
        "новый закон города не был принят советом на вчерашнем заседании в большом зале; не",
        "ο νέος νόμος της πόλης δεν ψηφίστηκε από το συμβούλιο στη χθεσινή συνεδρίαση; δεν",
        "şehrin yeni yasası adil değil ama meclis tarafından dünkü uzun toplantıda kabul edildi;"
            + " değil"
      })
  void doesNotAcceptAMissingNegation(String text, String negation) {
    Verdict verdict = verdict(text, text.replace(negation + " ", ""));
    assertThat(verdict.isVerified()).as(verdict.name()).isFalse();
    assertThat(verdict(text, text)).isEqualTo(Verdict.SUPPORTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the old mill was sold in the eleventh year of his reign to a stranger; eleventh; twelfth",
        "it is said that hundreds of people came to see the bridge on that day; hundreds; thousands",
        "in der stadt am fluss standen damals noch zwei alte mühlen neben der brücke; zwei; drei",
        "in der stadt am fluss lebten damals noch vierhundert leute neben der brücke; vierhundert;"
            + " fünfhundert",
        "dans la ville au bord du fleuve il y avait encore quatre moulins à vent; quatre; cinq",
        "en la ciudad junto al río había todavía cuatro molinos de viento muy viejos; cuatro; cinco",
        "в городе у реки тогда ещё стояли две старые мельницы рядом с большим мостом; две; три",
        "the repair of the old bridge did cost about $500 in the year of the flood; $500; €500",
        "the repair of the old bridge did cost about 500 € in the year of the flood; 500 €; 500 £",
        "the repair of the bridge is done when the load is <40 for a whole day; <40; >40",
        "ქალაქში მდინარის პირას მაშინ ცხოვრობდა ნინო და მისი ძმა დიდი ხიდის გვერდით; ნინო; მარი"
      })
  void doesNotAcceptADifferentNumberOrName(String text, String one, String other) {
    Verdict verdict = verdict(text, text.replace(one, other));
    assertThat(verdict.isVerified()).as(verdict.name()).isFalse();
    assertThat(verdict(text, text)).isEqualTo(Verdict.SUPPORTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"$500 was paid for it; €500 was paid for it", "they paid 500 €; they paid 500 £"})
  void doesNotAcceptADifferentCurrencyAtTheStartOrEnd(String text, String quote) {
    assertThat(verdict(text, quote)).isEqualTo(Verdict.FABRICATED);
    assertThat(verdict(text, text)).isEqualTo(Verdict.SUPPORTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "the repair of the old bridge did cost about $500 in the year of the flood; repair; mending",
        "в городе у реки тогда ещё стояли две старые мельницы рядом с большим мостом; старые;"
            + " ветхие",
        "in der stadt am fluss standen damals noch zwei alte mühlen neben der brücke; alte; graue"
      })
  void acceptsOneOtherDifferentWordAsNear(String text, String one, String other) {
    assertThat(verdict(text, text.replace(one, other))).isEqualTo(Verdict.NEAR);
  }
}
