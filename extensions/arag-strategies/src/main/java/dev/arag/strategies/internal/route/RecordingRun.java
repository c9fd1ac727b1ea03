package dev.arag.strategies.internal.route;

import dev.arag.agent.spi.RunContext;
import dev.arag.agent.spi.Shown;
import dev.arag.core.corpus.Hit;
import dev.arag.core.text.ChunkId;
import dev.arag.strategies.internal.run.ForwardingRun;
import dev.arag.strategies.internal.run.Progress;
import dev.arag.tools.call.Observation;
import dev.arag.tools.call.ToolCall;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A run that remembers the tool calls of the inner strategy and the text that it showed. */
final class RecordingRun extends ForwardingRun {
  private final Progress progress;

  RecordingRun(RunContext run) {
    this(run, new Progress());
  }

  private RecordingRun(RunContext run, Progress progress) {
    super(run);
    this.progress = progress;
  }

  Progress progress() {
    return progress;
  }

  @Override
  public Observation call(ToolCall call) {
    Observation observation = super.call(call);
    progress.add(call, observation);
    return observation;
  }

  @Override
  public Shown show(Collection<ChunkId> chunks) {
    return add(super.show(chunks));
  }

  @Override
  public Shown show(List<? extends Hit> hits) {
    return add(super.show(hits));
  }

  private Shown add(Shown shown) {
    progress.add(
        ToolCall.of("show", Map.of()), new Observation.Found(shown.text(), shown.snippets()));
    return shown;
  }

  @Override
  public RunContext as(String role) {
    return new RecordingRun(run().as(role), progress);
  }
}
