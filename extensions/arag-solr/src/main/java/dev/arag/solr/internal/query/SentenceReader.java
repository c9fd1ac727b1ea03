package dev.arag.solr.internal.query;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import dev.arag.core.embed.Embedding;
import dev.arag.core.error.CorpusException;
import dev.arag.solr.internal.layout.Fields;
import dev.arag.solr.internal.layout.Payloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * Reads the sentences of a view that are similar to a vector. The server selects them by scores
 * that it computes with floats; this class computes the exact scores from the stored vectors.
 */
final class SentenceReader {
  private static final String BY_SCORE = "score desc,doc asc,ord asc,pos asc";
  private static final String EXACT = "{!func v=$similarity}";

  /** More sentences than usually have about the same score as the last row. */
  private static final int MANY_TIES = 10;

  private static final int MAX_TIED_TEXTS = 200;

  private final View view;
  private final Embedding vector;
  private final boolean consideredOnly;
  private final int maxRows;
  private final String values;

  /** The rounding errors of all similarities that the server computes are smaller than half. */
  private final double margin;

  /**
   * @param consideredOnly whether to read only sentences that are not short
   * @param maxRows the maximum number of sentences per request
   */
  SentenceReader(View view, Embedding vector, boolean consideredOnly, int maxRows) {
    this.view = view;
    this.vector = vector;
    this.consideredOnly = consideredOnly;
    this.maxRows = maxRows;
    this.values = Arrays.toString(vector.toArray()).replace(" ", "");
    // The error of a sum of n products of floats is at most n * 2^-24; a score is (1 + sum) / 2.
    this.margin = 1e-5 + Math.scalb((double) vector.dimension(), -23);
  }

  /**
   * The best sentences of a search.
   *
   * @param sentences the sentences, best first; all other sentences come after them
   * @param isAll whether there are no other sentences
   * @param bound a similarity that other sentences do not exceed
   */
  record Best(List<FoundSentence> sentences, boolean isAll, double bound) {
    /**
     * Returns the shortest start of the list that has a number of sentences of a number of chunks,
     * or the whole list if there are no other sentences. Returns empty if the list is too short.
     */
    Optional<List<FoundSentence>> first(long wantedSentences, long wantedChunks) {
      Set<String> keys = new HashSet<>();
      for (int i = 0; i < sentences.size(); i++) {
        keys.add(sentences.get(i).chunkKey());
        if (i + 1 >= wantedSentences && keys.size() >= wantedChunks) {
          return Optional.of(sentences.subList(0, i + 1));
        }
      }
      return isAll ? Optional.of(sentences) : Optional.empty();
    }
  }

  /** Returns those of the best sentences that are certainly better than all others. */
  Best best(int rows) {
    Best best = surelyBest(query(params(EXACT, rows)), rows, margin);
    return best.isAll() || best.sentences().size() > rows - MANY_TIES ? best : withTies(best, rows);
  }

  /**
   * Adds sentences whose scores are about the same as that of the last row. There may be very many,
   * because they have equal texts. The different texts are few, so their exact scores are read, and
   * then the first sentences of the best texts.
   */
  private Best withTies(Best best, int rows) {
    double last = best.bound() - margin;
    ModifiableSolrParams params = params(EXACT, MAX_TIED_TEXTS);
    params.add("fq", range(last - 2 * margin, last + 2 * margin));
    params.add("fq", "{!collapse field=th}");
    SolrDocumentList texts = query(params);
    if (texts.getNumFound() > MAX_TIED_TEXTS) {
      return best;
    }
    Map<Float, List<FoundSentence>> byScore =
        sorted(texts).stream()
            .filter(text -> text.score() <= best.bound() && text.score() > last - margin)
            .collect(groupingBy(FoundSentence::score, LinkedHashMap::new, toList()));
    List<FoundSentence> all = new ArrayList<>(best.sentences());
    double bound = best.bound();
    for (Map.Entry<Float, List<FoundSentence>> tie : byScore.entrySet()) {
      SolrDocumentList tied = tied(tie.getValue(), rows - all.size());
      List<FoundSentence> sentences = sorted(tied);
      bound = tie.getKey();
      if (sentences.stream().anyMatch(sentence -> sentence.score() != tie.getKey())) {
        // The embedder returned different vectors for equal texts.
        return best;
      }
      all.addAll(sentences);
      if (tied.getNumFound() > tied.size() || all.size() >= rows) {
        break;
      }
    }
    return new Best(all, false, bound);
  }

