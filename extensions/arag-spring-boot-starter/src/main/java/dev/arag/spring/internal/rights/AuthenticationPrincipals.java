package dev.arag.spring.internal.rights;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** The name and the authorities of the {@code Authentication} of the current thread. */
public final class AuthenticationPrincipals implements Supplier<Collection<String>> {
  @Override
  public Collection<String> get() {
    @Nullable Authentication reader = SecurityContextHolder.getContext().getAuthentication();
    if (reader == null
        || !reader.isAuthenticated()
        || reader instanceof AnonymousAuthenticationToken) {
      return List.of();
    }
    Stream<String> groups =
        reader.getAuthorities().stream()
            .map(GrantedAuthority::getAuthority)
            .filter(Objects::nonNull)
            .map(authority -> "group:" + authority);
    return Stream.concat(Stream.of("user:" + reader.getName()), groups).distinct().toList();
  }
}
