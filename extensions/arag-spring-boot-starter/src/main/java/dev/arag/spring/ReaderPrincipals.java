package dev.arag.spring;

import dev.arag.core.corpus.Scope;
import java.util.Collection;

/**
 * Returns the principals of the reader for whom the current thread works. If the index has rights
 * ({@code arag.rights}), the agent and the tools find only documents that {@link
 * Scope#readableBy(Collection)} of these principals allows.
 *
 * <p>With Spring Security on the class path, the auto-configuration adds a bean of this type: the
 * principals are {@code user:NAME} and {@code group:AUTHORITY}, such as {@code group:ROLE_HR}, of
 * the {@code Authentication} of the thread. Without an authentication, or if it is anonymous, there
 * are none, so that only documents that everyone may read are found. Your own bean replaces it.
 *
 * <p>Without Spring Security and without a bean of this type, nothing is found unless the
 * application names the reader: {@code agent.within(Scope.readableBy("user:jo"))}.
 *
 * <p>A run asks once, on the thread that starts it, and keeps the result. Implementations are
 * thread-safe.
 */
@FunctionalInterface
public interface ReaderPrincipals {
  /** Returns the principals, none blank; empty if the reader is not known. */
  Collection<String> current();
}
