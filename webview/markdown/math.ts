/** Formulas as MathML, in a chunk of their own: loaded for the first one. What cannot be read stays as its source. */
import katex from "katex";

/** Draws every `.math` inside `root`. */
export function renderMath(root: ParentNode): void {
  for (const source of root.querySelectorAll<HTMLElement>("code.math, pre.math")) {
    const displayMode = source.tagName === "PRE";
    const formula = document.createElement(displayMode ? "div" : "span");
    formula.className = displayMode ? "formula formula-block" : "formula";
    try {
      katex.render(source.textContent.trim(), formula, { displayMode, output: "mathml", trust: false, maxExpand: 200 });
      formula.dataset.tex = source.textContent;
      source.replaceWith(formula);
    } catch {
      source.classList.replace("math", "math-source");
    }
  }
}
