/**
 * The toolkit tries out a style element when it loads, and looks for the page's nonce in a meta
 * element. Imported before it, so that the page's policy does not refuse that one.
 */
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce && !document.querySelector('meta[property="csp-nonce"]')) {
  const meta = document.createElement("meta");
  meta.setAttribute("property", "csp-nonce");
  meta.content = nonce;
  document.head.append(meta);
}
