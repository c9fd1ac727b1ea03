package dev.arag.web.internal.page;

/**
 * A conversation in a list.
 *
 * @param title the first question
 * @param time when the last question was asked, in ISO 8601
 */
record ConversationView(String id, String title, String time) {}
