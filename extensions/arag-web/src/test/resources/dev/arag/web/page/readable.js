// Returns the visible texts whose contrast is below WCAG AA, and what is wider than the page.
function readable() {
  const problems = [];
  const parse = (color) => {
    const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const over = (top, bottom) => ({
    r: top.r * top.a + bottom.r * (1 - top.a),
    g: top.g * top.a + bottom.g * (1 - top.a),
    b: top.b * top.a + bottom.b * (1 - top.a),
    a: 1,
  });
  const luminance = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const background = (element) => {
    const layers = [];
    for (let each = element; each; each = each.parentElement) {
      layers.push(parse(getComputedStyle(each).backgroundColor));
    }
    return layers.reverse().reduce((bottom, top) => over(top, bottom), { r: 255, g: 255, b: 255, a: 1 });
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || !element.checkVisibility() || element.closest(".hidden, .skip, :disabled, noscript")) {
      continue;
    }
    const style = getComputedStyle(element);
    const below = background(element);
    const [high, low] = [luminance(over(parse(style.color), below)), luminance(below)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) {
      problems.push(`contrast ${ratio.toFixed(2)}: ${node.data.trim().slice(0, 40)} (${element.className})`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    problems.push(`the page is ${document.documentElement.scrollWidth} wide, of ${innerWidth}`);
  }
  for (const button of document.querySelectorAll(".primary, .secondary, .danger, .icon, .views a")) {
    const box = button.getBoundingClientRect();
    if (button.checkVisibility() && (box.height < 24 || box.width < 24)) {
      problems.push(`small target: ${button.innerText}`);
    }
  }
  return problems;
}
