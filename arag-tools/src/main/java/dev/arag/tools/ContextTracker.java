package dev.arag.tools;

/** What one conversation has read and spent. Not reset: a new conversation takes a new tracker. */
public final class ContextTracker {}
