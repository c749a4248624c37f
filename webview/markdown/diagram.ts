/**
 * Mermaid diagrams, in a chunk of their own. Each is drawn inside a sandboxed frame that has an origin of
 * its own and may load nothing: what the diagram's text could do there stays there.
 */
import mermaid from "mermaid/dist/mermaid.min.js" with { type: "text" };
import { t } from "../ui/l10n.ts";

const MAX_HEIGHT = 1200;

/** Shows the diagram of a code card, or its text again. */
export function toggleDiagram(card: HTMLElement, text: string): void {
  const shown = card.querySelector(".code-diagram");
  const pre = card.querySelector<HTMLElement>(".code-text");
  if (pre) pre.hidden = shown === null;
  if (shown) shown.remove();
  else card.querySelector(".card-body")?.append(frame(card, text));
}

function frame(card: HTMLElement, text: string): HTMLIFrameElement {
  const made = document.createElement("iframe");
  made.className = "code-diagram";
  made.title = t("Diagram");
  made.setAttribute("sandbox", "allow-scripts");
  made.height = "120";
  // A page that is replaced while it draws may still report that it failed.
  let page = 0;
  const draw = () => {
    page += 1;
    made.srcdoc = pageOf(text, page);
  };
  draw();
  const hear = (event: MessageEvent<{ page?: unknown; height?: unknown; error?: unknown }>) => {
    if (event.source !== made.contentWindow || event.data.page !== page) return;
    const { height, error } = event.data;
    if (typeof height === "number") made.height = String(Math.min(MAX_HEIGHT, Math.max(24, Math.ceil(height))));
    if (typeof error === "string") {
      toggleDiagram(card, text);
      card.dataset.diagramError = error;
    }
    if (!made.isConnected) window.removeEventListener("message", hear);
  };
  window.addEventListener("message", hear);
  // Colours are part of the drawing: another theme draws it anew.
  const theme = new MutationObserver(() => {
    if (made.isConnected) draw();
    else theme.disconnect();
  });
  theme.observe(document.body, { attributeFilter: ["class"] });
  return made;
}

/** The page inside the frame. It has the panel's nonce for its own script, and no way to the network. */
function pageOf(text: string, page: number): string {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const styles = getComputedStyle(document.body);
  const dark =
    !document.body.classList.contains("vscode-light") &&
    !document.body.classList.contains("vscode-high-contrast-light");
  const size = Math.round(Number.parseFloat(styles.fontSize));
  const settings = {
    startOnLoad: false,
    securityLevel: "strict",
    theme: dark ? "dark" : "neutral",
    themeVariables: { ...colors(styles), fontSize: `${size}px` },
    fontFamily: styles.fontFamily,
    sequence: { actorFontSize: size, messageFontSize: size, noteFontSize: size, height: 3 * size },
    suppressErrorRendering: true,
  };
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; img-src data:`;
  // The frame inherits the panel's policy: style elements need the nonce, and style attributes are set by script.
  const styling = `
    const withNonce = (make) => function (...args) {
      const made = make.apply(this, args);
      if (made.localName === "style") made.nonce = ${embedded(nonce)};
      return made;
    };
    Document.prototype.createElement = withNonce(Document.prototype.createElement);
    Document.prototype.createElementNS = withNonce(Document.prototype.createElementNS);
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      if (name === "style") this.style.cssText = value;
      else set.call(this, name, value);
    };
    const undress = (html) => String(html).replace(/\\sstyle=/g, ' data-style=').replace(/<style\\b/g, '<style nonce="${nonce}"');
    const dress = (root) => {
      for (const node of root.querySelectorAll("[data-style]")) {
        node.style.cssText = node.dataset.style;
        delete node.dataset.style;
      }
    };
    const parse = DOMParser.prototype.parseFromString;
    DOMParser.prototype.parseFromString = function (text, type) { return parse.call(this, undress(text), type); };
    const inner = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
    Object.defineProperty(Element.prototype, "innerHTML", {
      ...inner,
      set(html) {
        inner.set.call(this, this.localName === "style" ? html : undress(html));
        dress(this);
      },
    });
    const adopt = (svg) => {
      const parsed = new DOMParser().parseFromString(svg, "text/html");
      const drawn = parsed.body.firstElementChild;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync([...drawn.querySelectorAll("style")].map((style) => style.textContent).join(" "));
      for (const style of drawn.querySelectorAll("style")) style.remove();
      document.adoptedStyleSheets = [sheet];
      dress(parsed);
      document.body.replaceChildren(drawn);
      return drawn;
    };`;
  const script = `${styling}
    const tell = (message) => parent.postMessage({ page: ${page}, ...message }, "*");
    mermaid.initialize(${embedded(settings)});
    mermaid.render("diagram", ${embedded(text)}).then(({ svg }) => {
      const drawn = adopt(svg);
      new ResizeObserver(() => {
        const height = drawn.getBoundingClientRect().height + 16;
        document.documentElement.classList.toggle("tall", height > ${MAX_HEIGHT});
        tell({ height });
      }).observe(drawn);
    }, (error) => tell({ error: String(error && error.message || error) }));`;
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">html{overflow:hidden}html.tall{overflow:auto}body{margin:8px;background:transparent;color:${styles.color}}svg{display:block;margin:0 auto;max-width:100%;height:auto}</style>
<body><script nonce="${nonce}">${mermaid.replaceAll("</script", "<\\/script")}</script><script nonce="${nonce}">${script}</script>`;
}

/** Boxes, lines and text in the panel's own colours; what tells slices and branches apart stays the drawing's. */
function colors(styles: CSSStyleDeclaration): Record<string, string> {
  const role = (name: string) => styles.getPropertyValue(name).trim();
  const [text, box] = [role("--fg"), role("--bg")];
  const border = role("--vscode-contrastBorder") || text;
  return {
    ...named(text, ["textColor", "nodeTextColor", "titleColor", "lineColor", "arrowheadColor", "actorTextColor"]),
    ...named(text, ["signalColor", "signalTextColor", "labelTextColor", "loopTextColor", "noteTextColor"]),
    ...named(box, ["mainBkg", "actorBkg", "labelBoxBkgColor", "edgeLabelBackground", "noteBkgColor"]),
    ...named(border, ["nodeBorder", "actorBorder", "actorLineColor", "labelBoxBorderColor", "noteBorderColor"]),
  };
}

function named(color: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, color]));
}

/** A value as a literal inside a script element. */
function embedded(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
