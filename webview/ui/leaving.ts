/** VS Code drops a hidden page as it stands: what is half done in it is saved before. */

/** Calls `save` whenever the page may be about to go: it is hidden or left, or another part has the keyboard. Answers with what ends it. */
export function whenLeaving(save: () => void): () => void {
  const hidden = () => {
    if (document.hidden) save();
  };
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", save);
  window.addEventListener("blur", save);
  return () => {
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("pagehide", save);
    window.removeEventListener("blur", save);
  };
}