  /** Returns the first sentences in corpus order that have one of several texts. */
  private SolrDocumentList tied(List<FoundSentence> texts, int rows) {
    ModifiableSolrParams params = params("{!terms f=th v=$texts}", rows);
    params.set("texts", texts.stream().map(FoundSentence::textHash).collect(joining(",")));
    params.set("sort", "doc asc,ord asc,pos asc");
    return query(params);
  }

  private String range(double low, double high) {
    return "{!frange cache=false l=%s u=%s v=$similarity}".formatted((1 + low) / 2, (1 + high) / 2);
  }

  /**
   * Returns the keys of at least a number of chunks, or of all chunks. The best sentences of other
   * chunks are certainly worse.
   */
  Set<String> bestChunks(long wanted) {
    for (int rows = rows(wanted + 10); ; rows = rows(4L * rows)) {
      ModifiableSolrParams params = params(EXACT, rows);
      params.add("fq", "{!collapse field=ck}");
      // The server may select a sentence that is worse than the best one by rounding errors.
      Best best = surelyBest(query(params), rows, 2 * margin);
      if (best.isAll() || best.sentences().size() >= wanted) {
        return FoundSentence.chunkKeys(best.sentences());
      }
      if (rows == maxRows) {
        throw newTooManyException();
      }
    }
  }

  private Best surelyBest(SolrDocumentList documents, int rows, double by) {
    List<FoundSentence> sentences = sorted(documents);
    if (documents.getNumFound() <= rows) {
      return new Best(sentences, true, Double.NEGATIVE_INFINITY);
    }
    float last = (Float) documents.get(documents.size() - 1).getFieldValue("score");
    double bound = 2.0 * last - 1 + by;
    return new Best(
        sentences.stream().filter(sentence -> sentence.score() > bound).toList(), false, bound);
  }

  /** Returns the sentences of chunks that do not exceed a similarity, best first. */
  List<FoundSentence> ofChunks(Collection<String> chunkKeys, double bound) {
    ModifiableSolrParams params = params("*:*", maxRows);
    params.add("fq", "{!terms f=ck cache=false v=$keys}");
    params.set("keys", String.join(",", chunkKeys));
    params.add("fq", range(-1 - margin, Math.min(1, bound) + margin));
    SolrDocumentList documents = query(params);
    if (documents.getNumFound() > maxRows) {
      throw newTooManyException();
    }
    return sorted(documents);
  }

  /**
   * Returns sentences that an approximate search finds, best first.
   *
   * @param perShard the number of sentences that each shard returns
   */
  List<FoundSentence> near(int perShard) {
    ModifiableSolrParams params = params("{!knn f=v topK=" + perShard + " v=$vector}", maxRows);
    params.set("vector", values);
    return sorted(query(params));
  }

  /** Returns the number of rows of a request for a number of sentences. */
  int rows(long wanted) {
    return (int) Math.min(maxRows, wanted);
  }

  CorpusException newTooManyException() {
    return new CorpusException(
        "A semantic search in the Solr collection "
            + view.client().collection()
            + " would have to read more than "
            + maxRows
            + " sentences, which is the maximum. Request fewer hits, or sync the documents with"
            + " smaller chunks.");
  }

  private ModifiableSolrParams params(String query, int rows) {
    ModifiableSolrParams params = view.params(Fields.SENTENCE_KIND);
    if (consideredOnly) {
      params.add("fq", "considered:true");
    }
    params.set("q", query);
    params.set("similarity", "vectorSimilarity(v," + values + ")");
    params.set("rows", rows);
    params.set("fl", "ck,doc,ord,pos,th,vb,score");
    params.set("sort", BY_SCORE);
    return params;
  }

  private SolrDocumentList query(ModifiableSolrParams params) {
    return view.query(params, Map.of()).getResults();
  }

  private List<FoundSentence> sorted(SolrDocumentList documents) {
    return documents.stream().map(this::sentence).sorted(FoundSentence.BEST_FIRST).toList();
  }

  private FoundSentence sentence(SolrDocument document) {
    Object bytes = document.getFieldValue(Fields.VECTOR_BYTES);
    if (bytes == null) {
      throw new CorpusException(
          "The Solr collection "
              + view.client().collection()
              + " contains a sentence without a vector. Sync the documents into a new collection.");
    }
    return new FoundSentence(
        (String) document.getFieldValue(Fields.CHUNK_KEY),
        (String) document.getFieldValue(Fields.DOCUMENT),
        (Integer) document.getFieldValue(Fields.ORDINAL),
        (Integer) document.getFieldValue(Fields.SENTENCE),
        (String) document.getFieldValue(Fields.TEXT_HASH),
        vector.dot(Embedding.of(Payloads.vector(bytes))));
  }
}
