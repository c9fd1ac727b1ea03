package dev.arag.solr;

/**
 * The result of {@link SolrIndex#purge}.
 *
 * @param documents the number of deleted documents and old document versions that were removed
 */
public record SolrPurgeReport(long documents) {}
