"use strict";
(() => {
  const summary = JSON.parse(document.getElementById("summary").textContent);
  const page = JSON.parse(document.getElementById("page").textContent);
  const PAGE_SIZE = 50;
  const MAX_MARKS = 4;

  // Legible on the light and on the dark background; the shape repeats what the color says.
  const COLORS = ["#3b7dd8", "#d9730d", "#2e9e5b", "#d64550", "#8e6bd6", "#1a9aa8", "#d6569b", "#a0704a", "#8a8f1f", "#7d8590"];
  const SHAPES = ["circle", "triangle", "rect", "rectRot", "star", "crossRot"];
  /** A line shows through the gaps of those above it. */
  const DASHES = [[9, 4], [], [3, 3], [12, 3, 3, 3]];
  const color = (index) => COLORS[index % COLORS.length];
  const shape = (index) => SHAPES[index % SHAPES.length];

  const number = (value) =>
    value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
  const percent = (value) => (value * 100).toFixed(1) + " %";
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /* Plots */

  const labelOf = (row) => page.rowLabels[summary.rows.indexOf(row)];

  /** The name of the strategy and profile: rows that differ only in a setting share it. */
  const seriesOf = (row) => labelOf(row).replace(/ \[.*\]$/, "");

  function byStrategy(rows) {
    const groups = new Map();
    for (const row of rows) {
      groups.set(seriesOf(row), [...(groups.get(seriesOf(row)) ?? []), row]);
    }
    return groups;
  }

  /** Draws the confidence intervals of points that have "low" and "high". */
  const intervals = {
    id: "intervals",
    beforeDatasetsDraw(chart) {
      const { ctx, scales, chartArea } = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(chartArea.left - 6, chartArea.top, chartArea.width + 12, chartArea.height);
      ctx.clip();
      ctx.lineWidth = 1.5;
      chart.data.datasets.forEach((dataset, index) => {
        if (!chart.isDatasetVisible(index)) return;
        ctx.strokeStyle = dataset.borderColor;
        dataset.data.forEach((point, position) => {
          if (point.low == null) return;
          const x = chart.getDatasetMeta(index).data[position].x;
          const low = scales.y.getPixelForValue(point.low);
          const high = scales.y.getPixelForValue(point.high);
          ctx.beginPath();
          ctx.moveTo(x, low);
          ctx.lineTo(x, high);
          for (const y of [low, high]) {
            ctx.moveTo(x - 4, y);
            ctx.lineTo(x + 4, y);
          }
          ctx.stroke();
        });
      });
      ctx.restore();
    },
  };

  const seconds = (value) => value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

  /** Writes the seconds of each bar behind its end. */
  const barValues = {
    id: "barValues",
    afterDatasetsDraw(chart) {
      const { ctx } = chart;
      ctx.save();
      ctx.font = "11px " + Chart.defaults.font.family;
      ctx.fillStyle = css("--text");
      ctx.textBaseline = "middle";
      chart.data.datasets.forEach((dataset, index) => {
        if (!chart.isDatasetVisible(index)) return;
        chart.getDatasetMeta(index).data.forEach((bar, position) => ctx.fillText(seconds(dataset.data[position]), bar.x + 4, bar.y + 0.5));
      });
      ctx.restore();
    },
  };

  const isClose = (a, b) => Math.abs(a - b) <= 0.01 * Math.max(Math.abs(a), Math.abs(b));

  /**
   * Enlarges the points that others cover, so that they stay visible. A dataset is drawn above those
   * after it, and a point above those before it in its dataset.
   */
  function showCovered(datasets) {
    const above = [];
    for (const dataset of datasets) {
      const radii = dataset.data.map((point, index) => {
        const covers = [...above, ...dataset.data.slice(index + 1)].filter(
          (other) => isClose(point.x, other.x) && isClose(point.y, other.y));
        return dataset.pointRadius + 4 * Math.min(covers.length, 4);
      });
      above.push(...dataset.data);
      dataset.pointRadius = radii;
      dataset.pointHoverRadius = radii.map((radius) => radius + 2);
    }
    return datasets;
  }

  /**
   * Widens the lines that others cover, and enlarges their points.
   *
   * @param valuesOf returns the values of a dataset, which have the same horizontal positions in all
   */
  function showCoveredLines(datasets, valuesOf = (dataset) => dataset.data) {
    datasets.forEach((dataset, position) => {
      const covers = valuesOf(dataset).map((value, index) =>
        datasets.slice(0, position).filter((other) => value !== null && isClose(value, valuesOf(other)[index] ?? NaN)).length);
      const wider = (count) => 4 * Math.min(count, 4);
      dataset.pointRadius = covers.map((count) => 4 + wider(count) / 2);
      dataset.pointHoverRadius = covers.map((count) => 6 + wider(count) / 2);
      dataset.segment = {
        borderWidth: ({ p0DataIndex, p1DataIndex }) => 2 + wider(Math.min(covers[p0DataIndex], covers[p1DataIndex])),
      };
    });
    return datasets;
  }

  const axis = (title, more = {}) => ({
    beginAtZero: true,
    title: { display: true, text: title, color: css("--text") },
    ticks: { color: css("--faint"), maxRotation: 0, autoSkipPadding: 12, ...more.ticks },
    grid: { color: css("--line") },
    border: { color: css("--line") },
    ...more.options,
  });
  /** A logarithmic axis if the values span more than a factor of 10, with labels at 1, 2 and 5. */
  function tokenAxis(title, datasets) {
    const values = datasets.flatMap((dataset) => dataset.data.map((point) => point.x));
    const isWide = Math.min(...values) > 0 && Math.max(...values) > 10 * Math.min(...values);
    if (!isWide) return axis(title, { ticks: { callback: number }, options: { beginAtZero: false } });
    const short = (value) => (value < 1000 ? number(value) : value / 1000 + "k");
    const label = (value) => (/^[125]0*$/.test(String(value)) ? short(value) : null);
    return axis(title, { ticks: { callback: label, autoSkip: false }, options: { type: "logarithmic", beginAtZero: false } });
  }

  /** The range of the values and their intervals, in whole tens of percent. */
  function accuracyAxis(points) {
    const values = points.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]).filter((value) => value != null);
    const margin = 0.02;
    return axis("questions answered correctly", {
      ticks: { callback: (value) => Math.round(value * 100) + " %" },
      options: {
        min: Math.max(0, Math.floor((Math.min(1, ...values) - margin) * 10) / 10),
        max: Math.min(1, Math.ceil((Math.max(0, ...values) + margin) * 10) / 10),
      },
    });
  }
  const pointsIn = (datasets) => datasets.flatMap((dataset) => dataset.data);
  const legend = () => ({
    position: "bottom",
    labels: { color: css("--text"), usePointStyle: true, boxHeight: 7, padding: 12 },
  });

  function options(scales, tooltip, more = {}) {
    return {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      interaction: { mode: "nearest", intersect: true },
      plugins: { legend: legend(), tooltip: { callbacks: tooltip } },
      scales,
      ...more,
    };
  }

  const pointStyle = (index) => ({
    borderColor: color(index),
    backgroundColor: color(index),
    pointStyle: shape(index),
    pointRadius: 6,
    pointBorderWidth: 2,
  });

  const lineStyle = (index, lines) => ({ ...pointStyle(index), borderDash: lines === 1 ? [] : DASHES[index % DASHES.length] });

  const totalTokens = (row) =>
    row.promptTokens == null || row.outputTokens == null ? null : row.promptTokens + row.outputTokens;

  function pointsOf(rows, tokens) {
    return rows.map((row) => {
      const interval = row.intervals.containShort;
      return { x: tokens(row), y: row.containShort, low: interval?.[0], high: interval?.[1], name: labelOf(row) };
    });
  }

  function tradeoffPlot(tokens, title, front) {
    const strategies = [...byStrategy(summary.rows)];
    const datasets = showCovered(strategies.map(([strategy, rows], index) => ({
      label: strategy,
      data: pointsOf(rows.filter((row) => row.containShort != null && tokens(row) != null), tokens),
      ...pointStyle(index),
    })).filter((dataset) => dataset.data.length > 0));
    if (front.length > 1) {
      datasets.push({
        label: "Pareto front",
        type: "line",
        stepped: "before",
        data: pointsOf(front, tokens).map(({ x, y, name }) => ({ x, y, name })),
        borderColor: css("--faint"),
        backgroundColor: css("--faint"),
        borderDash: [5, 4],
        borderWidth: 1.5,
        pointStyle: "line",
        pointRadius: 0,
        pointHitRadius: 0,
      });
    }
    return {
      type: "scatter",
      data: { datasets },
      plugins: [intervals],
      options: options(
        { x: tokenAxis(title, datasets), y: accuracyAxis(pointsIn(datasets)) },
        {
          label: ({ raw }) =>
            raw.name + ": " + percent(raw.y) +
            (raw.low == null ? "" : " (" + percent(raw.low) + " to " + percent(raw.high) + ")") +
            ", " + number(raw.x) + " tokens",
        },
      ),
    };
  }

  /** The share of right answers that needed at most a number of tokens: constant between limits. */
  function withinPlot() {
    const curves = summary.curves.filter((curve) => curve.parameter === "total-tokens");
    const datasets = curves.map((curve, index) => ({
      label: curve.strategy,
      data: curve.points.map((point) => ({ x: Number(point.value), y: point.containShort })),
      showLine: true,
      stepped: "before",
      ...lineStyle(index, curves.length),
    }));
    showCoveredLines(datasets, ({ data }) => data.map((point) => point.y));
    return {
      type: "scatter",
      data: { datasets },
      options: options(
        { x: tokenAxis("limit of tokens per question", datasets), y: accuracyAxis(pointsIn(datasets)) },
        { label: ({ dataset, raw }) => `${dataset.label}: ${percent(raw.y)} with at most ${number(raw.x)} tokens` },
      ),
    };
  }

  const sortedValues = (curves) => {
    const values = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.value)))];
    return values.every((value) => !isNaN(Number(value))) ? values.sort((a, b) => a - b) : values;
  };

  function curvePlot(parameter, measure, yAxis, format) {
    const curves = summary.curves.filter((curve) => curve.parameter === parameter);
    const values = sortedValues(curves);
    return {
      type: "line",
      data: {
        labels: values.map(String),
        datasets: showCoveredLines(curves.map((curve, index) => ({
          label: curve.strategy,
          data: values.map((value) => curve.points.find((point) => point.value === value)?.[measure] ?? null),
          ...lineStyle(index, curves.length),
          spanGaps: true,
        }))),
      },
      options: options(
        { x: axis(parameter), y: yAxis(curves.flatMap((curve) => curve.points.map((point) => ({ y: point[measure] })))) },
        { label: (item) => item.dataset.label + ": " + format(item.parsed.y) },
      ),
    };
  }

  const barStyle = (index) => ({ backgroundColor: color(index), borderColor: css("--card"), borderWidth: 1, maxBarThickness: 26, pointStyle: "rect" });

  function barPlot(rows, series, title, stacked, name = labelOf) {
    return {
      type: "bar",
      data: {
        labels: rows.map(name),
        datasets: series.map(({ name, value }, index) => ({ label: name, data: rows.map(value), ...barStyle(index) })),
      },
      options: options(
        {
          x: axis(title, { ticks: { callback: number, precision: 0 }, options: { stacked } }),
          y: axis("", { ticks: { callback(value) { return shorten(this.getLabelForValue(value)); }, autoSkip: false },
            options: { stacked, title: { display: false }, grid: { display: false } } }),
        },
        { label: (item) => item.dataset.label + ": " + number(item.parsed.x) },
        { indexAxis: "y" },
      ),
    };
  }

  /** Breaks a long label into lines, so that it leaves width for the bars on a phone. */
  function shorten(label) {
    const lines = [""];
    for (const word of label.split(/(?<=[ -])/)) {
      const last = lines.length - 1;
      if (lines[last] && lines[last].length + word.length > 18) lines.push(word);
      else lines[last] += word;
    }
    return lines.map((line) => line.trim());
  }

  function failurePlot() {
    const rows = summary.rows.filter((row) => row.triage != null && Object.keys(row.triage).length > 0);
    const classes = Object.keys(page.triageLabels).filter((name) => rows.some((row) => row.triage[name]));
    const series = classes.map((name) => ({ name: page.triageLabels[name], value: (row) => row.triage[name] ?? 0 }));
    return barPlot(rows, series, "wrong answers", true);
  }

  function latencyPlot() {
    const rows = summary.rows.filter((row) => row.latency != null);
    const series = [["median", "median"], ["90th percentile", "p90"], ["99th percentile", "p99"]].map(([name, field]) => ({
      name,
      value: (row) => row.latency[field],
    }));
    const plot = barPlot(rows, series, "seconds", false, (row) => labelOf(row) + (row.latency.underLoad ? ", under load" : ""));
    plot.options.layout = { padding: { right: 34 } };
    return { ...plot, plugins: [barValues] };
  }

  function plotOf(canvas) {
    const { plot, parameter } = canvas.dataset;
    switch (plot) {
      case "retrieved": return tradeoffPlot((row) => row.retrievedTokens, "retrieved tokens per question", []);
      case "total": return tradeoffPlot(totalTokens, "prompt and output tokens per question", page.front.map((index) => summary.rows[index]));
      case "within": return withinPlot();
      case "failures": return failurePlot();
      case "latency": return latencyPlot();
      case "curve": return curvePlot(parameter, "containShort", accuracyAxis, percent);
      default: return curvePlot(parameter, "totalTokens", () => axis("tokens per question", { ticks: { callback: number }, options: { beginAtZero: false } }), number);
    }
  }

  /** Leaves the same height for the plot itself, however many lines its legend needs. */
  function heightOf(plot, canvas) {
    const legend = plot.data.datasets.reduce((width, set) => width + 36 + 7 * set.label.length, 0);
    const legendHeight = 26 * Math.ceil(legend / canvas.parentElement.clientWidth);
    if (plot.type !== "bar") return 330 + legendHeight;
    return 110 + legendHeight + plot.data.labels.length * (canvas.dataset.plot === "failures" ? 40 : 56);
  }

  function draw() {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    for (const canvas of document.querySelectorAll("canvas[data-plot]")) {
      Chart.getChart(canvas)?.destroy();
      const plot = plotOf(canvas);
      canvas.parentElement.style.height = heightOf(plot, canvas) + "px";
      new Chart(canvas, plot);
    }
  }

  /* Questions */

  const RESULTS = { right: ["right", "good"], wrong: ["wrong", "bad"], none: ["not scored", "none"] };
  const resultOf = (run) => (run.right == null ? "none" : run.right ? "right" : "wrong");

  function element(name, properties = {}, children = []) {
    const created = Object.assign(document.createElement(name), properties);
    created.append(...children);
    return created;
  }

  const badge = (kind, text) => element("span", { className: "badge " + RESULTS[kind][1], textContent: text });

  /** Untrusted text is only ever set as text content. */
  const foreign = (text) => element("bdi", { textContent: text });

  function runRow(run) {
    const answer = element("td", { className: "text" }, [run.answer == null ? "no answer" : foreign(run.answer)]);
    const name = page.rowLabels[run.row] + (run.repeat ? ", repeat " + (run.repeat + 1) : "");
    const kind = resultOf(run);
    const cell = (value) => element("td", { textContent: value == null ? "–" : typeof value === "number" ? number(value) : value });
    return element("tr", {}, [
      element("th", { scope: "row", textContent: name }),
      element("td", { className: "text" }, [badge(kind, RESULTS[kind][0])]),
      answer,
      element("td", { className: "text", textContent: run.failure ? page.triageLabels[run.failure] : (run.end ?? "–") }),
      cell(run.tokens),
      cell(run.calls),
      element("td", { className: "text" }, [
        run.page == null ? "–" : element("a", { href: run.page, textContent: "trajectory", ariaLabel: "trajectory of " + name }),
      ]),
    ]);
  }

  function runTable(question) {
    const heads = ["strategy", "result", "short answer", "failure or end", "retrieved tokens", "model calls", "record"];
    return element("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Runs of question " + question.id }, [
      element("table", {}, [
        element("thead", {}, [element("tr", {}, heads.map((head, index) =>
          element("th", { scope: "col", textContent: head, className: [1, 2, 3, 6].includes(index) ? "text" : "" })))]),
        element("tbody", {}, question.runs.map(runRow)),
      ]),
    ]);
  }

  const runMark = (run) =>
    badge(resultOf(run), `${page.rowLabels[run.row]}: ${RESULTS[resultOf(run)][0]}`);

  function countMarks(runs) {
    return Object.keys(RESULTS)
      .map((kind) => [kind, runs.filter((run) => resultOf(run) === kind).length])
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => badge(kind, `${count} ${RESULTS[kind][0]}`));
  }

  function questionItem(question) {
    const marks = question.runs.length > MAX_MARKS ? countMarks(question.runs) : question.runs.map(runMark);
    const summaryLine = element("summary", {}, [
      element("span", { className: "id", textContent: question.id }),
      foreign(question.text),
      element("div", { className: "marks" }, marks),
    ]);
    const details = element("details", {}, [summaryLine]);
    details.addEventListener("toggle", () => {
      if (!details.open || details.childElementCount > 1) return;
      const golds = question.golds.length ? question.golds.join(" · ") : "none";
      details.append(element("div", { className: "runs" }, [
        element("p", {}, ["Expected: ", foreign(golds)]),
        runTable(question),
      ]));
    });
    return element("li", {}, [details]);
  }

  const field = (id) => document.getElementById(id);
  let first = 0;

  function matches(question) {
    const words = field("search").value.trim().toLowerCase();
    const row = field("row").value;
    const result = field("result").value;
    const failure = field("failure").value;
    const type = field("type")?.value ?? "";
    if (type && question.type !== type) return false;
    const text = [question.id, question.text, ...question.golds, ...question.runs.map((run) => run.answer ?? "")].join("\n");
    if (words && !text.toLowerCase().includes(words)) return false;
    const runs = question.runs.filter((run) => row === "" || run.row === Number(row));
    if (result === "mixed") {
      return new Set(runs.map(resultOf)).size > 1;
    }
    return runs.some((run) => (result === "" || resultOf(run) === result) && (failure === "" || run.failure === failure));
  }

  function list() {
    const found = page.questions.filter(matches);
    first = Math.min(first, Math.max(0, Math.floor((found.length - 1) / PAGE_SIZE) * PAGE_SIZE));
    const shown = found.slice(first, first + PAGE_SIZE);
    field("list").replaceChildren(...shown.map(questionItem));
    field("count").textContent = found.length === 0
      ? "No question matches."
      : `Questions ${number(first + 1)} to ${number(first + shown.length)} of ${number(found.length)}` +
        (found.length < page.questions.length ? ` (of ${number(page.questions.length)} in total)` : "");
    field("previous").disabled = first === 0;
    field("next").disabled = first + PAGE_SIZE >= found.length;
  }

  function turn(pages) {
    first = Math.max(0, first + pages * PAGE_SIZE);
    list();
    field("count").scrollIntoView({ block: "nearest" });
  }

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  for (const id of ["search", "row", "result", "failure", "type"]) {
    field(id)?.addEventListener("input", () => {
      first = 0;
      list();
    });
  }
  field("previous").addEventListener("click", () => turn(-1));
  field("next").addEventListener("click", () => turn(1));
  list();
})();
