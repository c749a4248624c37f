/** Stylesheets are imported for their effect; esbuild collects them into out/webview/main.css. */
declare module "*.css";
