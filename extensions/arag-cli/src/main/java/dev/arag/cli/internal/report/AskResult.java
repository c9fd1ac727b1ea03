package dev.arag.cli.internal.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.arag.agent.answer.AnswerView;
import dev.arag.agent.step.Usage;
import dev.arag.cli.internal.option.PriceList;
import org.jspecify.annotations.Nullable;

/**
 * The JSON result of {@code ask}: the view of the answer and, with prices, the cost of the run.
 *
 * @param cost the cost of the run in the currency of the prices; null without prices
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AskResult(
    @JsonUnwrapped AnswerView view, @Nullable Double cost, @Nullable String currency) {
  public static AskResult of(AnswerView view, Usage usage, @Nullable PriceList prices) {
    return prices == null
        ? new AskResult(view, null, null)
        : new AskResult(view, prices.cost(usage), prices.currency());
  }
}
