/** The baseline of the updates, bundled for the browser: a whole message drawn by react-markdown each time it grows. */
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";

const root = createRoot(document.querySelector(".conversation") as HTMLElement);

Object.assign(window, {
  /** Draws `text`, and nothing but it, before it returns. */
  drawWhole: (text: string) => flushSync(() => root.render(<Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>)),
});
