/** The panel's entry: draws the app and begins to talk with the host. */
import "./ui/styles.ts";
import "./styles.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { showChatFont } from "./chat-font.ts";
import { Crash } from "./crash.tsx";
import { showSyntaxColors } from "./markdown/syntax-colors.ts";
import { connect } from "./state/connection.ts";
import { post } from "./state/host.ts";
import { leaveChordsToHost } from "./ui/keys.ts";

window.addEventListener("error", ({ message, error }) => {
  post({ type: "viewError", message: String((error as Error | null)?.stack ?? message).slice(0, 20_000) });
});
window.addEventListener("unhandledrejection", ({ reason }) => {
  post({ type: "viewError", message: String((reason as Error | null)?.stack ?? reason).slice(0, 20_000) });
});

leaveChordsToHost(window);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Crash>
      <App />
    </Crash>,
  );
  showSyntaxColors();
  showChatFont();
  connect();
}
