/**
 * An agent extension that asks through ctx.ui when told to: `/ask-<method>` runs a dialog and tells its result with
 * `notify`. Files `.flag-<name>` in the workspace switch its event handlers on.
 */
export const uiExtension = String.raw`
import * as fs from "node:fs";
import * as path from "node:path";

const flag = (name) => fs.existsSync(path.join(process.cwd(), ".flag-" + name));

export default function (pi) {
  const command = (name, handler) => pi.registerCommand(name, { description: "test " + name, handler });
  const tell = (ctx, what, value) => ctx.ui.notify(what + "=" + JSON.stringify(value === undefined ? null : value), "info");
  const options = (args) => (args === "timeout" ? { timeout: 250 } : undefined);

  command("ask-select", async (args, ctx) => tell(ctx, "select", await ctx.ui.select("Pick one", ["Alpha", "Beta"], options(args))));
  command("ask-confirm", async (args, ctx) => tell(ctx, "confirm", await ctx.ui.confirm("Sure?", "Really do it", options(args))));
  command("ask-input", async (args, ctx) => tell(ctx, "input", await ctx.ui.input("Name?", "type here", options(args))));
  command("ask-editor", async (args, ctx) => tell(ctx, "editor", await ctx.ui.editor("Edit it", "line 1\nline 2")));
  command("ask-two", async (args, ctx) =>
    tell(ctx, "two", await Promise.all([ctx.ui.input("First?", ""), ctx.ui.input("Second?", "")])));
  command("ask-signal", async (args, ctx) => {
    const abort = new AbortController();
    const answer = ctx.ui.input("Signal?", "x", { signal: abort.signal });
    abort.abort();
    tell(ctx, "signal", await answer);
  });
  command("notices", async (args, ctx) => {
    ctx.ui.notify("plain");
    ctx.ui.notify("warn", "warning");
    ctx.ui.setStatus("key", "working");
    ctx.ui.setStatus("key", undefined);
    ctx.ui.setWidget("widget", ["one", "two"]);
    ctx.ui.setWidget("widget", ["below"], { placement: "belowEditor" });
    ctx.ui.setWidget("widget", undefined);
    ctx.ui.setTitle("a title");
    ctx.ui.setEditorText("set text");
    ctx.ui.pasteToEditor("pasted text");
  });
  command("mode", async (args, ctx) => tell(ctx, "mode", [ctx.mode, ctx.hasUI]));
  command("boom", async () => { throw new Error("command boom"); });
  command("print", async (args, ctx) => {
    console.log("STRAY LINE");
    process.stdout.write("\u001b[31mSTRAY RAW\u001b[0m\n");
    process.emitWarning("STRAY WARNING");
    tell(ctx, "printed", true);
  });
  command("terminal", async (args, ctx) => {
    tell(ctx, "terminal", [
      await ctx.ui.custom(() => ({ render: () => [], invalidate() {} })),
      ctx.ui.getEditorText(),
      ctx.ui.getAllThemes(),
      ctx.ui.getTheme("dark") ?? null,
      ctx.ui.setTheme("dark").success,
    ]);
    ctx.ui.setFooter(undefined);
    ctx.ui.setHeader(undefined);
    ctx.ui.setWorkingMessage("working");
    ctx.ui.setWidget("component", () => ({ render: () => [], invalidate() {} }));
    tell(ctx, "no-terminal", true);
  });

  pi.on("session_start", async (event) => {
    fs.appendFileSync(path.join(process.cwd(), "session-starts.log"), (event.reason ?? "start") + "\n");
  });
  pi.on("session_before_switch", async (event, ctx) => {
    if (flag("ask-switch") && !(await ctx.ui.confirm("Switch?", String(event.reason)))) return { cancel: true };
    if (flag("block-switch")) return { cancel: true };
  });
  pi.on("session_before_fork", async (event, ctx) => {
    if (flag("ask-fork") && !(await ctx.ui.confirm("Fork?", "sure"))) return { cancel: true };
    if (flag("block-fork")) return { cancel: true };
  });
  pi.on("tool_call", async (event, ctx) => {
    if (flag("block-tool")) return { block: true, reason: "blocked by the test" };
    if (flag("ask-tool") && !(await ctx.ui.confirm("Allow?", event.toolName))) return { block: true, reason: "denied by the test" };
  });
  pi.on("turn_end", async () => {
    if (flag("throw-turn")) throw new Error("turn boom");
  });
}
`;
