package dev.arag.web.internal.page;

/**
 * A conversation in a list.
 *
 * @param title the first question
 * @param time when the last question was asked, in ISO 8601
 * @param questions the number of questions; 0 if it is not known
 */
record ConversationView(String id, String title, String time, int questions) {}
