package dev.arag.agent.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.arag.agent.ServerModel;
import dev.arag.agent.internal.concurrent.LruCache;
import dev.langchain4j.model.chat.ChatModel;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Tests which models share the known capabilities of a server, and how long the capabilities are
 * kept.
 */
class EndpointCapabilitiesTest {
  /** A model whose instances are all equal. Each instance must still count as a different model. */
  private record Alike() implements ChatModel {}

  @Test
  void sharesCapabilitiesBetweenModelsWithTheSameName() {
    EndpointCapabilities memory = EndpointCapabilities.of(new ServerModel("m at http://here"));
    assertThat(EndpointCapabilities.of(new ServerModel("m at http://here"))).isSameAs(memory);
    assertThat(EndpointCapabilities.of(new ServerModel("m at http://there"))).isNotSameAs(memory);
    assertThat(memory.name()).isEqualTo("m at http://here");
  }

  @Test
  void keepsSeparateCapabilitiesForAnUnnamedModelWhileItIsReachable() throws InterruptedException {
    Alike model = new Alike();
    EndpointCapabilities memory = EndpointCapabilities.of(model);
    assertThat(EndpointCapabilities.of(model)).isSameAs(memory);
    assertThat(EndpointCapabilities.of(new Alike())).isNotSameAs(memory);
    WeakReference<EndpointCapabilities> forgotten =
        new WeakReference<>(EndpointCapabilities.of(new Alike()));
    for (int i = 0; i < 500 && forgotten.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
      EndpointCapabilities.of(model);
    }
    assertThat(forgotten.get()).isNull();
    assertThat(EndpointCapabilities.of(model)).isSameAs(memory);
  }

  @Test
  void removesTheLeastRecentlyUsedName() {
    AtomicInteger made = new AtomicInteger();
    LruCache<Integer> remembered = new LruCache<>(name -> made.incrementAndGet());
    for (int i = 0; i < 256; i++) {
      assertThat(remembered.of("n" + i)).isEqualTo(i + 1);
    }
    assertThat(remembered.of("n0")).isEqualTo(1);
    assertThat(remembered.of("new")).isEqualTo(257);
    assertThat(remembered.of("n0")).isEqualTo(1);
    assertThat(remembered.of("n1")).isEqualTo(258);
    assertThat(made).hasValue(258);
  }
}
